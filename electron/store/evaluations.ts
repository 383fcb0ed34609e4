import type { DifferenceKind } from "#shared/domain/difference.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Saves an item's evaluation in place of an earlier one. */
export function saveEvaluation(
  db: WriteHandle,
  projectId: number,
  itemId: number,
  evaluation: Evaluation,
  at: string,
): void {
  const { ex, difference, predicted, gold } = evaluation;
  db.sql(
    `INSERT OR REPLACE INTO evaluation (project_id, item_id, ex_set, ex_multiset, ex_ordered, ex_first200,
       difference, predicted_status, gold_status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    projectId,
    itemId,
    flag(ex.set),
    flag(ex.multiset),
    flag(ex.ordered),
    flag(ex.first200),
    difference.kind,
    predicted.status,
    gold.status,
  );
  db.sql("INSERT OR REPLACE INTO evaluation_detail (item_id, evaluation, evaluated_at) VALUES (?, ?, ?)").run(
    itemId,
    JSON.stringify(evaluation),
    at,
  );
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

/** Whether an item has an evaluation that counts. */
export function hasEvaluation(db: ReadHandle, projectId: number, itemId: number): boolean {
  const row = db
    .sql("SELECT 1 FROM evaluation WHERE project_id = ? AND item_id = ? AND stale = 0")
    .get(projectId, itemId);
  return row !== undefined;
}

/** The evaluations of the given items, by item id. */
export function evaluationsOf(db: ReadHandle, itemIds: readonly number[]): Map<number, Evaluation> {
  const rows = db
    .sql(
      `SELECT item_id AS itemId, evaluation FROM evaluation_detail
       WHERE item_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(itemIds)) as { itemId: number; evaluation: string }[];
  return new Map(rows.map((row) => [row.itemId, JSON.parse(row.evaluation) as Evaluation]));
}

/** Asks for every evaluation of a project anew; the old ones stay to be seen until then. */
export function makeEvaluationsStale(db: WriteHandle, projectId: number): void {
  db.sql("UPDATE evaluation SET stale = 1 WHERE project_id = ?").run(projectId);
}

/** How many items of a project there are, and how many have an evaluation that counts. */
export function evaluationProgress(db: ReadHandle, projectId: number): { done: number; total: number } {
  return db
    .sql(
      `SELECT (SELECT count(*) FROM evaluation WHERE project_id = @projectId AND stale = 0) AS done,
              (SELECT count(*) FROM item WHERE project_id = @projectId) AS total`,
    )
    .get({ projectId }) as { done: number; total: number };
}

/** The difference kinds that occur in a project. */
export function differenceKindsOf(db: ReadHandle, projectId: number): DifferenceKind[] {
  const rows = db.sql("SELECT DISTINCT difference FROM evaluation WHERE project_id = ?").all(projectId) as {
    difference: DifferenceKind;
  }[];
  return rows.map(({ difference }) => difference);
}
