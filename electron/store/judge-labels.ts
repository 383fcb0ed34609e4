import path from "node:path";
import type { JudgeLabel } from "#shared/domain/judge-label.ts";
import { type JudgeResult, readJudgeResults } from "#shared/formats/judge-results.ts";
import type { ReadHandle, Transactions, WriteHandle } from "./handles.ts";
import type { OnProgress } from "./import-predictions.ts";
import { compiledOnce, query } from "./query.ts";
import { readTextFile } from "./read-text-file.ts";
import { type Flag, flagOf, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** The judges of which a project has labels, and on how many items. */
export async function judgesOf(
  db: ReadHandle,
  projectId: number,
): Promise<{ judge: string; items: number }[]> {
  return db.all(
    query
      .selectFrom("judge_label")
      .select((of) => ["judge", of.fn.countAll<number>().as("items")])
      .where("project_id", "=", projectId)
      .groupBy("judge")
      .orderBy("judge"),
  );
}

/** What judges say of an item, by name. */
export async function judgeLabelsOn(db: ReadHandle, itemId: number): Promise<JudgeLabel[]> {
  const rows = await db.all(
    query
      .selectFrom("judge_label")
      .select(["judge", "score", "gold_x as goldX", "amb_q as ambQ"])
      .where("item_id", "=", itemId)
      .orderBy("judge"),
  );
  const said = (value: Flag | null) => (value === null ? null : value === 1);
  return rows.map(({ judge, score, goldX, ambQ }) => ({
    ...{ judge, score: said(score), goldX: said(goldX), ambQ: said(ambQ) },
  }));
}

const putJudgeLabel = compiledOnce(({ project_id, judge, item_id, ...said }: NewRow<"judge_label">) =>
  query
    .insertInto("judge_label")
    .values({ project_id, judge, item_id, ...said })
    .onConflict((same) =>
      same.columns(["project_id", "judge", "item_id"]).doUpdateSet((of) => ({
        score: of.fn.coalesce("excluded.score", "judge_label.score"),
        gold_x: of.fn.coalesce("excluded.gold_x", "judge_label.gold_x"),
        amb_q: of.fn.coalesce("excluded.amb_q", "judge_label.amb_q"),
        imported_by: of.ref("excluded.imported_by"),
        imported_at: of.ref("excluded.imported_at"),
      })),
    ),
);

/** Whose results come into which project. */
export interface JudgeImport {
  projectId: number;
  judge: string;
  /** Who brings them, and when (ISO 8601 in UTC). */
  by: string;
  at: string;
}

/** How many items a judge's results speak of, and how many results speak of none, or of one of several predictions without saying which. */
export interface JudgeImportResult {
  items: number;
  unmatched: number;
}

/**
 * Imports a judge's result file in one transaction: all of it or, when anything fails or `onProgress` throws, nothing.
 * Throws `BadInput` for a file that cannot be read.
 */
export async function importJudgeResults(
  { write }: Transactions,
  { file, ...request }: JudgeImport & { file: string },
  onProgress: OnProgress,
): Promise<JudgeImportResult> {
  const text = await readTextFile(file, (done, total) => onProgress("read", done, total));
  const results = readJudgeResults(text, path.basename(file));
  return write((db) => putJudgeResults(db, request, results, onProgress));
}

/** Stores what a judge says of the items that its results speak of: a later result adds to an earlier one on the same item. */
export async function putJudgeResults(
  db: WriteHandle,
  { projectId, judge, by, at }: JudgeImport,
  results: readonly JudgeResult[],
  onProgress: OnProgress = () => undefined,
): Promise<JudgeImportResult> {
  const rows = await db.all(
    query
      .selectFrom("item")
      .select(["id", "question_id as questionId", "predicted_sql as predictedSql"])
      .where("project_id", "=", projectId),
  );
  const byQuestion = Map.groupBy(rows, ({ questionId }) => String(parsed(questionId)).trim());
  const imported = { imported_by: by, imported_at: at };
  const given = (value: boolean | null) => (value === null ? null : flagOf(value));
  const labelled = new Set<number>();
  let unmatched = 0;
  for (const [index, { questionId, predictedSql, score, goldX, ambQ }] of results.entries()) {
    onProgress("save", index + 1, results.length);
    const own = (byQuestion.get(questionId.trim()) ?? []).filter(
      (item) => predictedSql === null || item.predictedSql.trim() === predictedSql.trim(),
    );
    if (own.length === 0 || (predictedSql === null && own.length > 1)) unmatched += 1;
    else
      for (const { id } of own) {
        const said = { score: given(score), gold_x: given(goldX), amb_q: given(ambQ) };
        await db.run(putJudgeLabel({ project_id: projectId, judge, item_id: id, ...said, ...imported }));
        labelled.add(id);
      }
  }
  return { items: labelled.size, unmatched };
}

/** Takes what a judge says out of a project; answers on how many items that was. */
export const removeJudge = (db: WriteHandle, projectId: number, judge: string): Promise<number> =>
  db.run(query.deleteFrom("judge_label").where("project_id", "=", projectId).where("judge", "=", judge));
