import { createRequire } from "node:module";
import path from "node:path";

/** Python for hosts that run from the source: where the entry of an interpreter's process and its files are. */
export const sourcePython = {
  entry: path.join(import.meta.dirname, "python-worker.ts"),
  folders: {
    pyodideDir: path.dirname(createRequire(import.meta.url).resolve("pyodide/package.json")),
    sourcesDir: path.join(import.meta.dirname, "sources"),
  },
  codeFolders: [path.join(import.meta.dirname, "../..")],
};
