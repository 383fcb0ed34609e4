import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { compose } from "../../electron/compose.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { backupsOf, makeBackup } from "../../electron/store/backups.ts";
import { damageOf, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { setEvaluating } from "../../electron/store/projects.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testPaths } from "../support/program-paths.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };

it("two hosts on one workspace lose nothing of each other's: saves, the evaluation that both go on with, backups", async () => {
  const predictions = Array.from({ length: 60 }, (_, at) => prediction(at));
  const { workspace, folder, itemIds } = await testWorkspace(predictions);
  const { path: file } = workspace;
  writeDatabase(folder);
  await workspace.write((db) => setEvaluating(db, 1, "anna"));
  const failures: unknown[] = [];
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const backEnd = await compose({
        ...{ workspacePath: file, version: "test", startProcess: forkProcess, paths: testPaths },
        ...{ cacheDir: path.join(temporaryFolder(), "cache"), secrets: null },
        log: (message, error) => void failures.push([message, error]),
      });
      onTestFinished(() => backEnd.close());
      return backEnd.services;
    }),
  );
  if (one === undefined || other === undefined) throw new Error("there are two");
  const save = (services: typeof one, itemId: number, who: typeof anna) =>
    services.verdicts.save(
      { itemId, baseRevision: 0, saveId: randomUUID(), judgement: { ...emptyJudgement, label: "yes" } },
      who,
    );
  await Promise.all(itemIds.flatMap((itemId) => [save(one, itemId, anna), save(other, itemId, bert)]));
  // Both at once on one verdict: one is saved, the other is told.
  const again = { itemId: itemIds[0] as number, baseRevision: 1, judgement: emptyJudgement };
  const both = await Promise.allSettled(
    [one, other].map(({ verdicts }) => verdicts.save({ ...again, saveId: randomUUID() }, anna)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

  const count = (sql: string) => workspace.read(async (db) => (await db.values(plainSql(sql)))[0]);
  await expect
    .poll(() => count("SELECT count(*) FROM evaluation WHERE stale = 0"), { timeout: 30_000 })
    .toBe(60);
  const jobs = async () => [
    ...(await one.jobs.list(undefined, anna)),
    ...(await other.jobs.list(undefined, anna)),
  ];
  await expect
    .poll(async () => (await jobs()).filter(({ state }) => state === "running"), { timeout: 30_000 })
    .toEqual([]);
  expect(await count("SELECT count(*) FROM verdict WHERE label = 'yes'")).toBe(119);
  expect(await count("SELECT count(*) FROM verdict_event")).toBe(121);

  const signal = new AbortController().signal;
  const check = (copy: string) => damageOf(copy, { entry: importThreadEntry, signal });
  const now = () => new Date(Date.now() + 3_600_000);
  const made = await Promise.all([1, 2].map(() => makeBackup({ file, now, damageOf: check }, signal)));
  expect(backupsOf(file)).toEqual([...new Set(made)]);
  expect(await Promise.all([file, ...backupsOf(file)].map(check))).toEqual([[], []]);
  expect(failures).toEqual([]);
});
