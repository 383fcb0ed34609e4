import { type Expression, expressionBuilder, sql } from "kysely";
import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { consensusOnItems } from "./consensus.ts";
import { among, jsonListOf, listedRows } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { isAskedAbout } from "./opinion-questions.ts";
import { query } from "./query.ts";
import { queueRows } from "./queue.ts";
import { type Flag, flagOf, type JsonText } from "./tables/column-types.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** Whether an item is in a state of the inbox; one with a known answer is in none: it is nobody's to settle. */
function isInState(itemId: Expression<number>, projectId: number, state: InboxFilter["state"]) {
  const of = expressionBuilder<WorkspaceTables>();
  const isSettled = of.exists(query.selectFrom("consensus").select("item_id").where("item_id", "=", itemId));
  const checks = query
    .selectFrom("check_item")
    .select("item_id")
    .where("project_id", "=", projectId)
    .where("item_id", "=", itemId);
  return of.and([
    state === "settled" ? isSettled : of.not(isSettled),
    ...(state === "asked" ? [isAskedAbout(itemId)] : []),
    of.not(of.exists(checks)),
  ]);
}

/** The items of a project on which two sides differ, in project order; those with known answers are left out. */
export async function disagreeingIds(
  db: ReadHandle,
  projectId: number,
  { state, about }: InboxFilter,
  form: VerdictForm,
): Promise<number[]> {
  if (about !== "people")
    return db.values(
      differingFrom(about, projectId, form)
        .where((of) => isInState(of.ref("said.item_id"), projectId, state))
        .orderBy("said.item_id"),
    );
  return db.values(
    query
      .selectFrom("verdict")
      .select("verdict.item_id")
      .where("verdict.project_id", "=", projectId)
      .where("verdict.label", "is not", null)
      .groupBy("verdict.item_id")
      .having((of) => of(of.fn.min("verdict.label"), "<>", of.fn.max("verdict.label")))
      .having((of) => isInState(of.ref("verdict.item_id"), projectId, state))
      .orderBy("verdict.item_id"),
  );
}

/** Items on which something else says the opposite of what people say. */
function differingFrom(about: Exclude<InboxFilter["about"], "people">, projectId: number, form: VerdictForm) {
  const items = whatPeopleSay(projectId, form).selectFrom("said").select("said.item_id").distinct();
  if (about === "judge")
    return items.where((of) =>
      of.exists(
        of
          .selectFrom("judge_label")
          .select("judge")
          .where("judge_label.project_id", "=", projectId)
          .whereRef("judge_label.item_id", "=", "said.item_id")
          .whereRef("judge_label.score", "<>", "said.says"),
      ),
    );
  const isEqual = about === "ex-yes";
  return items
    .where("said.says", "=", flagOf(!isEqual))
    .where("said.item_id", "in", (of) =>
      of
        .selectFrom("evaluation")
        .select("evaluation.item_id")
        .where("project_id", "=", projectId)
        .where("ex_set", "=", flagOf(isEqual)),
    );
}

/** Whether people hold each item for right (1) or wrong (0): by the consensus, else as more than half of them say. */
function whatPeopleSay(projectId: number, form: VerdictForm) {
  const counting = (side: "right" | "wrong") =>
    among(form.labels.filter(({ counts }) => counts === side).map(({ id }) => id));
  const sideOf = (label: Expression<string | null>) => {
    const of = expressionBuilder();
    return of
      .case()
      .when(of(label, "in", counting("right")))
      .then(sql.lit<Flag>(1))
      .when(of(label, "in", counting("wrong")))
      .then(sql.lit<Flag>(0))
      .end();
  };
  const settled = query
    .selectFrom("consensus")
    .select("consensus.item_id")
    .where("project_id", "=", projectId);
  return query
    .with("opinion", (from) =>
      from
        .selectFrom("verdict")
        .select((of) => ["verdict.item_id", sideOf(of.ref("verdict.label")).as("side")])
        .where("verdict.project_id", "=", projectId)
        .where("verdict.label", "is not", null)
        .where("verdict.item_id", "not in", settled),
    )
    .with("counted", (from) =>
      from
        .selectFrom("opinion")
        .groupBy("opinion.item_id")
        .select((of) => [
          "opinion.item_id",
          of.fn.countAll<number>().as("people"),
          of.fn.countAll<number>().filterWhere("opinion.side", "=", 1).as("rights"),
          of.fn.countAll<number>().filterWhere("opinion.side", "=", 0).as("wrongs"),
        ]),
    )
    .with("said", (from) =>
      from
        .selectFrom("consensus")
        .select((of) => ["consensus.item_id", sideOf(of.ref("consensus.label")).as("says")])
        .where("consensus.project_id", "=", projectId)
        .unionAll((other) =>
          other.selectFrom("counted").select((of) => [
            "counted.item_id",
            sql<Flag | null>`case when ${of.ref("rights")} * 2 > ${of.ref("people")} then 1
              when ${of.ref("wrongs")} * 2 > ${of.ref("people")} then 0 end`.as("says"),
          ]),
        ),
    );
}

/** An open item, how many people labelled it, and as what: a JSON list of their labels, in order. */
export interface OpenLabels {
  itemId: number;
  people: number;
  said: JsonText<string[]>;
}

/** The labels on each open item of a project, in project order; items with known answers are left out. */
export const openLabels = (db: ReadHandle, projectId: number): Promise<OpenLabels[]> =>
  db.all(
    query
      .selectFrom("verdict")
      .select((of) => [
        "verdict.item_id as itemId",
        of.fn.countAll<number>().as("people"),
        jsonListOf(of.ref("verdict.label")).as("said"),
      ])
      .where("verdict.project_id", "=", projectId)
      .where("verdict.label", "is not", null)
      .where((of) => isInState(of.ref("verdict.item_id"), projectId, "open"))
      .groupBy("verdict.item_id")
      .orderBy("verdict.item_id"),
  );

/** The lines of the given items, in the order asked; an id that is not there has no line. */
export async function inboxRows(
  db: ReadHandle,
  projectId: number,
  itemIds: readonly number[],
): Promise<InboxRow[]> {
  const given = await db.all(
    query
      .selectFrom(listedRows(itemIds).as("asked"))
      .crossJoin("verdict as v")
      .select((of) => ["v.item_id as itemId", "v.label", of.fn.countAll<number>().as("people")])
      .whereRef("v.item_id", "=", "asked.value")
      .where("v.label", "is not", null)
      .groupBy(["v.item_id", "v.label"])
      .orderBy("v.item_id")
      .orderBy("v.label"),
  );
  const opinions = Map.groupBy(given, ({ itemId }) => itemId);
  const settled = await consensusOnItems(db, itemIds);
  return (await queueRows(db, projectId, "", itemIds)).map(({ itemId, index, dbId, question, ex }) => ({
    ...{ itemId, index, dbId, question, ex, settledAs: settled.get(itemId)?.label ?? null },
    opinions: Object.fromEntries((opinions.get(itemId) ?? []).map(({ label, people }) => [label, people])),
  }));
}
