// What the command querent of the npm package does: headless commands, and the workbench on the web host.
import { readFileSync } from "node:fs";
import path from "node:path";
import { processStreams, runCommandLine } from "../../cli.ts";
import { forkProcess } from "../../processes/fork-process.ts";
import { account } from "../account.ts";
import { bundledPaths } from "../bundled-paths.ts";
import { commandThread } from "../command-thread.ts";
import { consentsFile, startFromArguments } from "../start-options.ts";

const dist = path.join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(path.join(dist, "../package.json"), "utf8"));
const paths = bundledPaths(import.meta.dirname);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...processStreams,
  ...commandThread(),
  version,
  program: async () => ({ startProcess: forkProcess, paths }),
  account,
  consentsFile,
  async serveTeam(request) {
    const { startTeamHost } = await import("./start-team-host.ts");
    const rendererDir = path.join(dist, "renderer");
    return startTeamHost(request, { version, startProcess: forkProcess, paths, rendererDir });
  },
  openWorkbench: (startOptions) =>
    startFromArguments(startOptions, async (options) => {
      if (options.host === "desktop")
        throw new Error("The npm package has the web host only. Omit --host desktop.");
      const { runWebHost } = await import("./run-web-host.ts");
      const built = { rendererDir: path.join(dist, "renderer"), sampleDir: path.join(dist, "sample") };
      return runWebHost(options, { version, paths, ...built });
    }),
});
