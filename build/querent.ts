// The command querent from the source (bin/querent.mjs).
import { readFileSync } from "node:fs";
import path from "node:path";
import { processStreams, runCommandLine } from "../electron/cli.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...processStreams,
  version: JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")).version,
  async program() {
    const [{ forkProcess: startProcess }, { sourcePaths: paths }] = await Promise.all([
      import("../electron/processes/fork-process.ts"),
      import("../electron/program-paths.ts"),
    ]);
    return { startProcess, paths };
  },
  openWorkbench: async (startOptions) => (await import("./start.ts")).start(startOptions),
});
