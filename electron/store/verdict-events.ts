import { randomUUID } from "node:crypto";
import type { InferResult } from "kysely";
import type { VerdictChange } from "#shared/contract/verdicts.ts";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** A change of a verdict to be appended; `reverts` is the change that an undo, or the undo that a redo, takes back. */
export interface VerdictEventInput {
  saveId: string | null;
  projectId: number;
  itemId: number;
  reviewer: string;
  /** The account that did it: for an import not the reviewer. */
  actor: string;
  at: string;
  action: VerdictChange["action"];
  revision: number;
  judgement: Judgement;
  reverts: number | null;
  /** The file that brought it, of an import. */
  sourceId?: number | null;
  /** By which it is known in every workspace; a new one where none is given. */
  eventId?: string;
}

/** A change of a verdict as it was appended; `seq` grows over the whole workspace. */
export interface VerdictEvent extends VerdictEventInput {
  seq: number;
  sourceId: number | null;
  eventId: string;
}

const events = query
  .selectFrom("verdict_event as e")
  .select(["e.seq", "e.save_id as saveId", "e.project_id as projectId", "e.item_id as itemId", "e.reviewer"])
  .select([
    "e.actor",
    "e.at",
    "e.action",
    "e.revision",
    "e.judgement",
    "e.reverts",
    "e.source_id as sourceId",
    "e.event_id as eventId",
  ]);

const insertEvent = compiledOnce((row: NewRow<"verdict_event">) =>
  query.insertInto("verdict_event").values(row),
);

/** Appends an event. Together with `putVerdict`: the caller does both in one transaction. */
export async function appendEvent(db: WriteHandle, event: VerdictEventInput): Promise<void> {
  await db.run(
    insertEvent({
      save_id: event.saveId,
      project_id: event.projectId,
      item_id: event.itemId,
      reviewer: event.reviewer,
      actor: event.actor,
      at: event.at,
      action: event.action,
      revision: event.revision,
      judgement: jsonText(event.judgement),
      reverts: event.reverts,
      source_id: event.sourceId ?? null,
      event_id: event.eventId ?? randomUUID(),
    }),
  );
}

/** The number of the newest event of a project; 0 where there is none. */
export async function newestVerdictEvent(db: ReadHandle, projectId: number): Promise<number> {
  const { newest } = await db.one(
    query
      .selectFrom("verdict_event")
      .select((of) => of.fn.max<number | null>("seq").as("newest"))
      .where("project_id", "=", projectId),
  );
  return newest ?? 0;
}

const eventBySave = compiledOnce(({ saveId }: { saveId: string }) => events.where("e.save_id", "=", saveId));

/** The event of a save id, so that a retry finds what its first try did. */
export const eventBySaveId = async (db: ReadHandle, saveId: string): Promise<VerdictEvent | null> =>
  eventOf(await db.first(eventBySave({ saveId })));

/** The event that made a revision of a verdict. */
export const eventByRevision = async (
  db: ReadHandle,
  itemId: number,
  reviewer: string,
  revision: number,
): Promise<VerdictEvent | null> =>
  eventOf(
    await db.first(
      events
        .where("e.item_id", "=", itemId)
        .where("e.reviewer", "=", reviewer)
        .where("e.revision", "=", revision),
    ),
  );

/** Every event of a reviewer's verdict on an item, the newest first. */
export async function eventsOfItem(
  db: ReadHandle,
  itemId: number,
  reviewer: string,
): Promise<VerdictEvent[]> {
  const rows = await db.all(
    events.where("e.item_id", "=", itemId).where("e.reviewer", "=", reviewer).orderBy("e.revision", "desc"),
  );
  return rows.flatMap((row) => eventOf(row) ?? []);
}

/** Every event of these reviewers in a project, by item, the oldest first. */
export async function eventsByItem(
  db: ReadHandle,
  projectId: number,
  reviewers: readonly string[],
): Promise<Map<number, VerdictEvent[]>> {
  const rows = await db.all(
    events.where("e.project_id", "=", projectId).where("e.reviewer", "in", among(reviewers)).orderBy("e.seq"),
  );
  return Map.groupBy(
    rows.flatMap((row) => eventOf(row) ?? []),
    ({ itemId }) => itemId,
  );
}

/** Whether any of these ids is the one of an event that is there already. */
export const hasEvents = async (db: ReadHandle, eventIds: readonly string[]): Promise<boolean> =>
  (await db.first(
    query.selectFrom("verdict_event").select("seq").where("event_id", "in", among(eventIds)).limit(1),
  )) !== undefined;

/** A reviewer's events in a project, the newest first, without those that were taken back. */
const standingEvents = (projectId: number, reviewer: string) =>
  events
    .where("e.project_id", "=", projectId)
    .where("e.reviewer", "=", reviewer)
    .where((of) =>
      of.not(
        of.exists(
          of.selectFrom("verdict_event as later").select("later.seq").whereRef("later.reverts", "=", "e.seq"),
        ),
      ),
    )
    .orderBy("e.seq", "desc")
    .limit(1);

/**
 * The reviewer's latest change in a project that is not undone (SPEC V6). An import or a rename is not undone by this, nor is a
 * change that one has come after: one key press must not take a whole file back, or what is called otherwise by now.
 */
export const changeToUndo = async (
  db: ReadHandle,
  projectId: number,
  reviewer: string,
): Promise<VerdictEvent | null> =>
  eventOf(
    await db.first(
      standingEvents(projectId, reviewer)
        .where("e.action", "in", ["save", "redo"])
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom("verdict_event as other")
                .select("other.seq")
                .whereRef("other.item_id", "=", "e.item_id")
                .whereRef("other.reviewer", "=", "e.reviewer")
                .whereRef("other.revision", ">", "e.revision")
                .where("other.action", "in", ["import", "take-back", "rename"]),
            ),
          ),
        ),
    ),
  );

/** The reviewer's latest undo in a project that is not redone; a save made since ends what can be redone. */
export async function undoToRedo(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
): Promise<VerdictEvent | null> {
  const { saved } = await db.one(
    query
      .selectFrom("verdict_event")
      .select((of) => of.fn.max<number | null>("seq").as("saved"))
      .where("project_id", "=", projectId)
      .where("reviewer", "=", reviewer)
      .where("action", "in", ["save", "import", "take-back", "rename"]),
  );
  return eventOf(
    await db.first(
      standingEvents(projectId, reviewer)
        .where("e.action", "=", "undo")
        .where("e.seq", ">", saved ?? 0),
    ),
  );
}

/** One event, or null. */
export const eventBySeq = async (db: ReadHandle, seq: number): Promise<VerdictEvent | null> =>
  eventOf(await db.first(events.where("e.seq", "=", seq)));

function eventOf(row: InferResult<typeof events>[number] | undefined): VerdictEvent | null {
  if (row === undefined) return null;
  // Events of before a part of the judgement have none of it.
  const { eventId, judgement, ...event } = row;
  return { ...event, eventId: eventId ?? "", judgement: { ...emptyJudgement, ...parsed(judgement) } };
}
