import type { ExpressionBuilder } from "kysely";
import type { QueueCounts, QueueFilter, QueueRow } from "#shared/contract/queue.ts";
import type { ExKind } from "#shared/domain/ex.ts";
import { contains, listedRows, positionIn } from "./dialect.ts";
import type { QueryHandle, ReadHandle } from "./handles.ts";
import { systemsInWords } from "./items.ts";
import { itemsAskedAbout } from "./opinion-questions.ts";
import { compiledOnce, query } from "./query.ts";
import { type Flag, flagOf } from "./tables/column-types.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

const exColumns = {
  set: "evaluation.ex_set",
  multiset: "evaluation.ex_multiset",
  ordered: "evaluation.ex_ordered",
  first200: "evaluation.ex_first200",
} as const satisfies Record<ExKind, string>;

/**
 * The ids of a project's items that pass the filter, in project order; verdict conditions speak of `reviewer`, and who is bound to slots
 * finds only what is theirs to judge.
 */
export async function queueIds(
  db: QueryHandle,
  projectId: number,
  reviewer: string,
  filter: QueueFilter,
  isBound = false,
): Promise<number[]> {
  const { ex, difference, status, label, diagnosis } = filter;
  const isEvaluated = ex !== undefined || difference !== undefined || status !== undefined;
  const isJudged = label !== undefined || diagnosis !== undefined;
  return db.values(
    filteredItems(projectId, reviewer, filter)
      .$if(isBound, (items) => items.where("item.id", "in", itemsOfOwner(projectId, reviewer)))
      .$if(isEvaluated, (items) =>
        items
          .innerJoin("evaluation", (join) =>
            join
              .onRef("evaluation.project_id", "=", "item.project_id")
              .onRef("evaluation.item_id", "=", "item.id"),
          )
          .where((of) =>
            of.and([
              ...(ex === undefined ? [] : [of(exColumns[ex.kind], "=", flagOf(ex.equal))]),
              ...(difference === undefined ? [] : [of("evaluation.difference", "=", difference)]),
              ...(status === undefined
                ? []
                : [of.or([of("predicted_status", "=", status), of("gold_status", "=", status)])]),
            ]),
          ),
      )
      .$if(isJudged, (items) =>
        items
          .leftJoin("verdict as v", (join) =>
            join
              .onRef("v.project_id", "=", "item.project_id")
              .on("v.reviewer", "=", reviewer)
              .onRef("v.item_id", "=", "item.id"),
          )
          .where((of) => {
            const open = { unlabelled: of("v.label", "is", null), skipped: of("v.skipped", "=", 1) };
            const marked = new Map(Object.entries({ ...open, flagged: of("v.flagged", "=", 1) }));
            return of.and([
              ...(label === undefined ? [] : [marked.get(label) ?? of("v.label", "=", label)]),
              ...(diagnosis === undefined
                ? []
                : [of(positionIn(`"${diagnosis}"`, of.ref("v.diagnoses")), ">", 0)]),
            ]);
          }),
      ),
  );
}

/** What is a person's own to judge: what they hold, have said something of, or qualify by. */
const itemsOfOwner = (projectId: number, reviewer: string) =>
  query
    .selectFrom("opinion_slot")
    .select("item_id")
    .where("project_id", "=", projectId)
    .where("reviewer", "=", reviewer)
    .union(
      query
        .selectFrom("verdict")
        .select("item_id")
        .where("project_id", "=", projectId)
        .where("reviewer", "=", reviewer),
    )
    .union(
      query
        .selectFrom("check_item")
        .select("item_id")
        .where("project_id", "=", projectId)
        .where("kind", "=", "qualification"),
    );

/** The items that pass what the filter says of the item itself, by their order. */
function filteredItems(projectId: number, reviewer: string, { dbId, system, set, text }: QueueFilter) {
  let items = query
    .selectFrom("item")
    .select("item.id")
    .where("item.project_id", "=", projectId)
    .orderBy("item.idx");
  if (dbId !== undefined) items = items.where("item.db_id", "=", dbId);
  if (system !== undefined) items = items.where("item.id", "in", givenBy(projectId, system));
  if (set === "qualification")
    items = items.where("item.id", "in", (of) =>
      of
        .selectFrom("check_item")
        .select("item_id")
        .where("project_id", "=", projectId)
        .where("kind", "=", "qualification"),
    );
  if (set === "asked") items = items.where("item.id", "in", itemsAskedAbout(projectId, reviewer));
  return text ? items.where((of) => of.or(textConditions(of, projectId, reviewer, text))) : items;
}

/** An item counts for every system that gave it. */
const givenBy = (projectId: number, system: string) =>
  query
    .selectFrom("item_occurrence")
    .select("item_id")
    .where("source_id", "in", (of) =>
      of.selectFrom("source").select("id").where("project_id", "=", projectId),
    )
    .where("system", "=", system);

/**
 * The text anywhere in the item or in the reviewer's note, ASCII letters in any case. A plain scan: measured on 100,000
 * items it takes 40 to 90 ms, while a trigram index makes an import seven times slower and the file four times bigger.
 */
