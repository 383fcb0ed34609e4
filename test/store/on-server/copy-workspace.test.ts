import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyWorkspace } from "../../../electron/store/copy-workspace.ts";
import { tableNames } from "../../../electron/store/dialect.ts";
import { openWorkspaceAt, workspaceExists } from "../../../electron/store/open-workspace.ts";
import { plainStatement, query } from "../../../electron/store/query.ts";
import { openWorkspace } from "../../../electron/store/workspace.ts";
import { emptyJudgement } from "../../../shared/domain/verdict.ts";
import { emptyDatabase, testServer } from "../../support/new-workspace.ts";
import { taskRow } from "../../support/task-row.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testServices } from "../../support/test-services.ts";
import { importInto, prediction } from "../../support/test-workspace.ts";

const anna = { actor: "anna" };

/** A workspace file in which people have done something of each kind, and nobody does anything more. */
async function livelyWorkspace(): Promise<string> {
  const folder = temporaryFolder();
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  onTestFinished(() => workspace.close());
  const items = Array.from({ length: 1_200 }, (_, n) =>
    prediction(n, {
      question: n === 7 ? "a\0b\u{1}c" : `How many ships (${n})?`,
      label: n % 2 ? "yes" : "no",
    }),
  );
  const projectId = await importInto(workspace, folder, items, "carla");
  const itemIds = (await workspace.read((db) =>
    db.values(plainStatement("SELECT id FROM item ORDER BY idx")),
  )) as number[];
  const services = testServices(workspace);
  const [first = 0, second = 0] = itemIds;
  for (const [at, label] of ["yes", "no", "yes"].entries())
    await services.verdicts.save(
      {
        itemId: at < 2 ? first : second,
        baseRevision: at < 2 ? at : 0,
        saveId: crypto.randomUUID(),
        judgement: { ...emptyJudgement, label, note: "\0" },
      },
      anna,
    );
  await services.verdicts.undo({ projectId }, anna);
  await services.comments.start({ subject: { itemId: first }, topic: null, text: "Why?" }, anna);
  const { account } = await services.members.invite({ projectId, name: "Ann", roles: ["reviewer"] }, anna);
  await services.slots.setPlan({ projectId, plan: { overlap: 2, leaseMinutes: 60 } }, anna);
  await services.slots.claim({ projectId }, { actor: account, isMember: true });
  const tasks = path.join(folder, "tasks.jsonl");
  writeFileSync(tasks, `${taskRow("harbour_1")}\n`);
  const input = { files: { tasks }, projectName: "tasks", databasesDir: null };
  await Array.fromAsync(services.tasks.import({ ...input, skipUnreadable: true, existing: "keep" }, anna));
  const still = path.join(folder, "still.querent");
  await copyWorkspace(workspace.location, still);
  return still;
}

/** All rows of all tables. */
async function everything(location: string): Promise<Record<string, string[]>> {
  const workspace = await openWorkspaceAt(location);
  try {
    return await workspace.read(async (db) => {
      const names = await db.values(query.selectFrom(tableNames.as("table")).select("name").orderBy("name"));
      const rows: Record<string, string[]> = {};
      for (const name of names)
        rows[name] = (await db.all(plainStatement(`SELECT * FROM "${name}"`)))
          .map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))))
          .sort();
      return rows;
    });
  } finally {
    await workspace.close();
  }
}

/** The rows that only one of two workspaces has. */
const differing = (one: Record<string, string[]>, other: Record<string, string[]>) =>
  Object.keys({ ...one, ...other }).flatMap((table) => [
    ...(one[table]?.length === other[table]?.length ? [] : [`${table}: not as many`]),
    ...(one[table] ?? []).filter((row) => !other[table]?.includes(row)).map((row) => `${table} + ${row}`),
    ...(other[table] ?? []).filter((row) => !one[table]?.includes(row)).map((row) => `${table} - ${row}`),
  ]);

describe("a copy of a workspace", () => {
  it("from a file to a server and back has every row, and goes on with numbers that nothing had (SPEC W8)", async () => {
    const file = await livelyWorkspace();
    const before = await everything(file);
    const url = await emptyDatabase(testServer() ?? "");
    await copyWorkspace(file, url);
    expect(differing(await everything(url), before)).toEqual([]);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(20);
    const back = path.join(temporaryFolder(), "back.querent");
    await copyWorkspace(url, back);
    expect(differing(await everything(back), before)).toEqual([]);
    const folder = temporaryFolder();
    for (const location of [url, back]) {
      const copy = await openWorkspaceAt(location);
      onTestFinished(() => copy.close());
      await importInto(copy, folder, [prediction(5_000)], "dora");
      await importInto(copy, folder, [prediction(5_001)], "dora", "another");
      expect((await copy.read((db) => db.values(plainStatement("SELECT count(*) FROM item"))))[0]).toBe(
        1_202,
      );
    }
  });

  it("leaves nothing behind where it is cancelled", async () => {
    const file = await livelyWorkspace();
    const url = await emptyDatabase(testServer() ?? "");
    const there = await emptyDatabase(testServer() ?? "");
    await copyWorkspace(file, there);
    const folder = temporaryFolder();
    for (const [from, to] of [
      [file, url],
      [there, path.join(folder, "back.querent")],
    ] as const) {
      const stop = new AbortController();
      const copying = copyWorkspace(from, to, stop.signal, (done) => {
        if (done === 5) stop.abort(new Error("enough"));
      });
      await expect(copying).rejects.toThrow("enough");
      expect(await workspaceExists(to)).toBe(false);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
