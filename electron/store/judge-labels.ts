import type { JudgeLabel } from "#shared/domain/judge-label.ts";
import type { JudgeResult } from "#shared/formats/judge-results.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** The judges of which a project has labels, and on how many items. */
export function judgesOf(db: ReadHandle, projectId: number): { judge: string; items: number }[] {
  return db
    .sql(
      "SELECT judge, count(*) AS items FROM judge_label WHERE project_id = ? GROUP BY judge ORDER BY judge",
    )
    .all(projectId) as { judge: string; items: number }[];
}

/** What judges say of an item, by name. */
export function judgeLabelsOn(db: ReadHandle, itemId: number): JudgeLabel[] {
  const rows = db
    .sql(
      "SELECT judge, score, gold_x AS goldX, amb_q AS ambQ FROM judge_label WHERE item_id = ? ORDER BY judge",
    )
    .all(itemId) as { judge: string; score: number | null; goldX: number | null; ambQ: number | null }[];
  const said = (value: number | null) => (value === null ? null : value === 1);
  return rows.map(({ judge, score, goldX, ambQ }) => ({
    ...{ judge, score: said(score), goldX: said(goldX), ambQ: said(ambQ) },
  }));
}

/**
 * Stores what a judge says of the items that its results speak of: a later result adds to an earlier one on the same item. Answers how
 * many items that were, and how many results speak of none, or of one of several predictions without saying which.
 */
export function putJudgeResults(
  db: WriteHandle,
  { projectId, judge, by, at }: { projectId: number; judge: string; by: string; at: string },
  results: readonly JudgeResult[],
): { items: number; unmatched: number } {
  const rows = db
    .sql("SELECT id, question_id AS questionId, predicted_sql AS predictedSql FROM item WHERE project_id = ?")
    .all(projectId) as { id: number; questionId: string; predictedSql: string }[];
  const byQuestion = Map.groupBy(rows, ({ questionId }) => String(JSON.parse(questionId)).trim());
  const put = db.sql(
    `INSERT INTO judge_label (project_id, judge, item_id, score, gold_x, amb_q, imported_by, imported_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, judge, item_id) DO UPDATE SET
       score = coalesce(excluded.score, score), gold_x = coalesce(excluded.gold_x, gold_x), amb_q = coalesce(excluded.amb_q, amb_q),
       imported_by = excluded.imported_by, imported_at = excluded.imported_at`,
  );
  const labelled = new Set<number>();
  let unmatched = 0;
  for (const { questionId, predictedSql, score, goldX, ambQ } of results) {
    const own = (byQuestion.get(questionId.trim()) ?? []).filter(
      (item) => predictedSql === null || item.predictedSql.trim() === predictedSql.trim(),
    );
    if (own.length === 0 || (predictedSql === null && own.length > 1)) unmatched += 1;
    else
      for (const { id } of own) {
        const values = [score, goldX, ambQ].map((value) => (value === null ? null : Number(value)));
        put.run(projectId, judge, id, ...values, by, at);
        labelled.add(id);
      }
  }
  return { items: labelled.size, unmatched };
}

/** Takes what a judge says out of a project; answers on how many items that was. */
export const removeJudge = (db: WriteHandle, projectId: number, judge: string): number =>
  db.sql("DELETE FROM judge_label WHERE project_id = ? AND judge = ?").run(projectId, judge).changes;
