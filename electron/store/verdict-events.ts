import type { VerdictChange } from "#shared/contract/verdicts.ts";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

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
}

/** A change of a verdict as it was appended; `seq` grows over the whole workspace. */
export interface VerdictEvent extends VerdictEventInput {
  seq: number;
  sourceId: number | null;
}

const columns = `seq, save_id AS saveId, project_id AS projectId, item_id AS itemId, reviewer, actor, at, action,
  revision, judgement, reverts, source_id AS sourceId`;

/** Appends an event. Together with `putVerdict`: the caller does both in one transaction. */
export function appendEvent(db: WriteHandle, event: VerdictEventInput): void {
  db.sql(
    `INSERT INTO verdict_event (save_id, project_id, item_id, reviewer, actor, at, action, revision, judgement, reverts, source_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    event.saveId,
    event.projectId,
    event.itemId,
    event.reviewer,
    event.actor,
    event.at,
    event.action,
    event.revision,
    JSON.stringify(event.judgement),
    event.reverts,
    event.sourceId ?? null,
  );
}

/** The number of the newest event of a project; 0 where there is none. */
export function newestVerdictEvent(db: ReadHandle, projectId: number): number {
  const row = db
    .sql("SELECT coalesce(max(seq), 0) AS seq FROM verdict_event WHERE project_id = ?")
    .get(projectId);
  return (row as { seq: number }).seq;
}

/** The event of a save id, so that a retry finds what its first try did. */
export function eventBySaveId(db: ReadHandle, saveId: string): VerdictEvent | null {
  return eventOf(db.sql(`SELECT ${columns} FROM verdict_event WHERE save_id = ?`).get(saveId));
}

/** The event that made a revision of a verdict. */
export function eventByRevision(
  db: ReadHandle,
  itemId: number,
  reviewer: string,
  revision: number,
): VerdictEvent | null {
  return eventOf(
    db
      .sql(`SELECT ${columns} FROM verdict_event WHERE item_id = ? AND reviewer = ? AND revision = ?`)
      .get(itemId, reviewer, revision),
  );
}

/** Every event of a reviewer's verdict on an item, the newest first. */
export function eventsOfItem(db: ReadHandle, itemId: number, reviewer: string): VerdictEvent[] {
  return db
    .sql(`SELECT ${columns} FROM verdict_event WHERE item_id = ? AND reviewer = ? ORDER BY revision DESC`)
    .all(itemId, reviewer)
    .flatMap((row) => eventOf(row) ?? []);
}

/**
 * The reviewer's latest change in a project that is not undone (SPEC V6). An import or a rename is not undone by this, nor is a
 * change that one has come after: one key press must not take a whole file back, or what is called otherwise by now.
 */
export function changeToUndo(db: ReadHandle, projectId: number, reviewer: string): VerdictEvent | null {
  return eventOf(
    db
      .sql(
        `SELECT ${columns} FROM verdict_event change
         WHERE project_id = ? AND reviewer = ? AND action IN ('save', 'redo')
           AND NOT EXISTS (SELECT 1 FROM verdict_event undo WHERE undo.reverts = change.seq)
           AND NOT EXISTS (SELECT 1 FROM verdict_event import
             WHERE import.item_id = change.item_id AND import.reviewer = change.reviewer
               AND import.revision > change.revision AND import.action IN ('import', 'take-back', 'rename'))
         ORDER BY seq DESC LIMIT 1`,
      )
      .get(projectId, reviewer),
  );
}

/** The reviewer's latest undo in a project that is not redone; a save made since ends what can be redone. */
export function undoToRedo(db: ReadHandle, projectId: number, reviewer: string): VerdictEvent | null {
  return eventOf(
    db
      .sql(
        `SELECT ${columns} FROM verdict_event undo
         WHERE project_id = @projectId AND reviewer = @reviewer AND action = 'undo'
           AND NOT EXISTS (SELECT 1 FROM verdict_event redo WHERE redo.reverts = undo.seq)
           AND seq > coalesce((SELECT max(seq) FROM verdict_event
             WHERE project_id = @projectId AND reviewer = @reviewer AND action IN ('save', 'import', 'take-back', 'rename')), 0)
         ORDER BY seq DESC LIMIT 1`,
      )
      .get({ projectId, reviewer }),
  );
}

/** One event, or null. */
export function eventBySeq(db: ReadHandle, seq: number): VerdictEvent | null {
  return eventOf(db.sql(`SELECT ${columns} FROM verdict_event WHERE seq = ?`).get(seq));
}

function eventOf(row: unknown): VerdictEvent | null {
  if (row === undefined) return null;
  const event = row as Omit<VerdictEvent, "judgement"> & { judgement: string };
  // Events of before a part of the judgement have none of it.
  return { ...event, judgement: { ...emptyJudgement, ...(JSON.parse(event.judgement) as Judgement) } };
}
