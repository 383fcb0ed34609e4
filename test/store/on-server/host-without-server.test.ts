import { expect, it, onTestFinished } from "vitest";
import { startTeamHost } from "../../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../../electron/processes/fork-process.ts";
import { createMembersService } from "../../../electron/services/members.ts";
import { openWorkspaceAt } from "../../../electron/store/open-workspace.ts";
import { startCluster } from "../../engines/postgres.ts";
import { testPaths } from "../../support/program-paths.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { importInto, prediction } from "../../support/test-workspace.ts";

it("signs nobody out while its workspace's server is away, and knows them when it is back", async () => {
  const cluster = startCluster(["max_connections=40"]);
  onTestFinished(() => cluster.stop());
  const folder = temporaryFolder();
  const workspace = await openWorkspaceAt(cluster.url);
  const projectId = await importInto(workspace, folder, [prediction(0)]);
  const members = createMembersService({
    ...{ workspace, now: () => new Date(), newId: () => crypto.randomUUID(), publish: () => undefined },
  });
  const { token } = await members.invite({ projectId, name: "Ann", roles: ["reviewer"] }, { actor: "lead" });
  await workspace.close();
  const served = await startTeamHost(
    {
      ...{ workspacePath: cluster.url, listenOn: "127.0.0.1", port: 0, tls: null, publicUrl: null },
      ...{ trustedProxies: [], allow: true, note: () => undefined },
    },
    { version: "test", startProcess: forkProcess, paths: testPaths, rendererDir: folder },
  );
  onTestFinished(() => served.close());
  const signedIn = await fetch(`${served.url}/session`, {
    ...{ method: "POST", headers: { origin: served.url }, body: token },
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const status = async () => (await fetch(`${served.url}/session`, { headers: { cookie } })).status;
  expect(await status()).toBe(204);
  cluster.halt("immediate");
  expect(await status()).toBe(503);
  cluster.start();
  await expect.poll(status).toBe(204);
});
