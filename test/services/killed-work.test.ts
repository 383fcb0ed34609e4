import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluationsOf } from "../../electron/store/evaluations.ts";
import { setEvaluating } from "../../electron/store/projects.ts";
import { defineRowSum, findDamage } from "../../electron/store/row-sums.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { findingsOfTask } from "../../electron/store/task-findings.ts";
import { wantTaskJob } from "../../electron/store/task-jobs.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { asAdmin, namesLeft } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testTasks } from "../support/test-tasks.ts";
import { importInto, prediction, writeDatabase } from "../support/test-workspace.ts";

const items = 150;
const tasks = 6;

/** A workspace that wants its items evaluated and its tasks checked: on SQLite, or on a server. */
async function wantedWork(serverUrl: string | null): Promise<string> {
  const { workspace, folder, file, importFile } = await testTasks();
  const rows = Array.from({ length: tasks }, (_, at) => taskRow(`harbour_${at}`));
  const { project } = await importFile(file("tasks.jsonl", rows));
  writeDatabase(folder);
  const predictions = Array.from({ length: items }, (_, at) => prediction(at));
  expect(await importInto(workspace, folder, predictions, null, "tasks")).toBe(project.id);
  if (serverUrl !== null)
    file("harbour.sql", [
      "CREATE TABLE ship (id serial PRIMARY KEY, name text);",
      "INSERT INTO ship (name) VALUES ('Astrid'), ('Brage');",
    ]);
  const engine = serverUrl === null ? "sqlite" : "postgres";
  await workspace.write(async (db) => {
    await putSettingsOfProject(db, project.id, {
      ...{ "tasks.engine": engine, "items.engine": engine, "tasks.databasesDir": folder },
      ...(serverUrl === null ? {} : { "tasks.serverUrl": serverUrl }),
    });
    await setEvaluating(db, project.id, "anna");
    await wantTaskJob(db, { projectId: project.id, kind: "check", profile: "conv", predictionRunId: null });
  });
  await workspace.close();
  return workspace.path;
}

interface Done {
  items: number;
  tasks: number;
}

/** Goes on with the work, and kills the process by SIGKILL after so many lines; gives what it had told by then. */
async function goOn(file: string, killAfter = Number.POSITIVE_INFINITY): Promise<Done[]> {
  const script = fileURLToPath(new URL("./work-until-killed.ts", import.meta.url));
  // Marks of what was under way are of no concern here: each start has its own.
  const child = spawn(process.execPath, [script, file, temporaryFolder()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Done[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on("line", (line) => {
    lines.push(JSON.parse(line));
    if (lines.length === killAfter) child.kill("SIGKILL");
  });
  await Promise.all([once(child, "exit"), once(reading, "close")]);
  return lines;
}

/** What the workspace holds of its work, but for times; nothing of it is damaged. */
async function outcomeOf(file: string) {
  const connection = new Database(file);
  defineRowSum(connection);
  expect(findDamage(connection)).toEqual([]);
  connection.close();
  const workspace = openWorkspace(file);
  const ids = async (table: "item" | "task") =>
    (
      await workspace.read(
        async (db) => (await db.all(plainSql(`SELECT id FROM ${table} ORDER BY id`))) as { id: number }[],
      )
    ).map(({ id }) => id);
  const found = await workspace.read(async (db) => ({
    evaluations: [...(await evaluationsOf(db, await ids("item")))],
    findings: await Array.fromAsync(await ids("task"), (id) => findingsOfTask(db, id)),
  }));
  await workspace.close();
  return JSON.parse(JSON.stringify(found), (key, value) =>
    /elapsedMs|At$|^at$/.test(key) ? undefined : value,
  );
}

/** Kills the work of a workspace again and again, and lets it end; `onKilled` looks at what a killed process has left. */
async function killAgainAndAgain(serverUrl: string | null, onKilled: () => Promise<void>): Promise<void> {
  const whole = await wantedWork(serverUrl);
  const killed = `${whole}.killed.querent`;
  copyFileSync(whole, killed);
  expect((await goOn(whole)).at(-1)).toEqual({ items, tasks });

  let told: Done = { items: 0, tasks: 0 };
  for (const killAfter of [1, 2, 3, 1, 2]) {
    const lines = await goOn(killed, killAfter);
    for (const line of lines) {
      expect(line.items).toBeGreaterThanOrEqual(told.items);
      expect(line.tasks).toBeGreaterThanOrEqual(told.tasks);
      told = line;
    }
    await onKilled();
  }
  expect((await goOn(killed)).at(-1)).toEqual({ items, tasks });
  expect(await outcomeOf(killed)).toEqual(await outcomeOf(whole));
}

it("evaluations and checks that were killed again and again go on, lose nothing that was told, and end as if nobody had killed them", async () => {
  await killAgainAndAgain(null, async () => {});
}, 240_000);

describe.skipIf(postgresPrograms() === null)(
  `the same on a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    beforeAll(() => {
      cluster = startCluster();
    });
    afterAll(() => cluster?.stop());

    it("and no session outlives the process that was killed, no role or database the end of the work", async () => {
      let kills = 0;
      const sessions = () =>
        asAdmin(
          cluster,
          "SELECT usename, application_name FROM pg_stat_activity WHERE usename LIKE 'querent%' OR application_name LIKE 'querent%'",
        );
      await killAgainAndAgain(cluster.url, async () => {
        kills += 1;
        await expect.poll(sessions, { timeout: 60_000 }).toEqual([]);
      });
      expect(kills).toBe(5);
      expect(await namesLeft(cluster)).toEqual([]);
    }, 600_000);
  },
);
