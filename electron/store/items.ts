import { type Expression, type RawBuilder, sql } from "kysely";
import type { Item } from "#shared/domain/item.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { extraOf } from "#shared/formats/read-item.ts";
import type { FileLayout } from "#shared/formats/text-items.ts";
import { listedRows } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { type JsonText, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

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
export async function addSource(db: WriteHandle, source: SourceInput): Promise<number> {
  const { kind, prologue, epilogue } = source.layout;
  const { id } = await db.one(
    query
      .insertInto("source")
      .values({
        project_id: source.projectId,
        file_name: source.fileName,
        form: source.form,
        kind,
        prologue,
        epilogue,
        reviewer: source.reviewer,
        imported_by: source.importedBy,
        imported_at: source.importedAt,
      })
      .returning("id"),
  );
  return id;
}

/** The name of a file of the project that is `text` letter by letter and has so many items, or null. */
export async function fileWithText(
  db: ReadHandle,
  projectId: number,
  text: string,
  items: number,
): Promise<string | null> {
  const sources = await db.all(
    query
      .selectFrom("source")
      .select(["id", "file_name as fileName", "prologue", "epilogue"])
      .where("project_id", "=", projectId)
      .where(
        (of) =>
          of
            .selectFrom("item_occurrence")
            .select(of.fn.countAll<number>().as("items"))
            .whereRef("source_id", "=", "source.id"),
        "=",
        items,
      )
      .orderBy("id"),
  );
  for (const { id, fileName, ...around } of sources) if (await isText(db, id, around, text)) return fileName;
  return null;
}

/** Whether the pieces of a file, as they are stored, come to `text`. */
async function isText(
  db: ReadHandle,
  sourceId: number,
  { prologue, epilogue }: { prologue: string; epilogue: string },
  text: string,
): Promise<boolean> {
  if (!text.startsWith(prologue)) return false;
  let at = prologue.length;
  const pieces = query
    .selectFrom("item_occurrence")
    .select((of) => of("lead", "||", of.ref("text")).as("piece"))
    .where("source_id", "=", sourceId)
    .orderBy("position");
  for await (const { piece } of db.each(pieces)) {
    if (!text.startsWith(piece, at)) return false;
    at += piece.length;
  }
  return text.length === at + epilogue.length && text.endsWith(epilogue);
}

/** The layouts of a project's files by source id, in import order. */
export async function layoutsOf(db: ReadHandle, projectId: number): Promise<Map<number, FileLayout>> {
  const rows = await db.all(
    query
      .selectFrom("source")
      .select(["id", "kind", "prologue", "epilogue"])
      .where("project_id", "=", projectId)
      .orderBy("id"),
  );
  return new Map(rows.map(({ id, ...layout }) => [id, layout]));
}

/** The index that the next item of a project gets. */
export async function nextIndex(db: ReadHandle, projectId: number): Promise<number> {
  const { last } = await db.one(
    query
      .selectFrom("item")
      .select((of) => of.fn.max<number | null>("idx").as("last"))
      .where("project_id", "=", projectId),
  );
  return last === null ? 0 : last + 1;
}

const insertItem = compiledOnce((row: NewRow<"item">) => query.insertInto("item").values(row));

/** Adds an item of a file under an id and at an index of its project. */
export async function addItem(
  db: WriteHandle,
  { id, projectId, sourceId, index }: { id: number; projectId: number; sourceId: number; index: number },
  item: ItemInput,
): Promise<void> {
  await db.run(
    insertItem({
      id,
      project_id: projectId,
      source_id: sourceId,
      idx: index,
      question_id: jsonText(item.questionId),
      db_id: item.dbId,
      system: item.system,
      question: item.question,
      evidence: item.evidence,
      predicted_sql: item.predictedSql,
      gold_sql: item.goldSql,
    }),
  );
}

/** Gives an item the evidence of another file. */
export async function setEvidence(db: WriteHandle, itemId: number, evidence: string): Promise<void> {
  await db.run(query.updateTable("item").set({ evidence }).where("id", "=", itemId));
}

const insertOccurrence = compiledOnce((row: NewRow<"item_occurrence">) =>
  query.insertInto("item_occurrence").values(row),
);

/** Enters where in a file (`position` from 0) an item occurs, with its text there. */
export async function addOccurrence(
  db: WriteHandle,
  sourceId: number,
  position: number,
  itemId: number,
  { system, lead, source }: Pick<ItemInput, "system" | "lead" | "source">,
): Promise<void> {
  await db.run(
    insertOccurrence({ source_id: sourceId, position, item_id: itemId, system, lead, text: source }),
  );
}

const itemColumns = [
  "item.id",
  "item.project_id as projectId",
  "item.idx as index",
  "item.question_id as questionId",
  "item.db_id as dbId",
  "item.question",
  "item.evidence",
  "item.predicted_sql as predictedSql",
  "item.gold_sql as goldSql",
] as const;

/** The systems that gave an item, in words: "gpt-3.5, gpt-4". */
export const systemsInWords = (itemId: Expression<number>): RawBuilder<string | null> =>
  sql`${query
    .selectFrom((of) =>
      of
        .selectFrom("item_occurrence")
        .select("system")
        .distinct()
        .where("item_id", "=", itemId)
        .where("system", "is not", null)
        .as("systems"),
    )
    .select((of) =>
      of.fn
        .agg("string_agg", ["system", sql.lit(", ")])
        .orderBy("system")
        .as("words"),
    )}`;

/**
 * Items with their text in the first file that had them. By what is not there, not by min(): to find the first of an item, PostgreSQL
 * walks through the file's occurrences from its beginning.
 */
const itemsAsFirstRead = query
  .selectFrom("item")
  .innerJoin("item_occurrence as o", (join) =>
    join.onRef("o.item_id", "=", "item.id").onRef("o.source_id", "=", "item.source_id"),
  )
  .where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom("item_occurrence as earlier")
          .select("earlier.position")
          .whereRef("earlier.item_id", "=", "o.item_id")
          .whereRef("earlier.source_id", "=", "o.source_id")
          .whereRef("earlier.position", "<", "o.position"),
      ),
    ),
  );

