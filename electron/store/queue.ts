import type { QueueCounts, QueueFilter, QueueRow } from "#shared/contract/queue.ts";
import type { ExKind } from "#shared/domain/ex.ts";
import type { ReadHandle } from "./handles.ts";
import { systemsInWords } from "./items.ts";
import { isOpenQuestion } from "./opinion-questions.ts";

type Parameters = Record<string, string | number>;

const exColumns: Record<ExKind, string> = {
  set: "ex_set",
  multiset: "ex_multiset",
  ordered: "ex_ordered",
  first200: "ex_first200",
};

/** The ids of a project's items that pass the filter, in project order; verdict conditions speak of `reviewer`. */
export function queueIds(db: ReadHandle, projectId: number, reviewer: string, filter: QueueFilter): number[] {
  const parameters: Parameters = { projectId };
  const where = ["item.project_id = @projectId"];
  const joins: string[] = [];
  if (filter.dbId !== undefined) where.push(equals("item.db_id", "dbId", filter.dbId, parameters));
  if (filter.system !== undefined) where.push(systemCondition(filter.system, parameters));
  if (filter.set === "qualification")
    where.push(
      "item.id IN (SELECT item_id FROM check_item WHERE project_id = @projectId AND kind = 'qualification')",
    );
  if (filter.set === "asked") {
    parameters.reviewer = reviewer;
    where.push(
      `item.id IN (SELECT q.item_id FROM opinion_question q WHERE project_id = @projectId AND reviewer = @reviewer AND ${isOpenQuestion})`,
    );
  }
  const evaluated = evaluationConditions(filter, parameters);
  if (evaluated.length > 0) {
    joins.push("JOIN evaluation e ON e.project_id = item.project_id AND e.item_id = item.id");
    where.push(...evaluated);
  }
  const judged = verdictConditions(filter, parameters);
  if (judged.length > 0 || filter.text) parameters.reviewer = reviewer;
  if (judged.length > 0) {
    joins.push(
      "LEFT JOIN verdict v ON v.project_id = item.project_id AND v.reviewer = @reviewer AND v.item_id = item.id",
    );
    where.push(...judged);
  }
  if (filter.diagnosis !== undefined) parameters.diagnosis = `"${filter.diagnosis}"`;
  if (filter.text) where.push(textCondition(filter.text, parameters));
  const rows = db
    .sql(`SELECT item.id FROM item ${joins.join(" ")} WHERE ${where.join(" AND ")} ORDER BY item.idx`)
    .raw()
    .all(parameters) as [number][];
  return rows.map(([id]) => id);
}

function equals(column: string, name: string, value: string, parameters: Parameters): string {
  parameters[name] = value;
  return `${column} = @${name}`;
}

/** An item counts for every system that gave it. */
function systemCondition(system: string, parameters: Parameters): string {
  parameters.system = system;
  return `item.id IN (SELECT item_id FROM item_occurrence
    WHERE source_id IN (SELECT id FROM source WHERE project_id = @projectId) AND system = @system)`;
}

function evaluationConditions(filter: QueueFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (filter.ex) conditions.push(`e.${exColumns[filter.ex.kind]} = ${filter.ex.equal ? 1 : 0}`);
  if (filter.difference !== undefined)
    conditions.push(equals("e.difference", "difference", filter.difference, parameters));
  if (filter.status !== undefined) {
    parameters.status = filter.status;
    conditions.push("(e.predicted_status = @status OR e.gold_status = @status)");
  }
  return conditions;
}

const labelConditions: Readonly<Record<string, string>> = {
  unlabelled: "v.label IS NULL",
  skipped: "v.skipped = 1",
  flagged: "v.flagged = 1",
};

function verdictConditions(filter: QueueFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (filter.label !== undefined)
    conditions.push(labelConditions[filter.label] ?? equals("v.label", "label", filter.label, parameters));
  if (filter.diagnosis !== undefined) conditions.push("instr(v.diagnoses, @diagnosis) > 0");
  return conditions;
}

