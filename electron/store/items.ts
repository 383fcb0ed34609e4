import type { Item } from "#shared/domain/item.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { extraOf } from "#shared/formats/read-item.ts";
import type { FileLayout } from "#shared/formats/text-items.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** A file as it is entered: whose verdicts its labels became (null: left out), and by which account, when. */
export interface SourceInput {
  projectId: number;
  fileName: string;
  form: string;
  layout: FileLayout;
  reviewer: string | null;
  importedBy: string;
  importedAt: string;
}

/** Enters a file and gives its id. */
export function addSource(db: WriteHandle, source: SourceInput): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO source (project_id, file_name, form, kind, prologue, epilogue, reviewer, imported_by, imported_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      source.projectId,
      source.fileName,
      source.form,
      source.layout.kind,
      source.layout.prologue,
      source.layout.epilogue,
      source.reviewer,
      source.importedBy,
      source.importedAt,
    );
  return Number(lastInsertRowid);
}

/** The name of a file of the project that is `text` letter by letter and has so many items, or null. */
export function fileWithText(db: ReadHandle, projectId: number, text: string, items: number): string | null {
  const sources = db
    .sql(
      `SELECT id, file_name AS fileName, prologue, epilogue FROM source WHERE project_id = ?
       AND (SELECT count(*) FROM item_occurrence WHERE source_id = source.id) = ? ORDER BY id`,
    )
    .all(projectId, items) as { id: number; fileName: string; prologue: string; epilogue: string }[];
  const same = sources.find(({ id, prologue, epilogue }) => {
    if (!text.startsWith(prologue)) return false;
    let at = prologue.length;
    const pieces = db
      .sql("SELECT lead || text FROM item_occurrence WHERE source_id = ? ORDER BY position")
      .raw()
      .iterate(id) as IterableIterator<[string]>;
    for (const [piece] of pieces) {
      if (!text.startsWith(piece, at)) return false;
      at += piece.length;
    }
    return text.length === at + epilogue.length && text.endsWith(epilogue);
  });
  return same?.fileName ?? null;
}

/** The layouts of a project's files by source id, in import order. */
export function layoutsOf(db: ReadHandle, projectId: number): Map<number, FileLayout> {
  const rows = db
    .sql("SELECT id, kind, prologue, epilogue FROM source WHERE project_id = ? ORDER BY id")
    .all(projectId) as ({ id: number } & FileLayout)[];
  return new Map(rows.map(({ id, ...layout }) => [id, layout]));
}

/** The index that the next item of a project gets. */
export function nextIndex(db: ReadHandle, projectId: number): number {
  const row = db
    .sql("SELECT coalesce(max(idx) + 1, 0) AS next FROM item WHERE project_id = ?")
    .get(projectId) as { next: number };
  return row.next;
}

