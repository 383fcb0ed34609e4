import type { InferResult } from "kysely";
import { z } from "zod";
import { type CrossCheckEvent, GivenJudgement } from "#shared/domain/cross-check.ts";
import type { StatusAndAssignee } from "#shared/domain/task-status.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { flagOf, jsonText } from "./tables/column-types.ts";

/** An event to be appended. */
export type NewCrossCheckEvent = WithoutSeq<CrossCheckEvent>;
type WithoutSeq<Event> = Event extends CrossCheckEvent ? Omit<Event, "seq"> : never;

const events = query
  .selectFrom("cross_check_event")
  .select(["seq", "task_id as taskId", "actor as by", "at", "revision", "action", "criterion", "accepted"])
  .select(["reason", "judgements", "reverts"])
  .orderBy("seq");

/** Appends a step of the cross-check of a task. */
export async function appendCrossCheckEvent(
  db: WriteHandle,
  { projectId, taskId }: { projectId: number; taskId: number },
  event: NewCrossCheckEvent,
): Promise<void> {
  const { revision, by, at, action } = event;
  const judged = "criterion" in event ? event : null;
  await db.run(
    query.insertInto("cross_check_event").values({
      ...{ project_id: projectId, task_id: taskId, revision, actor: by, at, action },
      criterion: judged?.criterion ?? null,
      accepted: judged === null || judged.accepted === null ? null : flagOf(judged.accepted),
      reason: judged?.reason ?? null,
      judgements: "judgements" in event ? jsonText(event.judgements) : null,
      reverts: "reverts" in event ? event.reverts : null,
    }),
  );
}

/** Every step of the cross-checks of a task, the oldest first. */
export const crossCheckEvents = async (db: ReadHandle, taskId: number): Promise<CrossCheckEvent[]> =>
  (await db.all(events.where("task_id", "=", taskId))).map(eventOf);

/** The same for every task of a project that has any, by task. */
export async function crossCheckEventsOfProject(
  db: ReadHandle,
  projectId: number,
): Promise<Map<number, CrossCheckEvent[]>> {
  const byTask = Map.groupBy(
    await db.all(events.where("project_id", "=", projectId)),
    ({ taskId }) => taskId,
  );
  return new Map([...byTask].map(([taskId, own]) => [taskId, own.map(eventOf)]));
}

function eventOf({ taskId: _, ...row }: InferResult<typeof events>[number]): CrossCheckEvent {
  const { seq, by, at, revision, action, criterion, accepted, reason, judgements, reverts } = row;
  const base = { seq, by, at, revision };
  if (action === "judge" && criterion !== null)
    return {
      ...{ ...base, action, criterion, reason: reason ?? "" },
      accepted: accepted === null ? null : accepted === 1,
    };
  if (action === "send" && judgements !== null)
    return { ...base, action, judgements: z.array(GivenJudgement).parse(JSON.parse(judgements)) };
  if (action === "take-back" && reverts !== null) return { ...base, action, reverts };
  throw new Error(`The step ${seq} of a cross-check has not what "${action}" needs`);
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
const authorOf = ({ action, actor, sourceId }: { action: string; actor: string; sourceId: number | null }) =>
  action === "import" && sourceId !== null ? null : actor;

/** Every task of a project, in its order. */
export async function checkedTaskRows(db: ReadHandle, projectId: number): Promise<CheckedTaskRow[]> {
  const rows = await db.all(
    query
      .selectFrom("task")
      .innerJoin("task_event as e", (join) =>
        join.onRef("e.task_id", "=", "task.id").onRef("e.revision", "=", "task.revision"),
      )
      .select(["task.id as taskId", "task.instance_id as instanceId", "task.database", "task.question"])
      .select([
        "task.revision",
        "task.status",
        "task.assignee",
        "e.action",
        "e.actor",
        "e.source_id as sourceId",
      ])
      .where("task.project_id", "=", projectId)
      .orderBy("task.idx"),
  );
  return rows.map(({ action, actor, sourceId, ...row }) => ({
    ...row,
    author: authorOf({ action, actor, sourceId }),
  }));
}

/** Who saved the newest revision of a task; null where it came by import. */
export async function authorOfTask(db: ReadHandle, taskId: number): Promise<string | null> {
  const newest = await db.first(
    query
      .selectFrom("task_event")
      .select(["action", "actor", "source_id as sourceId"])
      .where("task_id", "=", taskId)
      .orderBy("revision", "desc")
      .limit(1),
  );
  return newest === undefined ? null : authorOf(newest);
}
