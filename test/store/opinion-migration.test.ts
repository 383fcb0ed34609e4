import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { exportItems } from "../../electron/store/export-items.ts";
import { itemById, systemsOf } from "../../electron/store/items.ts";
import { migrate, migrations } from "../../electron/store/migrations.ts";
import { queueIds } from "../../electron/store/queue.ts";
import { changeToUndo, eventsOfItem, undoToRedo } from "../../electron/store/verdict-events.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// What version 13 wrote, in SQL of its own: two files, a label that one of them brought, a change of it, and its undo.
const version13 = `
INSERT INTO project (id, name, databases_dir, created_at) VALUES (1, 'harbour', '/d', 'then');
INSERT INTO source (id, project_id, file_name, form, kind, prologue, epilogue, reviewer, imported_by, imported_at)
VALUES (5, 1, 'a.json', 'predictions', 'list', '[', ']', 'Anna', 'importer', 'then'),
  (6, 1, 'b.json', 'predictions', 'list', '[ ', ' ]', NULL, 'importer', 'later');
INSERT INTO item (id, project_id, source_id, idx, question_id, db_id, system, question, evidence, predicted_sql, gold_sql)
VALUES (11, 1, 5, 0, '1', 'harbour', 'alpha', 'How many?', '', 'SELECT 1', 'SELECT 2'),
  (12, 1, 5, 1, '2', 'harbour', NULL, 'How long?', '', 'SELECT 1', 'SELECT 2'),
  (13, 1, 6, 2, '1', 'harbour', 'beta', 'How many?', '', 'SELECT 1', 'SELECT 2');
INSERT INTO item_text VALUES (11, '', '{"a":1}'), (12, ', ', '{"a":2}'), (13, '', '{"a":3}');
INSERT INTO verdict_event (seq, save_id, project_id, item_id, reviewer, actor, at, action, revision, judgement, reverts) VALUES
  (3, NULL, 1, 11, 'Anna', 'importer', 'then', 'import', 1, '{"label":"yes","diagnoses":[],"note":"","skipped":false,"flagged":false}', NULL),
  (7, 's1', 1, 11, 'Anna', 'anna', 'later', 'save', 2, '{"label":"no","diagnoses":["GoldX"],"note":"n","skipped":false,"flagged":true}', NULL),
  (9, NULL, 1, 11, 'Anna', 'anna', 'last', 'undo', 3, '{"label":"yes","diagnoses":[],"note":"","skipped":false,"flagged":false}', 7);
INSERT INTO verdict VALUES (1, 'Anna', 11, 3, 'yes', '[]', '', 0, 0, 'last');
`;

/** A workspace that version 13 wrote, opened by this one. */
function migrated() {
  const file = path.join(temporaryFolder(), "work.querent");
  const old = new Database(file);
  old.pragma("foreign_keys = ON");
  migrate(old, file, migrations.slice(0, 13));
  old.exec(version13);
  old.close();
  const workspace = openWorkspace(file);
  onTestFinished(() => workspace.close());
  return workspace;
}