const wholeItem = compiledOnce(({ id }: { id: number }) =>
  itemsAsFirstRead
    .select(itemColumns)
    .select((of) => ["o.text", systemsInWords(of.ref("item.id")).as("system")])
    .where("item.id", "=", id),
);

/** One item whole, or null. */
export async function itemById(db: ReadHandle, id: number): Promise<Item | null> {
  const row = await db.first(wholeItem({ id }));
  if (!row) return null;
  const { text, ...item } = row;
  return { ...item, questionId: parsed(item.questionId), extra: extraOf(text) };
}

/** What has to be known of an item to run it. */
export interface RunnableItem {
  id: number;
  projectId: number;
  dbId: string;
  predictedSql: string;
  goldSql: string;
}

const runnableItems = query
  .selectFrom("item")
  .select([
    "item.id",
    "item.project_id as projectId",
    "item.db_id as dbId",
    "predicted_sql as predictedSql",
    "gold_sql as goldSql",
  ]);

/** What running an item takes, or null. */
export const runnableItem = async (db: ReadHandle, id: number): Promise<RunnableItem | null> =>
  (await db.first(runnableItems.where("id", "=", id))) ?? null;

/** Up to `count` items of a project behind an index that have no evaluation or a stale one, in order. */
export async function unevaluatedItems(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): Promise<(RunnableItem & { index: number })[]> {
  return db.all(
    runnableItems
      .select("item.idx as index")
      .leftJoin("evaluation as e", (join) =>
        join.onRef("e.project_id", "=", "item.project_id").onRef("e.item_id", "=", "item.id"),
      )
      .where("item.project_id", "=", projectId)
      .where("item.idx", ">", afterIndex)
      .where((of) => of.or([of("e.item_id", "is", null), of("e.stale", "=", 1)]))
      .orderBy("item.idx")
      .limit(count),
  );
}

