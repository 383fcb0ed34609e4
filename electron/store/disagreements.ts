import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { consensusOnItems } from "./consensus.ts";
import type { ReadHandle } from "./handles.ts";
import { isOpenQuestion } from "./opinion-questions.ts";
import { queueRows } from "./queue.ts";

const isSettled = "EXISTS (SELECT 1 FROM consensus WHERE item_id = v.item_id)";

const inState: Record<InboxFilter["state"], string> = {
  open: `NOT ${isSettled}`,
  asked: `NOT ${isSettled} AND EXISTS (SELECT 1 FROM opinion_question q WHERE q.item_id = v.item_id AND ${isOpenQuestion})`,
  settled: isSettled,
};

/** Items with known answers are nobody's to settle. */
const isOrdinary = `NOT EXISTS (SELECT 1 FROM check_item c WHERE c.project_id = @projectId AND c.item_id = v.item_id)`;

/** The items of a project on which two sides differ, in project order; those with known answers are left out. */
export function disagreeingIds(
  db: ReadHandle,
  projectId: number,
  { state, about }: InboxFilter,
  form: VerdictForm,
): number[] {
  const select =
    about === "people"
      ? `SELECT item_id FROM verdict v WHERE project_id = @projectId AND label IS NOT NULL
         GROUP BY item_id HAVING min(label) <> max(label)`
      : `${whatPeopleSay} SELECT DISTINCT v.item_id FROM said v ${others[about]} WHERE 1`;
  const counting = (side: "right" | "wrong") =>
    JSON.stringify(form.labels.filter(({ counts }) => counts === side).map(({ id }) => id));
  const rows = db
    .sql(`${select} AND ${inState[state]} AND ${isOrdinary} ORDER BY v.item_id`)
    .raw()
    .all({
      projectId,
      ...(about === "people" ? {} : { right: counting("right"), wrong: counting("wrong") }),
    });
  return (rows as [number][]).map(([id]) => id);
}

const sideOf = (label: string) =>
  `CASE WHEN ${label} IN (SELECT value FROM json_each(@right)) THEN 1 WHEN ${label} IN (SELECT value FROM json_each(@wrong)) THEN 0 END`;

/** Whether people hold each item for right (1) or wrong (0): by the consensus, else as more than half of them say. */
const whatPeopleSay = `WITH opinions AS (
    SELECT item_id, count(*) AS people, sum(side) AS rights, sum(1 - side) AS wrongs
    FROM (SELECT item_id, ${sideOf("label")} AS side FROM verdict WHERE project_id = @projectId AND label IS NOT NULL)
    GROUP BY item_id),
  said AS (
    SELECT item_id, ${sideOf("label")} AS says FROM consensus WHERE project_id = @projectId
    UNION ALL SELECT item_id, CASE WHEN rights * 2 > people THEN 1 WHEN wrongs * 2 > people THEN 0 END FROM opinions
    WHERE item_id NOT IN (SELECT item_id FROM consensus WHERE project_id = @projectId))`;

const evaluated = "JOIN evaluation e ON e.project_id = @projectId AND e.item_id = v.item_id";

/** What stands against what people say. */
const others: Record<Exclude<InboxFilter["about"], "people">, string> = {
  "ex-yes": `${evaluated} AND e.ex_set = 1 AND v.says = 0`,
  "ex-no": `${evaluated} AND e.ex_set = 0 AND v.says = 1`,
  judge: "JOIN judge_label j ON j.project_id = @projectId AND j.item_id = v.item_id AND j.score <> v.says",
};

/** The labels on each open item of a project, in project order; items with known answers are left out. */
export function openLabels(db: ReadHandle, projectId: number): Map<number, string[]> {
  const rows = db
    .sql(
      `SELECT item_id, label, count(*) FROM verdict WHERE project_id = @projectId AND label IS NOT NULL
         AND item_id NOT IN (SELECT item_id FROM consensus WHERE project_id = @projectId)
         AND item_id NOT IN (SELECT item_id FROM check_item WHERE project_id = @projectId)
       GROUP BY item_id, label ORDER BY item_id, label`,
    )
    .raw()
    .all({ projectId }) as [number, string, number][];
  const labels = new Map<number, string[]>();
  for (const [itemId, label, people] of rows) {
    const said = Array<string>(people).fill(label);
    labels.set(itemId, [...(labels.get(itemId) ?? []), ...said]);
  }
  return labels;
}

/** The lines of the given items, in the order asked; an id that is not there has no line. */
export function inboxRows(db: ReadHandle, projectId: number, itemIds: readonly number[]): InboxRow[] {
  const given = db
    .sql(
      `SELECT v.item_id AS itemId, label, count(*) AS people FROM json_each(?) asked CROSS JOIN verdict v ON v.item_id = asked.value
       WHERE label IS NOT NULL GROUP BY v.item_id, label ORDER BY v.item_id, label`,
    )
    .all(JSON.stringify(itemIds)) as { itemId: number; label: string; people: number }[];
  const opinions = Map.groupBy(given, ({ itemId }) => itemId);
  const settled = consensusOnItems(db, itemIds);
  return queueRows(db, projectId, "", itemIds).map(({ itemId, index, dbId, question, ex }) => ({
    ...{ itemId, index, dbId, question, ex, settledAs: settled.get(itemId)?.label ?? null },
    opinions: Object.fromEntries((opinions.get(itemId) ?? []).map(({ label, people }) => [label, people])),
  }));
}
