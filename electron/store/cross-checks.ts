import { z } from "zod";
import { type Criterion, type CrossCheckEvent, GivenJudgement } from "#shared/domain/cross-check.ts";
import type { StatusAndAssignee } from "#shared/domain/task-status.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** An event to be appended. */
export type NewCrossCheckEvent = WithoutSeq<CrossCheckEvent>;
type WithoutSeq<Event> = Event extends CrossCheckEvent ? Omit<Event, "seq"> : never;

interface EventRow {
  seq: number;
  taskId: number;
  by: string;
  at: string;
  revision: number;
  action: CrossCheckEvent["action"];
  criterion: Criterion;
  accepted: number | null;
  reason: string;
  judgements: string;
  reverts: number;
}

const columns = `seq, task_id AS taskId, actor AS "by", at, revision, action, criterion, accepted, reason, judgements, reverts`;

const none = { criterion: null, accepted: null, reason: null, judgements: null, reverts: null };

/** Appends a step of the cross-check of a task. */
export function appendCrossCheckEvent(
  db: WriteHandle,
  of: { projectId: number; taskId: number },
  event: NewCrossCheckEvent,
): void {
  const own = "accepted" in event && event.accepted !== null ? { accepted: Number(event.accepted) } : {};
  const sent = "judgements" in event ? { judgements: JSON.stringify(event.judgements) } : {};
  db.sql(
    `INSERT INTO cross_check_event
       (project_id, task_id, revision, actor, at, action, criterion, accepted, reason, judgements, reverts)
     VALUES (@projectId, @taskId, @revision, @by, @at, @action, @criterion, @accepted, @reason, @judgements, @reverts)`,
  ).run({ ...none, ...of, ...event, ...own, ...sent });
}

/** Every step of the cross-checks of a task, the oldest first. */
export function crossCheckEvents(db: ReadHandle, taskId: number): CrossCheckEvent[] {
  const rows = db.sql(`SELECT ${columns} FROM cross_check_event WHERE task_id = ? ORDER BY seq`).all(taskId);
  return (rows as EventRow[]).map(eventOf);
}

/** The same for every task of a project that has any, by task. */
export function crossCheckEventsOfProject(db: ReadHandle, projectId: number): Map<number, CrossCheckEvent[]> {
  const rows = db
    .sql(`SELECT ${columns} FROM cross_check_event WHERE project_id = ? ORDER BY seq`)
    .all(projectId) as EventRow[];
  const byTask = Map.groupBy(rows, ({ taskId }) => taskId);
  return new Map([...byTask].map(([taskId, own]) => [taskId, own.map(eventOf)]));
}

function eventOf({ seq, by, at, revision, action, ...row }: EventRow): CrossCheckEvent {
  const base = { seq, by, at, revision };
  switch (action) {
    case "judge": {
      const { criterion, accepted, reason } = row;
      return { ...base, action, criterion, accepted: accepted === null ? null : accepted === 1, reason };
    }
    case "send":
      return { ...base, action, judgements: z.array(GivenJudgement).parse(JSON.parse(row.judgements)) };
    case "take-back":
      return { ...base, action, reverts: row.reverts };
  }
}

/** A task as the list of cross-checks shows it; `author` null: its newest revision came by import. */
export interface CheckedTaskRow extends StatusAndAssignee {
  taskId: number;
  instanceId: string;
  database: string;
  question: string;
  revision: number;
  author: string | null;
}

// What was read from a file has a text that it was read from: whoever imported that did not write it.
const author = `CASE WHEN e.action = 'import' AND e.source_id IS NOT NULL THEN NULL ELSE e.actor END AS author`;

/** Every task of a project, in its order. */
export function checkedTaskRows(db: ReadHandle, projectId: number): CheckedTaskRow[] {
  return db
    .sql(
      `SELECT task.id AS taskId, instance_id AS instanceId, database, question, task.revision, status, assignee, ${author}
       FROM task JOIN task_event e ON e.task_id = task.id AND e.revision = task.revision
       WHERE project_id = ? ORDER BY idx`,
    )
    .all(projectId) as CheckedTaskRow[];
}

/** Who saved the newest revision of a task; null where it came by import. */
export function authorOfTask(db: ReadHandle, taskId: number): string | null {
  const row = db
    .sql(`SELECT ${author} FROM task_event e WHERE task_id = ? ORDER BY revision DESC LIMIT 1`)
    .get(taskId) as { author: string | null } | undefined;
  return row?.author ?? null;
}
