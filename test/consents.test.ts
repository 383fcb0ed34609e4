import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { cacheFolder } from "../electron/cache-folder.ts";
import { compose } from "../electron/compose.ts";
import { openConsents } from "../electron/consents.ts";
import { forgetDatabaseVariables } from "../electron/hosts/start-options.ts";
import { forkProcess } from "../electron/processes/fork-process.ts";
import { setEvaluating } from "../electron/store/projects.ts";
import { putSettingsOfProject } from "../electron/store/settings.ts";
import type { EngineKind } from "../shared/domain/engine.ts";
import { plainSql } from "./support/plain-sql.ts";
import { testPaths } from "./support/program-paths.ts";
import { runQuerent, testConsents } from "./support/run-querent.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { prediction, testWorkspace, writeDatabase } from "./support/test-workspace.ts";

const anna = { actor: "anna" };
const server = "postgresql://them@127.0.0.1:1/db";

/** A workspace as somebody else left it: an evaluation under way, tasks on a server, and databases in a folder. */
async function received(serverUrl = server): Promise<{ file: string; databases: string }> {
  const { workspace, folder } = await testWorkspace([prediction(0)]);
  writeDatabase(folder);
  await workspace.write(async (db) => {
    await setEvaluating(db, 1, "eve");
    await putSettingsOfProject(db, 1, { "tasks.engine": "postgres", "tasks.serverUrl": serverUrl });
  });
  const file = path.join(temporaryFolder(), "received.querent");
  await workspace.write((db) => db.first(plainSql("SELECT 1")));
  await workspace.close();
  copyFileSync(workspace.path, file);
  return { file, databases: folder };
}

async function opened(file: string, consents: string) {
  const backEnd = await compose({
    ...{ workspacePath: file, version: "test", startProcess: forkProcess, paths: testPaths },
    ...{ cacheDir: cacheFolder(), secrets: null, log: () => {}, consents: openConsents(consents, file) },
  });
  onTestFinished(() => backEnd.close());
  return backEnd;
}

