import type { DifferenceKind } from "#shared/domain/difference.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { type Flag, flagOf, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** Saves an item's evaluation in place of an earlier one. */
export async function saveEvaluation(
  db: WriteHandle,
  projectId: number,
  itemId: number,
  evaluation: Evaluation,
  at: string,
): Promise<void> {
  const { ex, difference, predicted, gold } = evaluation;
  await db.run(
    putEvaluation({
      project_id: projectId,
      item_id: itemId,
      ex_set: flagOrNull(ex.set),
      ex_multiset: flagOrNull(ex.multiset),
      ex_ordered: flagOrNull(ex.ordered),
      ex_first200: flagOrNull(ex.first200),
      difference: difference.kind,
      predicted_status: predicted.status,
      gold_status: gold.status,
      stale: 0,
    }),
  );
  await db.run(putDetail({ item_id: itemId, evaluation: jsonText(evaluation), evaluated_at: at }));
}

const putEvaluation = compiledOnce(({ project_id, item_id, ...found }: NewRow<"evaluation">) =>
  query
    .insertInto("evaluation")
    .values({ project_id, item_id, ...found })
    .onConflict((same) => same.columns(["project_id", "item_id"]).doUpdateSet(found)),
);

const putDetail = compiledOnce(({ item_id, ...found }: NewRow<"evaluation_detail">) =>
  query
    .insertInto("evaluation_detail")
    .values({ item_id, ...found })
    .onConflict((same) => same.column("item_id").doUpdateSet(found)),
);

const flagOrNull = (value: boolean | null): Flag | null => (value === null ? null : flagOf(value));

/** Whether an item has an evaluation that counts. */
export async function hasEvaluation(db: ReadHandle, projectId: number, itemId: number): Promise<boolean> {
  const row = await db.first(
    query
      .selectFrom("evaluation")
      .select("item_id")
      .where("project_id", "=", projectId)
      .where("item_id", "=", itemId)
      .where("stale", "=", 0),
  );
  return row !== undefined;
}

/** The evaluations of the given items, by item id. */
export async function evaluationsOf(
  db: ReadHandle,
  itemIds: readonly number[],
): Promise<Map<number, Evaluation>> {
  const rows = await db.all(
    query
      .selectFrom("evaluation_detail")
      .select(["item_id as itemId", "evaluation"])
      .where("item_id", "in", among(itemIds)),
  );
  return new Map(rows.map((row) => [row.itemId, parsed(row.evaluation)]));
}

/** Asks for every evaluation of a project anew; the old ones stay to be seen until then. */
export async function makeEvaluationsStale(db: WriteHandle, projectId: number): Promise<void> {
  await db.run(query.updateTable("evaluation").set({ stale: 1 }).where("project_id", "=", projectId));
}

/** How many items of a project there are, and how many have an evaluation that counts. */
export async function evaluationProgress(
  db: ReadHandle,
  projectId: number,
): Promise<{ done: number; total: number }> {
  const { done } = await db.one(
    query
      .selectFrom("evaluation")
      .select((of) => of.fn.countAll<number>().as("done"))
      .where("project_id", "=", projectId)
      .where("stale", "=", 0),
  );
  const { total } = await db.one(
    query
      .selectFrom("item")
      .select((of) => of.fn.countAll<number>().as("total"))
      .where("project_id", "=", projectId),
  );
  return { done, total };
}

/** The difference kinds that occur in a project. */
export async function differenceKindsOf(db: ReadHandle, projectId: number): Promise<DifferenceKind[]> {
  return db.values(
    query.selectFrom("evaluation").select("difference").distinct().where("project_id", "=", projectId),
  );
}
