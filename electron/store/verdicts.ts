import type { InferResult } from "kysely";
import { emptyJudgement, type Judgement, type Verdict } from "#shared/domain/verdict.ts";
import { among, jsonListHas, listedRows } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { flagOf, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

const verdicts = query
  .selectFrom("verdict")
  .select(["item_id as itemId", "reviewer", "revision", "label", "diagnoses", "note", "skipped", "flagged"])
  .select(["saved_at as savedAt", "rubric", "corrected_sql as correctedSql"]);

interface OfReviewer {
  projectId: number;
  itemId: number;
  reviewer: string;
}

const verdictQuery = compiledOnce(({ projectId, itemId, reviewer }: OfReviewer) =>
  verdicts.where("project_id", "=", projectId).where("reviewer", "=", reviewer).where("item_id", "=", itemId),
);

/** A reviewer's verdict on an item; at revision 0 and empty where nothing was saved yet. */
export async function verdictOf(
  db: ReadHandle,
  projectId: number,
  itemId: number,
  reviewer: string,
): Promise<Verdict> {
  const row = await db.first(verdictQuery({ projectId, itemId, reviewer }));
  return row === undefined
    ? { ...emptyJudgement, itemId, reviewer, revision: 0, savedAt: null }
    : verdictOfRow(row);
}

/** Everybody's verdicts on the given items, by item and then by name. */
export async function verdictsOnItems(db: ReadHandle, itemIds: readonly number[]): Promise<Verdict[]> {
  return (
    await db.all(verdicts.where("item_id", "in", among(itemIds)).orderBy("item_id").orderBy("reviewer"))
  ).map(verdictOfRow);
}

/** A reviewer's verdicts on the given items, by item. */
export async function verdictsOfReviewer(
  db: ReadHandle,
  reviewer: string,
  itemIds: readonly number[],
): Promise<Map<number, Verdict>> {
  const own = (await verdictsOnItems(db, itemIds)).filter((verdict) => verdict.reviewer === reviewer);
  return new Map(own.map((verdict) => [verdict.itemId, verdict]));
}

/** Everything that a reviewer said in a project, by item. */
export async function verdictsInProject(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
): Promise<Verdict[]> {
  const own = verdicts.where("project_id", "=", projectId).where("reviewer", "=", reviewer);
  return (await db.all(own.orderBy("item_id"))).map(verdictOfRow);
}

/** Those of the given items to which a reviewer gave a label. */
export async function labelledByReviewer(
  db: ReadHandle,
  reviewer: string,
  itemIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const labelled = query
    .selectFrom(listedRows(itemIds).as("asked"))
    .crossJoin("item")
    .innerJoin("verdict as v", (join) =>
      join
        .onRef("v.project_id", "=", "item.project_id")
        .on("v.reviewer", "=", reviewer)
        .onRef("v.item_id", "=", "item.id"),
    )
    .select("v.item_id")
    .whereRef("item.id", "=", "asked.value")
    .where("v.label", "is not", null);
  return new Set(await db.values(labelled));
}

/** All items of a project on which a reviewer has said something. */
export const allLabelledByReviewer = async (
  db: ReadHandle,
  projectId: number,
  reviewer: string,
): Promise<ReadonlySet<number>> =>
  new Set(
    await db.values(
      query
        .selectFrom("verdict")
        .select("item_id")
        .where("project_id", "=", projectId)
        .where("reviewer", "=", reviewer)
        .where("label", "is not", null),
    ),
  );

const changeVerdict = compiledOnce(({ project_id, reviewer, item_id, ...said }: NewRow<"verdict">) =>
  query
    .updateTable("verdict")
    .set(said)
    .where("project_id", "=", project_id)
    .where("reviewer", "=", reviewer)
    .where("item_id", "=", item_id),
);

const insertVerdict = compiledOnce((row: NewRow<"verdict">) => query.insertInto("verdict").values(row));

/** Replaces a verdict's earlier revision: derived state, always beside `appendEvent`. */
export async function putVerdict(
  db: WriteHandle,
  projectId: number,
  verdict: Judgement & { itemId: number; reviewer: string; revision: number; savedAt: string },
): Promise<void> {
  const row = {
    project_id: projectId,
    reviewer: verdict.reviewer,
    item_id: verdict.itemId,
    revision: verdict.revision,
    label: verdict.label,
    diagnoses: jsonText(verdict.diagnoses),
    note: verdict.note,
    skipped: flagOf(verdict.skipped),
    flagged: flagOf(verdict.flagged),
    saved_at: verdict.savedAt,
    rubric: jsonText(verdict.rubric),
    corrected_sql: verdict.correctedSql,
  };
  // Not as one insert that updates on conflict: what that does on conflict would hold in the triggers on the table, too (sqlite.org/lang_createtrigger.html).
  if (verdict.revision === 1 || (await db.run(changeVerdict(row))) === 0) await db.run(insertVerdict(row));
}

/** Who has verdicts in a project, and how many of them carry a label. */
export async function reviewersOf(
  db: ReadHandle,
  projectId: number,
): Promise<{ reviewer: string; labelled: number }[]> {
  return db.all(
    query
      .selectFrom("verdict")
      .select((of) => ["reviewer", of.fn.count<number>("label").as("labelled")])
      .where("project_id", "=", projectId)
      .groupBy("reviewer")
      .orderBy("reviewer"),
  );
}

/** What the verdicts of a project, its consensus and its known answers say in the words of its form, and how many say each of it. */
export async function wordsInUse(
  db: ReadHandle,
  projectId: number,
): Promise<{ judgement: Judgement; verdicts: number }[]> {
  const said = await db.all(
    query
      .selectFrom("verdict")
      .select((of) => ["label", "diagnoses", "rubric", of.fn.countAll<number>().as("verdicts")])
      .where("project_id", "=", projectId)
      .groupBy(["label", "diagnoses", "rubric"]),
  );
  const settled = await db.all(
    query
      .selectFrom("consensus")
      .select((of) => ["label", "diagnoses", of.fn.countAll<number>().as("verdicts")])
      .where("project_id", "=", projectId)
      .groupBy(["label", "diagnoses"]),
  );
  const expected = await db.all(
    query
      .selectFrom("check_item")
      .select((of) => ["expected as label", of.fn.countAll<number>().as("verdicts")])
      .where("project_id", "=", projectId)
      .groupBy("expected"),
  );
  const inUse = (row: { verdicts: number }, judgement: Partial<Judgement>) => ({
    judgement: { ...emptyJudgement, ...judgement },
    verdicts: row.verdicts,
  });
  return [
    ...said.map((row) =>
      inUse(row, { label: row.label, diagnoses: parsed(row.diagnoses), rubric: parsed(row.rubric) }),
    ),
    ...settled.map((row) => inUse(row, { label: row.label, diagnoses: parsed(row.diagnoses) })),
    ...expected.map((row) => inUse(row, { label: row.label })),
  ];
}

/** The verdicts of a project with a label, or with a diagnosis. */
export async function verdictsSaying(
  db: ReadHandle,
  projectId: number,
  field: "label" | "diagnoses",
  id: string,
): Promise<Verdict[]> {
  return (
    await db.all(
      verdicts
        .where("project_id", "=", projectId)
        .where((of) => (field === "label" ? of("label", "=", id) : jsonListHas(of.ref("diagnoses"), id)))
        .orderBy("item_id")
        .orderBy("reviewer"),
    )
  ).map(verdictOfRow);
}

function verdictOfRow({
  diagnoses,
  rubric,
  skipped,
  flagged,
  ...row
}: InferResult<typeof verdicts>[number]): Verdict {
  return {
    ...row,
    diagnoses: parsed(diagnoses),
    rubric: parsed(rubric),
    skipped: skipped === 1,
    flagged: flagged === 1,
  };
}