describe("a workspace that this machine has not opened before", () => {
  it("does not go on with its work before the person allows it, and remembers that they did", async () => {
    const { file, databases } = await received();
    const consents = path.join(temporaryFolder(), "consents.json");
    const { services } = await opened(file, consents);
    expect(await services.session.waiting(undefined, anna)).toEqual({
      ...{ jobs: 1, servers: ["127.0.0.1:1"], folders: [databases] },
    });
    expect(await services.jobs.list(undefined, anna)).toEqual([]);

    await services.session.allowWaiting(undefined, anna);
    expect(await services.session.waiting(undefined, anna)).toBeNull();
    expect((await services.jobs.list(undefined, anna)).map(({ kind }) => kind)).toEqual(["evaluate"]);
    expect((statSync(consents).mode & 0o777).toString(8)).toBe("600");
    expect(openConsents(consents, file).mayGoOn()).toBe(true);
  });

  it("connects to no server that nobody allowed, not even to ask whether it is there", async () => {
    let calls = 0;
    const listener = net.createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as net.AddressInfo;
    const { file } = await received(`postgresql://them@127.0.0.1:${port}/db`);
    const { services } = await opened(file, path.join(temporaryFolder(), "consents.json"));

    const problem = await services.taskRuns.server({ projectId: 1 }, anna);
    expect(problem).toMatchObject({ problem: expect.stringContaining("nobody has allowed it") });
    expect(calls).toBe(0);
    await services.session.allowWaiting(undefined, anna);
    await services.taskRuns.server({ projectId: 1 }, anna);
    expect(calls).toBeGreaterThan(0);
  });

  it("reads no certificate that a server's URL names before the person allows it, and names the file", async () => {
    const certificate = path.join(temporaryFolder(), "nothing.crt");
    const withCertificate = `${server}?application_name=x&sslrootcert=${certificate}`;
    const { file, databases } = await received(withCertificate);
    const consents = path.join(temporaryFolder(), "consents.json");
    // What is not there cannot be read: where it was tried, this rejects.
    const { services } = await opened(file, consents);
    const asked = [`127.0.0.1:1 with ${certificate}`];
    expect(await services.session.waiting(undefined, anna)).toEqual({
      jobs: 1,
      servers: asked,
      folders: [databases],
    });
    const allowed = openConsents(consents, file);
    allowed.allowServers([server]);
    expect([allowed.mayConnect(server), allowed.mayConnect(withCertificate)]).toEqual([true, false]);
    allowed.allowServers([withCertificate]);
    expect(allowed.mayConnect(withCertificate)).toBe(true);
    expect(allowed.mayConnect(withCertificate.replace("sslrootcert", "sslcert"))).toBe(true);
    expect(allowed.mayConnect(withCertificate.replace("nothing.crt", "other.crt"))).toBe(false);
  });

  it("reads no folder of databases before the person allows it, whichever engine would", async () => {
    const { file, databases } = await received();
    const { services } = await opened(file, path.join(temporaryFolder(), "consents.json"));
    const asked: (() => Promise<unknown>)[] = [
      () => Array.fromAsync(services.results.evaluateItem({ itemId: 1 }, anna)),
      async () => services.databases.schema({ projectId: 1, dbId: "harbour" }, anna),
      async () => services.databases.sample({ projectId: 1, dbId: "harbour", table: "ship" }, anna),
    ];
    const engines: EngineKind[] = ["sqlite", "pglite", "postgres"];
    for (const engine of engines) {
      await services.settings.setOfProject({ projectId: 1, values: { "items.engine": engine } }, anna);
      for (const ask of asked)
        await expect(ask(), engine).rejects.toMatchObject({
          why: { reason: "not-allowed" },
          message: expect.stringContaining(`reads its databases in ${databases}, and nobody has allowed`),
        });
    }
    await services.settings.setOfProject({ projectId: 1, values: { "items.engine": "sqlite" } }, anna);
    await services.session.allowWaiting(undefined, anna);
    expect(
      await services.databases.sample({ projectId: 1, dbId: "harbour", table: "ship" }, anna),
    ).toBeTruthy();
  });

  it("asks of no folder that was named on this machine, and of one that came with the file again", async () => {
    const { file, databases } = await received();
    const consents = path.join(temporaryFolder(), "consents.json");
    const { services } = await opened(file, consents);
    await services.session.allowWaiting(undefined, anna);
    const named = temporaryFolder();
    const values = { "items.databasesDir": named, "tasks.databasesDir": named };
    await services.settings.setOfProject({ projectId: 1, values }, anna);
    expect(await services.session.waiting(undefined, anna)).toBeNull();
    const own = openConsents(consents, file);
    expect([named, databases, path.dirname(named)].map(own.mayRead)).toEqual([true, true, false]);
  });

  it("has read its folders where an earlier version, which asked of none, let it work", async () => {
    const { file, databases } = await received();
    const consents = path.join(temporaryFolder(), "consents.json");
    openConsents(consents, file).allowWork();
    const earlier = JSON.parse(readFileSync(consents, "utf8"));
    for (const consent of Object.values<{ folders?: string[] }>(earlier)) delete consent.folders;
    writeFileSync(consents, JSON.stringify(earlier));
    const now = openConsents(consents, file);
    expect(now.unread([databases])).toEqual([]);
    expect([databases, path.dirname(databases)].map(openConsents(consents, file).mayRead)).toEqual([
      true,
      false,
    ]);
  });

  it("is another one when its file is another file", async () => {
    const { file } = await received();
    const consents = path.join(temporaryFolder(), "consents.json");
    openConsents(consents, file).allowWork();
    expect(openConsents(consents, file).mayGoOn()).toBe(true);
    copyFileSync(file, `${file}.other`);
    rmSync(file);
    renameSync(`${file}.other`, file);
    expect(openConsents(consents, file).mayGoOn()).toBe(false);
  });

  it("is not one that a command of this account made, and still is one that a command only added to", async () => {
    const folder = temporaryFolder();
    const input = path.join(folder, "predictions.json");
    writeFileSync(input, JSON.stringify([prediction(0)]));
    const made = path.join(folder, "made.querent");
    const { file: other, databases } = await received();
    for (const file of [made, other]) {
      const named = ["--workspace", file, "--project", "added", "--input", input, "--databases", folder];
      expect(await runQuerent("predictions", "import", ...named)).toMatchObject({ code: 0 });
    }
    const [own, foreign] = [made, other].map((file) => openConsents(testConsents(), file));
    expect([own?.mayGoOn(), own?.mayRead(folder)]).toEqual([true, true]);
    expect([foreign?.mayGoOn(), foreign?.mayRead(folder), foreign?.mayRead(databases)]).toEqual([
      ...[false, true, false],
    ]);
  });

  it("asks again where the file of consents is damaged, and asks nothing of a new workspace", async () => {
    const { file } = await received();
    const consents = path.join(temporaryFolder(), "consents.json");
    openConsents(consents, file).allowServers([server]);
    expect(openConsents(consents, file).mayConnect(server)).toBe(true);
    expect(openConsents(consents, file).mayConnect(server.replace(":1/", ":2/"))).toBe(false);
    writeFileSync(consents, readFileSync(consents, "utf8").slice(5));
    expect(openConsents(consents, file).mayConnect(server)).toBe(false);
    const made = path.join(temporaryFolder(), "new.querent");
    const ofNew = openConsents(consents, made);
    writeFileSync(made, "made since");
    expect(ofNew.mayGoOn()).toBe(true);
  });
});

describe("the workbench's environment", () => {
  it("holds no password of PostgreSQL's variables, and everything else", () => {
    const environment = {
      PGPASSWORD: "secret",
      PGHOST: "db",
      PGSSLMODE: "disable",
      PAGER: "less",
      PATH: "/bin",
    };
    forgetDatabaseVariables(environment);
    expect(environment).toEqual({ PAGER: "less", PATH: "/bin" });
  });
});