/** Adds an item of a file under an id and at an index of its project. */
export function addItem(
  db: WriteHandle,
  { id, projectId, sourceId, index }: { id: number; projectId: number; sourceId: number; index: number },
  item: ItemInput,
): void {
  db.sql(
    `INSERT INTO item (id, project_id, source_id, idx, question_id, db_id, system, question, evidence, predicted_sql, gold_sql)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    projectId,
    sourceId,
    index,
    JSON.stringify(item.questionId),
    item.dbId,
    item.system,
    item.question,
    item.evidence,
    item.predictedSql,
    item.goldSql,
  );
}

/** Gives an item the evidence of another file. */
export function setEvidence(db: WriteHandle, itemId: number, evidence: string): void {
  db.sql("UPDATE item SET evidence = ? WHERE id = ?").run(evidence, itemId);
}

/** Enters where in a file (`position` from 0) an item occurs, with its text there. */
export function addOccurrence(
  db: WriteHandle,
  sourceId: number,
  position: number,
  itemId: number,
  { system, lead, source }: Pick<ItemInput, "system" | "lead" | "source">,
): void {
  db.sql(
    "INSERT INTO item_occurrence (source_id, position, item_id, system, lead, text) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(sourceId, position, itemId, system, lead, source);
}

interface ItemRow {
  id: number;
  projectId: number;
  index: number;
  questionId: string;
  dbId: string;
  system: string | null;
  question: string;
  evidence: string;
  predictedSql: string;
  goldSql: string;
}

const itemColumns = `item.id, item.project_id AS projectId, item.idx AS "index", item.question_id AS questionId,
  item.db_id AS dbId, item.system, item.question, item.evidence, item.predicted_sql AS predictedSql, item.gold_sql AS goldSql`;

/** The systems that gave an item, in words: "gpt-3.5, gpt-4". */
export const systemsInWords = `(SELECT group_concat(system, ', ') FROM
  (SELECT DISTINCT system FROM item_occurrence WHERE item_id = item.id AND system IS NOT NULL ORDER BY system))`;

/** Items with their text in the first file that had them. */
const itemsAsFirstRead = `item JOIN item_occurrence o ON o.rowid =
  (SELECT rowid FROM item_occurrence WHERE item_id = item.id AND source_id = item.source_id ORDER BY position LIMIT 1)`;

/** One item whole, or null. */
export function itemById(db: ReadHandle, id: number): Item | null {
  const row = db
    .sql(
      `SELECT ${itemColumns}, text, ${systemsInWords} AS system FROM ${itemsAsFirstRead} WHERE item.id = ?`,
    )
    .get(id) as (ItemRow & { text: string }) | undefined;
  if (!row) return null;
  const { text, ...item } = row;
  return { ...item, questionId: JSON.parse(item.questionId) as Item["questionId"], extra: extraOf(text) };
}

/** What has to be known of an item to run it. */
export interface RunnableItem {
  id: number;
  projectId: number;
  dbId: string;
  predictedSql: string;
  goldSql: string;
}

const runnableColumns =
  "item.id, item.project_id AS projectId, item.db_id AS dbId, predicted_sql AS predictedSql, gold_sql AS goldSql";

/** What running an item takes, or null. */
export function runnableItem(db: ReadHandle, id: number): RunnableItem | null {
  const row = db.sql(`SELECT ${runnableColumns} FROM item WHERE id = ?`).get(id);
  return (row as RunnableItem | undefined) ?? null;
}

/** Up to `count` items of a project behind an index that have no evaluation or a stale one, in order. */
export function unevaluatedItems(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): (RunnableItem & { index: number })[] {
  return db
    .sql(
      `SELECT ${runnableColumns}, item.idx AS "index" FROM item
       LEFT JOIN evaluation e ON e.project_id = item.project_id AND e.item_id = item.id
       WHERE item.project_id = ? AND item.idx > ? AND (e.item_id IS NULL OR e.stale = 1)
       ORDER BY item.idx LIMIT ?`,
    )
    .all(projectId, afterIndex, count) as (RunnableItem & { index: number })[];
}

/** How many items of each database a project has, by name. */
export function databaseCounts(db: ReadHandle, projectId: number): { dbId: string; items: number }[] {
  return db
    .sql(
      "SELECT db_id AS dbId, count(*) AS items FROM item WHERE project_id = ? GROUP BY db_id ORDER BY db_id",
    )
    .all(projectId) as { dbId: string; items: number }[];
}

/** The systems whose predictions a project holds. */
export function systemsOf(db: ReadHandle, projectId: number): string[] {
  const rows = db
    .sql(
      `SELECT DISTINCT system FROM item_occurrence
       WHERE source_id IN (SELECT id FROM source WHERE project_id = ?) AND system IS NOT NULL ORDER BY system`,
    )
    .all(projectId) as { system: string }[];
  return rows.map(({ system }) => system);
}

/** An item as it goes out: its text in a file, and the fields that the forms need. */
export interface StoredItem extends ItemRow {
  sourceId: number;
  lead: string;
  text: string;
  /** Where it stands in what is asked for. */
  order: number;
}

/** Up to `count` items of a project behind an index, in order, with their text in the first file that had them. */
export function storedItems(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): StoredItem[] {
  return db
    .sql(
      `SELECT ${itemColumns}, item.source_id AS sourceId, lead, text, idx AS "order" FROM ${itemsAsFirstRead}
       WHERE project_id = ? AND idx > ? ORDER BY idx LIMIT ?`,
    )
    .all(projectId, afterIndex, count) as StoredItem[];
}

/** Up to `count` items of a file behind a position, in the file's order, with their text and system there. */
export function itemsOfFile(
  db: ReadHandle,
  sourceId: number,
  afterPosition: number,
  count: number,
): StoredItem[] {
  const rows = db
    .sql(
      `SELECT ${itemColumns}, o.source_id AS sourceId, o.lead, o.text, o.position AS "order", o.system AS systemThere
       FROM item_occurrence o JOIN item ON item.id = o.item_id
       WHERE o.source_id = ? AND o.position > ? ORDER BY o.position LIMIT ?`,
    )
    .all(sourceId, afterPosition, count) as (StoredItem & { systemThere: string | null })[];
  return rows.map(({ systemThere, ...item }) => ({ ...item, system: systemThere }));
}

/** The systems that gave each of these items, by item, in order. */
export function systemsOfItems(db: ReadHandle, itemIds: readonly number[]): Map<number, string[]> {
  const rows = db
    .sql(
      `SELECT DISTINCT item_id AS itemId, system FROM json_each(?) asked CROSS JOIN item_occurrence ON item_id = asked.value
       WHERE system IS NOT NULL ORDER BY item_id, system`,
    )
    .all(JSON.stringify(itemIds)) as { itemId: number; system: string }[];
  const systems = Map.groupBy(rows, ({ itemId }) => itemId);
  return new Map([...systems].map(([itemId, own]) => [itemId, own.map(({ system }) => system)]));
}