function textConditions(
  of: ExpressionBuilder<WorkspaceTables, "item">,
  projectId: number,
  reviewer: string,
  text: string,
) {
  const searched = ["question", "predicted_sql", "gold_sql", "db_id", "question_id", "evidence"] as const;
  const noted = of
    .selectFrom("verdict")
    .select("verdict.item_id")
    .where("verdict.project_id", "=", projectId)
    .where("verdict.reviewer", "=", reviewer)
    .where((note) => contains(note.ref("verdict.note"), text));
  return [...searched.map((column) => contains(of.ref(`item.${column}`), text)), of("item.id", "in", noted)];
}

/** The lines of the given items of a project, in the order asked; an id that is not there has no line. */
export async function queueRows(
  db: QueryHandle,
  projectId: number,
  reviewer: string,
  itemIds: readonly number[],
): Promise<QueueRow[]> {
  // A cross join: the few ids asked for lead, whatever SQLite's planner thinks of a list (measured: 1 ms instead of 5 s).
  const rows = await db.all(
    query
      .selectFrom(listedRows(itemIds).as("asked"))
      .crossJoin("item")
      .leftJoin("verdict as v", (join) =>
        join
          .onRef("v.project_id", "=", "item.project_id")
          .on("v.reviewer", "=", reviewer)
          .onRef("v.item_id", "=", "item.id"),
      )
      .leftJoin("evaluation as e", (join) =>
        join.onRef("e.project_id", "=", "item.project_id").onRef("e.item_id", "=", "item.id"),
      )
      .whereRef("item.id", "=", "asked.value")
      .where("item.project_id", "=", projectId)
      .orderBy("asked.position")
      .select(["item.id as itemId", "item.idx as index", "item.db_id as dbId", "item.question"])
      .select((of) => systemsInWords(of.ref("item.id")).as("system"))
      .select(["v.label", "v.skipped", "v.flagged", "e.item_id as evaluated", "e.difference"])
      .select(["e.ex_set as set", "e.ex_multiset as multiset", "e.ex_ordered as ordered"])
      .select("e.ex_first200 as first200"),
  );
  return rows.map(({ evaluated, set, multiset, ordered, first200, skipped, flagged, ...row }) => {
    const ex = {
      set: boolean(set),
      multiset: boolean(multiset),
      ordered: boolean(ordered),
      first200: boolean(first200),
    };
    return { ...row, skipped: skipped === 1, flagged: flagged === 1, ex: evaluated === null ? null : ex };
  });
}

const boolean = (value: Flag | null): boolean | null => (value === null ? null : value === 1);

const totalOf = compiledOnce(({ projectId }: { projectId: number }) =>
  query
    .selectFrom("item")
    .select((of) => of.fn.countAll<number>().as("total"))
    .where("project_id", "=", projectId),
);

const ownTotal = compiledOnce(({ projectId, reviewer }: { projectId: number; reviewer: string }) =>
  query
    .selectFrom(itemsOfOwner(projectId, reviewer).as("own"))
    .select((of) => of.fn.countAll<number>().as("total")),
);

const evaluated = (projectId: number) =>
  query
    .selectFrom("evaluation")
    .select((of) => [
      of.fn.countAll<number>().as("evaluated"),
      of.fn.countAll<number>().filterWhere("ex_set", "=", 0).as("exDiffers"),
    ])
    .where("project_id", "=", projectId);

const evaluatedOf = compiledOnce(({ projectId }: { projectId: number }) => evaluated(projectId));

const ownEvaluated = compiledOnce(({ projectId, reviewer }: { projectId: number; reviewer: string }) =>
  evaluated(projectId).where("item_id", "in", itemsOfOwner(projectId, reviewer)),
);

const judgedBy = compiledOnce(({ projectId, reviewer }: { projectId: number; reviewer: string }) =>
  query
    .selectFrom("verdict")
    .select((of) => [
      "label",
      of.fn.countAll<number>().as("items"),
      of.fn.sum<number>("skipped").as("skipped"),
      of.fn.sum<number>("flagged").as("flagged"),
    ])
    .where("project_id", "=", projectId)
    .where("reviewer", "=", reviewer)
    .groupBy("label")
    .orderBy("label", (by) => by.nullsFirst()),
);

/** How far a reviewer is with a project, or with what is theirs to judge of it. */
export async function queueCounts(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
  isBound = false,
): Promise<QueueCounts> {
  const of = { projectId, reviewer };
  const [{ total }, evaluations, judged] = await Promise.all([
    db.one(isBound ? ownTotal(of) : totalOf({ projectId })),
    db.one(isBound ? ownEvaluated(of) : evaluatedOf({ projectId })),
    db.all(judgedBy(of)),
  ]);
  const labelled = judged.flatMap(({ label, items }) => (label === null ? [] : [[label, items] as const]));
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    total,
    ...evaluations,
    labelled: sum(labelled.map(([, items]) => items)),
    byLabel: Object.fromEntries(labelled),
    skipped: sum(judged.map(({ skipped }) => skipped)),
    flagged: sum(judged.map(({ flagged }) => flagged)),
  };
}
