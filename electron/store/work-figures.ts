import type { ReadHandle } from "./handles.ts";

/** How many items a reviewer first gave a label on a day (UTC). */
export interface DayOfWork {
  day: string;
  reviewer: string;
  items: number;
}

/** The time between two labels of a reviewer, one after the other, in seconds; longer than a pause is left out. */
export interface TimePerItem {
  reviewer: string;
  seconds: number;
}

/** So long after the last label a reviewer is taken to have been away, in seconds. */
export const pauseSeconds = 15 * 60;

/** First labels that were given on this machine: what files brought, and attention items, are no work on items. */
const firstLabels = `
  SELECT e.reviewer, e.item_id, min(e.at) AS at FROM verdict_event e
  WHERE e.project_id = ? AND e.action = 'save' AND json_extract(e.judgement, '$.label') IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM check_item c WHERE c.item_id = e.item_id AND c.kind = 'attention')
  GROUP BY e.reviewer, e.item_id`;

/** Labels by day and reviewer, the oldest day first. */
export function daysOfWork(db: ReadHandle, projectId: number): DayOfWork[] {
  return db
    .sql(
      `SELECT substr(at, 1, 10) AS day, reviewer, count(*) AS items FROM (${firstLabels}) GROUP BY day, reviewer ORDER BY day, reviewer`,
    )
    .all(projectId) as DayOfWork[];
}

/** How many items got their first label of anybody on each day with work, the oldest first. */
export function newItemsByDay(db: ReadHandle, projectId: number): number[] {
  return db
    .sql(
      `SELECT count(*) AS items FROM (SELECT min(at) AS at FROM (${firstLabels}) GROUP BY item_id)
       GROUP BY substr(at, 1, 10) ORDER BY substr(at, 1, 10)`,
    )
    .all(projectId)
    .map((row) => (row as { items: number }).items);
}

/** How many opinions have each label, by its id; attention items are left out. */
export function opinionsByLabel(db: ReadHandle, projectId: number): { label: string; opinions: number }[] {
  return db
    .sql(
      `SELECT label, count(*) AS opinions FROM verdict v WHERE project_id = ? AND label IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM check_item c WHERE c.item_id = v.item_id AND c.kind = 'attention') GROUP BY label`,
    )
    .all(projectId) as { label: string; opinions: number }[];
}

/** The times between labels, by reviewer. */
export function timesPerItem(db: ReadHandle, projectId: number): TimePerItem[] {
  return db
    .sql(
      `SELECT reviewer, seconds FROM (
         SELECT reviewer, 86400.0 * (julianday(at) - julianday(lag(at) OVER (PARTITION BY reviewer ORDER BY at))) AS seconds
         FROM (${firstLabels}))
       WHERE seconds <= ${pauseSeconds} ORDER BY reviewer, seconds`,
    )
    .all(projectId) as TimePerItem[];
}

/** How many items of a project there are to judge, have a label, have two, and are settled. Attention items are none of them. */
export function itemProgress(
  db: ReadHandle,
  projectId: number,
): { items: number; labelled: number; double: number; settled: number } {
  return db
    .sql(
      `SELECT count(*) AS items, total(opinions > 0) AS labelled, total(opinions > 1) AS double, total(settled) AS settled FROM (
         SELECT (SELECT count(label) FROM verdict v WHERE v.item_id = item.id) AS opinions,
           EXISTS (SELECT 1 FROM consensus c WHERE c.item_id = item.id) AS settled
         FROM item WHERE project_id = ?
           AND NOT EXISTS (SELECT 1 FROM check_item c WHERE c.item_id = item.id AND c.kind = 'attention'))`,
    )
    .get(projectId) as { items: number; labelled: number; double: number; settled: number };
}