/** How many items of each database a project has, by name. */
export async function databaseCounts(
  db: ReadHandle,
  projectId: number,
): Promise<{ dbId: string; items: number }[]> {
  return db.all(
    query
      .selectFrom("item")
      .select((of) => ["db_id as dbId", of.fn.countAll<number>().as("items")])
      .where("project_id", "=", projectId)
      .groupBy("db_id")
      .orderBy("db_id"),
  );
}

/** The systems whose predictions a project holds. */
export async function systemsOf(db: ReadHandle, projectId: number): Promise<string[]> {
  const systems = await db.values(
    query
      .selectFrom("item_occurrence")
      .select("system")
      .distinct()
      .where("source_id", "in", (of) =>
        of.selectFrom("source").select("id").where("project_id", "=", projectId),
      )
      .where("system", "is not", null)
      .orderBy("system"),
  );
  return systems.filter((system) => system !== null);
}

/** An item as it goes out: its text in a file, and the fields that the forms need. */
export interface StoredItem extends RunnableItem {
  index: number;
  questionId: JsonText<Item["questionId"]>;
  system: string | null;
  question: string;
  evidence: string;
  sourceId: number;
  lead: string;
  text: string;
  /** Where it stands in what is asked for. */
  order: number;
}

/** Up to `count` items of a project behind an index, in order, with their text in the first file that had them. */
export async function storedItems(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): Promise<StoredItem[]> {
  return db.all(
    itemsAsFirstRead
      .select([
        ...itemColumns,
        "item.system",
        "item.source_id as sourceId",
        "o.lead",
        "o.text",
        "idx as order",
      ])
      .where("project_id", "=", projectId)
      .where("idx", ">", afterIndex)
      .orderBy("idx")
      .limit(count),
  );
}

/** Up to `count` items of a file behind a position, in the file's order, with their text and system there. */
export async function itemsOfFile(
  db: ReadHandle,
  sourceId: number,
  afterPosition: number,
  count: number,
): Promise<StoredItem[]> {
  return db.all(
    query
      .selectFrom("item_occurrence as o")
      .innerJoin("item", "item.id", "o.item_id")
      .select([
        ...itemColumns,
        "o.system",
        "o.source_id as sourceId",
        "o.lead",
        "o.text",
        "o.position as order",
      ])
      .where("o.source_id", "=", sourceId)
      .where("o.position", ">", afterPosition)
      .orderBy("o.position")
      .limit(count),
  );
}

/** The systems that gave each of these items, by item, in order. */
export async function systemsOfItems(
  db: ReadHandle,
  itemIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await db.all(
    query
      .selectFrom(listedRows(itemIds).as("asked"))
      .crossJoin("item_occurrence as o")
      .select(["o.item_id as itemId", "o.system"])
      .distinct()
      .whereRef("o.item_id", "=", "asked.value")
      .where("o.system", "is not", null)
      .orderBy("o.item_id")
      .orderBy("o.system"),
  );
  const systems = Map.groupBy(rows, ({ itemId }) => itemId);
  return new Map([...systems].map(([itemId, own]) => [itemId, own.flatMap(({ system }) => system ?? [])]));
}

/** The items of a project in its order, without where they came from. */
export async function* itemsInOrder(
  db: ReadHandle,
  projectId: number,
): AsyncGenerator<Omit<Item, "projectId" | "extra">> {
  const items = query
    .selectFrom("item")
    .select(itemColumns)
    .select("item.system")
    .where("project_id", "=", projectId)
    .orderBy("idx");
  for await (const { projectId: _, questionId, ...item } of db.each(items))
    yield { ...item, questionId: parsed(questionId) };
}
