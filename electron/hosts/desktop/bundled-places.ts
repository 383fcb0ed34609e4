import path from "node:path";
import type { ProgramPlaces } from "../../program-places.ts";

/** This file's folder once it is bundled; what WebAssembly and Python read stands outside the archive. */
const here = import.meta.dirname;
const outside = here.replace(/\bapp\.asar\b/, "app.asar.unpacked");

/** Where build/build.ts puts what runs in processes and threads of their own. */
export const bundledPlaces: ProgramPlaces = {
  runProcess: path.join(here, "run-process.mjs"),
  taskProcess: path.join(outside, "task-process.mjs"),
  importThread: new URL("./import-thread.mjs", import.meta.url),
  sqlAnalysis: new URL("./sql-analysis-thread.mjs", import.meta.url),
  python: {
    entry: path.join(outside, "python-process.mjs"),
    folders: {
      pyodideDir: path.join(outside, "pyodide"),
      sourcesDir: path.join(outside, "python"),
    },
  },
  codeFolders: [outside],
};
