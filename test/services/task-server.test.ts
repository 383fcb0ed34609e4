import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asFault } from "../../electron/services/fault.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const where = postgresPrograms() === null ? describe.skip : describe;

where(`tasks on a PostgreSQL server with a password (skipped: ${postgresMissing})`, () => {
  let cluster: Cluster;
  beforeAll(() => {
    cluster = startCluster();
  });
  afterAll(() => cluster.stop());

  it("ask for it, run with it, and never write it down (SPEC H8)", { timeout: 180_000 }, async () => {
    const { services, folder, file, importFile } = await testTasks();
    file("harbour.sql", ["CREATE TABLE ship (name text);", "INSERT INTO ship VALUES ('Astrid'), (NULL);"]);
    const { project } = await importFile(file("tasks.jsonl", [taskRow("harbour_1")]), {
      databasesDir: folder,
    });
    const projectId = project.id;
    const password = /:([^:@/]+)@/.exec(cluster.url)?.[1] ?? "";
    const serverUrl = cluster.url.replace(`:${password}@`, "@");
    await services.settings.setOfProject(
      { projectId, values: { "tasks.engine": "postgres", "tasks.serverUrl": serverUrl } },
      anna,
    );
    const sort = { by: "file", descending: false } as const;
    const [taskId = 0] = await services.tasks.ids({ projectId, filter: {}, sort });
    const run = async () => {
      const input = { taskId, profile: "conv" as const, checks: false };
      for await (const event of services.taskRuns.run(input, anna))
        if (event.type === "done") return event.run;
      return null;
    };
    await expect(run()).rejects.toMatchObject({ why: { engine: "postgres", reason: "password" } });
    await services.taskRuns.setServerPassword({ projectId, password: "wrong", keep: true });
    await expect(run()).rejects.toMatchObject({ why: { reason: "password" } });
    await services.taskRuns.setServerPassword({ projectId, password, keep: true });
    expect(await services.taskRuns.server({ projectId })).toEqual({
      canKeepPassword: false,
      hasPassword: true,
      problem: null,
      cannotHold: [expect.stringContaining("neither interrupted nor held to its memory")],
    });
    expect(await run()).toMatchObject({ engine: "postgres", phases: [{ passed: true }, { passed: true }] });
    const kept = readdirSync(folder).filter((name) => name.startsWith("workspace"));
    expect(kept.length).toBeGreaterThan(0);
    for (const name of kept) expect(readFileSync(path.join(folder, name)).includes(password)).toBe(false);
  });

  it("tell that it is gone, in words for the person, and run again when it is back", {
    timeout: 180_000,
  }, async () => {
    const { services, folder, file, importFile } = await testTasks();
    file("harbour.sql", ["CREATE TABLE ship (name text);", "INSERT INTO ship VALUES ('Astrid'), (NULL);"]);
    const tasks = file("tasks.jsonl", [taskRow("harbour_1")]);
    const { project } = await importFile(tasks, { databasesDir: folder });
    const projectId = project.id;
    const password = /:([^:@/]+)@/.exec(cluster.url)?.[1] ?? "";
    const serverUrl = cluster.url.replace(`:${password}@`, "@");
    const values = { "tasks.engine": "postgres", "tasks.serverUrl": serverUrl } as const;
    await services.settings.setOfProject({ projectId, values }, anna);
    await services.taskRuns.setServerPassword({ projectId, password, keep: false });
    const sort = { by: "file", descending: false } as const;
    const [taskId = 0] = await services.tasks.ids({ projectId, filter: {}, sort });
    const run = async () => {
      const input = { taskId, profile: "conv" as const, checks: false };
      for await (const event of services.taskRuns.run(input, anna))
        if (event.type === "done") return event.run;
      return null;
    };
    expect(await run()).toMatchObject({ phases: [{ passed: true }, {}] });
    cluster.halt("immediate");
    const fault = asFault(await run().catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: "ENGINE", data: { reason: "unreachable" } });
    expect(fault?.message).toContain("cannot be used");
    cluster.start();
    expect(await run()).toMatchObject({ phases: [{ passed: true }, {}] });
  });
});
