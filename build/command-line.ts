// What the command querent does when it runs from the source (build/querent.ts).
import { readFileSync } from "node:fs";
import path from "node:path";
import { processStreams, runCommandLine } from "../electron/cli.ts";
import { account } from "../electron/hosts/account.ts";
import { commandThread } from "../electron/hosts/command-thread.ts";
import { consentsFile } from "../electron/hosts/start-options.ts";

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8"));

async function program() {
  const [{ forkProcess: startProcess }, { sourcePaths: paths }] = await Promise.all([
    import("../electron/processes/fork-process.ts"),
    import("../electron/program-paths.ts"),
  ]);
  return { startProcess, paths };
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...processStreams,
  ...commandThread(),
  version,
  program,
  account,
  consentsFile,
  async serveTeam(request) {
    const { distFolder, ensureBuilt } = await import("./build.ts");
    await ensureBuilt("renderer");
    const { startTeamHost } = await import("../electron/hosts/web/start-team-host.ts");
    return startTeamHost(request, { ...(await program()), version, rendererDir: distFolder("renderer") });
  },
  openWorkbench: async (startOptions) => (await import("./start.ts")).start(startOptions),
});
