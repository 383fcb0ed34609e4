// The host of a soak, in a process of its own so that it can be killed: serves a workspace on a port, with a clock that runs faster.
// Arguments: workspace, port, folder, the moment at which the clock began, and how many times faster it runs.
import { compose, defaultTurns } from "../../electron/compose.ts";
import { serveTeam } from "../../electron/hosts/web/team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createChangesService } from "../../electron/services/changes.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { openTransfers } from "../../electron/transfers.ts";
import { testPaths } from "../support/program-paths.ts";

const [location = "", port = "", folder = "", begun = "", speed = ""] = process.argv.slice(2);
const now = () => new Date(Number(begun) + (Date.now() - Number(begun)) * Number(speed));
const workspace = await openWorkspaceAt(location);
const changes = createChangesService({ workspace });
const transfers = openTransfers({ root: folder, now });
const { router } = await compose(
  {
    ...{ workspacePath: location, version: "soak", startProcess: forkProcess, paths: testPaths },
    ...{ cacheDir: folder, secrets: null, transfers, turns: defaultTurns(), log: () => undefined },
  },
  { workspace, changes, now },
);
await serveTeam({
  ...{ router, workspace, changes, transfers, rendererDir: folder },
  ...{ port: Number(port), listenOn: "127.0.0.1", tls: null },
  ...{ publicUrl: null, trustedProxies: ["127.0.0.1"], now },
});
process.send?.("ready");
