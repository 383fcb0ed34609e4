import type { CheckItem } from "#shared/contract/check-items.ts";
import type { CheckKind } from "#shared/domain/check-item.ts";
import { jsonField } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";

/** The items of a project with known answers, in project order. */
export async function checkItemsOf(db: ReadHandle, projectId: number): Promise<CheckItem[]> {
  return db.all(
    query
      .selectFrom("check_item as c")
      .innerJoin("item", "item.id", "c.item_id")
      .select(["item.id as itemId", "item.idx as index", "item.question", "c.kind", "c.expected"])
      .where("c.project_id", "=", projectId)
      .orderBy("item.idx"),
  );
}

const qualification = compiledOnce(({ itemId }: { itemId: number }) =>
  query
    .selectFrom("check_item")
    .select("kind")
    .where("item_id", "=", itemId)
    .where("kind", "=", "qualification"),
);

/** Whether everybody qualifies by an item. */
export const qualifiesBy = async (db: ReadHandle, itemId: number): Promise<boolean> =>
  (await db.first(qualification({ itemId }))) !== undefined;

/** Gives an item a known answer, or takes it away (`kind` null). */
export async function putCheckItem(
  db: WriteHandle,
  projectId: number,
  itemId: number,
  kind: CheckKind | null,
  expected: string,
): Promise<void> {
  // Taken away first, so that the item's opinions are counted anew in either case (schema-19.ts).
  await db.run(
    query.deleteFrom("check_item").where("project_id", "=", projectId).where("item_id", "=", itemId),
  );
  if (kind !== null)
    await db.run(
      query.insertInto("check_item").values({ project_id: projectId, item_id: itemId, kind, expected }),
    );
}

/** The expected label becomes another one of the form. */
export async function renameExpected(
  db: WriteHandle,
  projectId: number,
  from: string,
  to: string,
): Promise<void> {
  await db.run(
    query
      .updateTable("check_item")
      .set({ expected: to })
      .where("project_id", "=", projectId)
      .where("expected", "=", from),
  );
}

/** The answers of reviewers to items with known answers: how many each gave of a kind, how many were right, and wrong since cleared. */
export interface CheckAnswers {
  reviewer: string;
  kind: CheckKind;
  judged: number;
  right: number;
  /** Wrong ones that nobody has looked at. */
  open: number;
}

/** The first label that each reviewer saved on each item counts, whatever they made of it later; imported ones do not. */
export async function checkAnswers(
  db: ReadHandle,
  projectId: number,
  reviewer: string | null,
): Promise<CheckAnswers[]> {
  let answers = query
    .selectFrom("check_item as c")
    .innerJoin("verdict_event as e", "e.item_id", "c.item_id")
    .leftJoin("attention_cleared as cleared", (join) =>
      join.onRef("cleared.project_id", "=", "c.project_id").onRef("cleared.reviewer", "=", "e.reviewer"),
    )
    .where("c.project_id", "=", projectId)
    .where("e.seq", "=", (of) =>
      of
        .selectFrom("verdict_event as x")
        .select((first) => first.fn.min("x.seq").as("seq"))
        .whereRef("x.item_id", "=", "e.item_id")
        .whereRef("x.reviewer", "=", "e.reviewer")
        .where("x.action", "=", "save")
        .where((first) => jsonField(first.ref("x.judgement"), "label"), "is not", null),
    );
  if (reviewer !== null) answers = answers.where("e.reviewer", "=", reviewer);
  return db.all(
    answers
      .select((of) => {
        const label = jsonField(of.ref("e.judgement"), "label");
        const isUncleared = of.or([of("cleared.at", "is", null), of("e.at", ">", of.ref("cleared.at"))]);
        return [
          "e.reviewer",
          "c.kind",
          of.fn.countAll<number>().as("judged"),
          of.fn.countAll<number>().filterWhere(label, "=", of.ref("c.expected")).as("right"),
          of.fn
            .countAll<number>()
            .filterWhere(label, "<>", of.ref("c.expected"))
            .filterWhere(isUncleared)
            .as("open"),
        ];
      })
      .groupBy(["e.reviewer", "c.kind"])
      .orderBy("e.reviewer")
      .orderBy("c.kind"),
  );
}

/** How many items of each kind a project has. */
export async function checkTotals(db: ReadHandle, projectId: number): Promise<Record<CheckKind, number>> {
  const rows = await db.all(
    query
      .selectFrom("check_item")
      .select((of) => ["kind", of.fn.countAll<number>().as("items")])
      .where("project_id", "=", projectId)
      .groupBy("kind"),
  );
  return {
    qualification: 0,
    attention: 0,
    ...Object.fromEntries(rows.map(({ kind, items }) => [kind, items])),
  };
}

/** Somebody has looked at what a reviewer got wrong until now. */
export async function clearAttention(
  db: WriteHandle,
  projectId: number,
  { reviewer, by, at }: { reviewer: string; by: string; at: string },
): Promise<void> {
  const cleared = { cleared_by: by, at };
  await db.run(
    query
      .insertInto("attention_cleared")
      .values({ project_id: projectId, reviewer, ...cleared })
      .onConflict((same) => same.columns(["project_id", "reviewer"]).doUpdateSet(cleared)),
  );
}
