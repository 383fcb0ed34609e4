// The import rules of ARCHITECTURE.md: arrows point to shared; only hosts know which host they are.
// test/build/layers.test.ts plants a violation of every rule and sees it caught.

/** @type {(name: string, comment: string, from: object, to: object) => { name: string, severity: "error", comment: string, from: object, to: object }} */
const forbid = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

export default {
  forbidden: [
    forbid("no-circles", "A circle has no layer.", {}, { circular: true }),
    forbid("no-unresolved", "Every import resolves.", {}, { couldNotResolve: true }),
    forbid(
      "shared-is-pure",
      "shared/ knows neither the back end, nor the renderer, nor Node.",
      { path: "^shared/" },
      { path: ["^(electron|renderer|build|test|tasks)/"] },
    ),
    forbid(
      "shared-without-node",
      "shared/ runs anywhere: no Node built-ins.",
      { path: "^shared/" },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "domain-stands-alone",
      "The nouns know nothing but each other.",
      { path: "^shared/domain/" },
      { path: "^shared/(?!domain/)" },
    ),
    forbid(
      "settings-over-domain",
      "The settings are declared over the nouns alone.",
      { path: "^shared/settings/" },
      { path: "^shared/(?!domain/|settings/)" },
    ),
    forbid(
      "contract-over-domain",
      "The contract is declared over the nouns, the settings and the registry of export formats alone.",
      { path: "^shared/contract/" },
      { path: "^shared/(?!domain/|contract/|settings/|formats/verdict-export/export-formats\\.ts)" },
    ),
    forbid(
      "renderer-knows-shared-only",
      "The renderer knows shared/ and the DOM.",
      { path: "^renderer/" },
      { path: ["^(electron|build|test|tasks)/"] },
    ),
    forbid(
      "renderer-without-node",
      "The renderer runs in a sandbox.",
      { path: "^renderer/" },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "electron-without-renderer",
      "The back end never draws.",
      { path: "^electron/" },
      { path: ["^(renderer|build|test|tasks)/"] },
    ),
    forbid(
      "only-desktop-imports-electron",
      "Only electron/hosts/desktop may import the module 'electron'.",
      { pathNot: "^electron/hosts/desktop/" },
      { path: "(^electron$|(^|/)node_modules/electron/)" },
    ),
    forbid(
      "hosts-do-not-know-each-other",
      "A host never imports another host.",
      { path: "^electron/hosts/([^/]+)/" },
      { path: "^electron/hosts/([^/]+)/", pathNot: "^electron/hosts/($1|shared)/" },
    ),
    forbid(
      "nobody-imports-hosts",
      "Hosts are the outermost layer.",
      { path: "^electron/", pathNot: "^electron/hosts/" },
      { path: "^electron/hosts/" },
    ),
    forbid(
      "services-know-no-engine",
      "Services speak to the ports, never to a concrete engine.",
      { path: "^electron/services/" },
      { path: "^electron/engines/[^/]+/" },
    ),
    forbid(
      "services-know-no-composition",
      "Services are built by compose.ts, not the other way round.",
      {
        path: "^electron/(services|store|engines|processes|queries|task-databases|evaluation|python|sql-analysis|checks)/",
      },
      { path: "^electron/(compose|router|cli)\\.ts$" },
    ),
    forbid(
      "store-knows-no-service",
      "The store holds data; rules stand in services.",
      {
        path: "^electron/(store|engines|processes|queries|task-databases|evaluation|python|sql-analysis|checks)/",
      },
      { path: "^electron/services/" },
    ),
    forbid(
      "engines-stand-apart",
      "An engine never imports another engine; dump/ and postgres-dialect/ are what several share.",
      { path: "^electron/engines/([^/]+)/" },
      { path: "^electron/engines/([^/]+)/", pathNot: "^electron/engines/($1|dump|postgres-dialect)/" },
    ),
    forbid(
      "features-stand-apart",
      "A feature never imports a feature.",
      { path: "^renderer/features/([^/]+)/" },
      { path: "^renderer/features/([^/]+)/", pathNot: "^renderer/features/$1/" },
    ),
    forbid(
      "features-have-a-door",
      "From outside a feature only its index.ts is seen.",
      { path: "^renderer/(app|main)" },
      { path: "^renderer/features/[^/]+/(?!index\\.ts)" },
    ),
    forbid(
      "only-data-touches-the-client",
      "Features, results and ui ask data/, never the client.",
      { path: "^renderer/(features|results|ui)/" },
      { path: "(^renderer/host/connect|node_modules/@orpc/client)" },
    ),
    forbid(
      "ui-without-domain",
      "ui/ holds components without domain words.",
      { path: "^renderer/ui/" },
      { path: "^(renderer/(features|app|results)/|shared/contract/)" },
    ),
    forbid(
      "results-below-features",
      "results/ is what several features draw; it knows none of them.",
      { path: "^renderer/results/" },
      { path: "^renderer/(features|app)/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|out|\\.tsbuild)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".jsx", ".mjs", ".js", ".css"],
      conditionNames: ["import", "require", "node", "default"],
    },
    moduleSystems: ["es6"],
  },
};