describe("a workspace of version 13", () => {
  it("keeps its items with their texts, files, systems and verdicts", async () => {
    const workspace = migrated();
    const items = await workspace.read(async (db) => (await Array.fromAsync(exportItems(db, 1))).flat());
    expect(items.map(({ source, lead, layout, system }) => ({ source, lead, system, ...layout }))).toEqual([
      { source: '{"a":1}', lead: "", system: "alpha", kind: "list", prologue: "[", epilogue: "]" },
      { source: '{"a":2}', lead: ", ", system: null, kind: "list", prologue: "[", epilogue: "]" },
      { source: '{"a":3}', lead: "", system: "beta", kind: "list", prologue: "[ ", epilogue: " ]" },
    ]);
    expect(items.map(({ verdicts }) => verdicts.map(({ label, revision }) => [label, revision]))).toEqual([
      [["yes", 3]],
      [],
      [],
    ]);
    expect(await workspace.read((db) => itemById(db, 13))).toMatchObject({ extra: { a: 3 } });
    expect(await workspace.read((db) => systemsOf(db, 1))).toEqual(["alpha", "beta"]);
    expect(await workspace.read((db) => queueIds(db, 1, "Anna", { system: "beta" }))).toEqual([13]);
    const positions = await workspace.read((db) =>
      db.all(
        plainSql("SELECT source_id, position, item_id FROM item_occurrence ORDER BY source_id, position"),
      ),
    );
    expect(positions).toEqual([
      { source_id: 5, position: 0, item_id: 11 },
      { source_id: 5, position: 1, item_id: 12 },
      { source_id: 6, position: 0, item_id: 13 },
    ]);
  });

  it("keeps the history of each verdict, what can be redone, and the next number of an event", async () => {
    const workspace = migrated();
    const history = await workspace.read((db) => eventsOfItem(db, 11, "Anna"));
    expect(history.map(({ seq, action, reverts, saveId }) => [seq, action, reverts, saveId])).toEqual([
      [9, "undo", 7, null],
      [7, "save", null, "s1"],
      [3, "import", null, null],
    ]);
    expect(
      await workspace.read(async (db) => [
        await changeToUndo(db, 1, "Anna"),
        (await undoToRedo(db, 1, "Anna"))?.seq,
      ]),
    ).toEqual([null, 9]);
    expect(
      await workspace.read((db) =>
        db.all(plainSql("SELECT seq, source_id FROM verdict_event WHERE source_id IS NOT NULL")),
      ),
    ).toEqual([{ seq: 3, source_id: 5 }]);
    const next = "SELECT seq FROM sqlite_sequence WHERE name = 'verdict_event'";
    expect(await workspace.read((db) => db.first(plainSql(next)))).toEqual({ seq: 9 });
  });

  it("still lets no event be changed, deleted, repeated or taken back twice (SPEC W2)", async () => {
    const workspace = migrated();
    const event = (fields: string) =>
      `INSERT INTO verdict_event (save_id, project_id, item_id, reviewer, actor, at, action, revision, judgement, reverts)
       VALUES (${fields})`;
    for (const [statement, why] of [
      ["UPDATE verdict_event SET actor = 'x'", "append-only"],
      ["DELETE FROM verdict_event", "append-only"],
      [event("NULL, 1, 11, 'Anna', 'anna', 'at', 'undo', 4, '{}', 7"), "UNIQUE"],
      [event("'s1', 1, 11, 'Anna', 'anna', 'at', 'save', 4, '{}', NULL"), "UNIQUE"],
      [event("NULL, 1, 11, 'Anna', 'anna', 'at', 'save', 3, '{}', NULL"), "UNIQUE"],
      [event("NULL, 1, 11, 'Anna', 'anna', 'at', 'redo', 4, '{}', 99"), "FOREIGN KEY"],
    ] as const)
      await expect(workspace.write((db) => db.run(plainSql(statement)))).rejects.toThrow(why);
  });

  it("lets events go only while their project or the file of their item is being deleted", async () => {
    const workspace = migrated();
    for (const mark of ["UPDATE project SET deleting = 1", "UPDATE source SET deleting = 1 WHERE id = 5"])
      await expect(
        workspace.write(async (db) => {
          await db.run(plainSql(mark));
          const changes = await db.run(plainSql("DELETE FROM verdict_event"));
          throw new Error(`deleted ${changes}`);
        }),
      ).rejects.toThrow("deleted 3");
    await expect(
      workspace.write(async (db) => {
        await db.run(plainSql("UPDATE source SET deleting = 1 WHERE id = 6"));
        await db.run(plainSql("DELETE FROM verdict_event"));
      }),
    ).rejects.toThrow("append-only");
  });

  it("breaks no reference", async () => {
    expect(await migrated().read((db) => db.all(plainSql("SELECT * FROM pragma_foreign_key_check")))).toEqual(
      [],
    );
  });
});
