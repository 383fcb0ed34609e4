import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramPaths } from "../program-paths.ts";

/**
 * Where build/build.ts puts what runs in processes and threads of their own, seen from the folder of the bundled main. What
 * reads files of its own (WebAssembly, Python) is outside the archive, with all that it reads.
 */
export function bundledPaths(folder: string): ProgramPaths {
  const outside = folder.replace(/\bapp\.asar\b/, "app.asar.unpacked");
  return {
    queryWorker: path.join(folder, "query-worker.mjs"),
    importThread: pathToFileURL(path.join(folder, "import-thread.mjs")),
    databaseWorker: path.join(outside, "database-worker.mjs"),
    sqlAnalysis: pathToFileURL(path.join(outside, "sql-analysis-thread.mjs")),
    python: {
      entry: path.join(outside, "python-worker.mjs"),
      folders: {
        pyodideDir: path.join(outside, "packages/pyodide"),
        sourcesDir: path.join(outside, "python"),
      },
    },
    prompts: path.join(folder, "prompts"),
    codeFolders: [outside],
  };
}