const searched = ["question", "predicted_sql", "gold_sql", "item.db_id", "question_id", "evidence"];

/**
 * The text anywhere in the item or in the reviewer's note, ASCII letters in any case. A plain scan: measured on 100,000
 * items it takes 40 to 90 ms, while a trigram index makes an import seven times slower and the file four times bigger.
 */
function textCondition(text: string, parameters: Parameters): string {
  parameters.text = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const inItem = searched.map((column) => `${column} LIKE @text ESCAPE '\\'`).join(" OR ");
  return `(${inItem} OR item.id IN (SELECT item_id FROM verdict
    WHERE project_id = @projectId AND reviewer = @reviewer AND note LIKE @text ESCAPE '\\'))`;
}

interface RawQueueRow extends Omit<QueueRow, "ex" | "skipped" | "flagged"> {
  evaluated: number | null;
  set: number | null;
  multiset: number | null;
  ordered: number | null;
  first200: number | null;
  skipped: number | null;
  flagged: number | null;
}

/** The lines of the given items of a project, in the order asked; an id that is not there has no line. */
export function queueRows(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
  itemIds: readonly number[],
): QueueRow[] {
  // CROSS JOIN: the few ids asked for lead, whatever the planner thinks of json_each (measured: 1 ms instead of 5 s).
  const rows = db
    .sql(
      `SELECT item.id AS itemId, item.idx AS "index", item.db_id AS dbId, question, ${systemsInWords} AS system, label, skipped, flagged,
         e.item_id AS evaluated, ex_set AS "set", ex_multiset AS multiset, ex_ordered AS ordered,
         ex_first200 AS first200, difference
       FROM json_each(@ids) asked CROSS JOIN item ON item.id = asked.value AND item.project_id = @projectId
       LEFT JOIN verdict v ON v.project_id = item.project_id AND v.reviewer = @reviewer AND v.item_id = item.id
       LEFT JOIN evaluation e ON e.project_id = item.project_id AND e.item_id = item.id
       ORDER BY asked.key`,
    )
    .all({ ids: JSON.stringify(itemIds), projectId, reviewer });
  return (rows as RawQueueRow[]).map(queueRow);
}

function queueRow(raw: RawQueueRow): QueueRow {
  const { evaluated, set, multiset, ordered, first200, ...row } = raw;
  const ex = {
    set: boolean(set),
    multiset: boolean(multiset),
    ordered: boolean(ordered),
    first200: boolean(first200),
  };
  return {
    ...row,
    skipped: row.skipped === 1,
    flagged: row.flagged === 1,
    ex: evaluated === null ? null : ex,
  };
}

function boolean(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** How far a reviewer is with a project. */
export function queueCounts(db: ReadHandle, projectId: number, reviewer: string): QueueCounts {
  const counts = db
    .sql(
      `SELECT (SELECT count(*) FROM item WHERE project_id = @projectId) AS total, evaluated.*
       FROM (SELECT count(*) AS evaluated, count(CASE WHEN ex_set = 0 THEN 1 END) AS exDiffers
             FROM evaluation WHERE project_id = @projectId) evaluated`,
    )
    .get({ projectId }) as Pick<QueueCounts, "total" | "evaluated" | "exDiffers">;
  const judged = db
    .sql(
      `SELECT label, count(*) AS items, sum(skipped) AS skipped, sum(flagged) AS flagged
       FROM verdict WHERE project_id = @projectId AND reviewer = @reviewer GROUP BY label ORDER BY label`,
    )
    .all({ projectId, reviewer }) as {
    label: string | null;
    items: number;
    skipped: number;
    flagged: number;
  }[];
  const labelled = judged.flatMap(({ label, items }) => (label === null ? [] : [[label, items] as const]));
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    ...counts,
    labelled: sum(labelled.map(([, items]) => items)),
    byLabel: Object.fromEntries(labelled),
    skipped: sum(judged.map(({ skipped }) => skipped)),
    flagged: sum(judged.map(({ flagged }) => flagged)),
  };
}
