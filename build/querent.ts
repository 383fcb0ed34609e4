// The command querent from the source (bin/querent.mjs).
import { readFileSync } from "node:fs";
import path from "node:path";
import { runCommandLine } from "../electron/cli.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  version: JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")).version,
  stdin: process.stdin,
  write: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`${text}\n`),
  async program() {
    const [{ forkProcess: startProcess }, { sourcePaths: paths }] = await Promise.all([
      import("../electron/processes/fork-process.ts"),
      import("../electron/program-paths.ts"),
    ]);
    return { startProcess, paths };
  },
  openWorkbench: async (startOptions) => (await import("./start.ts")).start(startOptions),
});
