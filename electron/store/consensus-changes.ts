import type { Settlement } from "#shared/domain/consensus.ts";
import type { ReadHandle } from "./handles.ts";

/** A change of a consensus that can be taken back or put on again, and what the item was before it. */
export interface RevertibleChange {
  seq: number;
  itemId: number;
  revision: number;
  at: string;
  before: Settlement | null;
}

/** What can be taken back, or what was taken back and can be put on again. */
export type ChangeKind = "done" | "undone";

const actions: Record<ChangeKind, string> = { done: "'settle', 'reopen', 'redo'", undone: "'undo'" };

/** The change that nobody took back and that nothing has come after on its item. */
const isNewest = `NOT EXISTS (SELECT 1 FROM consensus_event x WHERE x.reverts = e.seq)
  AND e.revision = (SELECT max(revision) FROM consensus_event x WHERE x.item_id = e.item_id)`;

/**
 * The changes of an account's latest save in a project that can still be reverted; what somebody changed since stays. None where
 * there is nothing, or (`undone`) where the account settled or reopened something since.
 */
export function latestChanges(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  kind: ChangeKind,
): RevertibleChange[] {
  const latest = db
    .sql(
      `SELECT seq, save_id AS saveId, action FROM consensus_event e
       WHERE project_id = ? AND actor = ? AND action IN ('settle', 'reopen', 'redo', 'undo') AND ${isNewest}
       AND action IN (${actions[kind]}) ORDER BY seq DESC LIMIT 1`,
    )
    .get(projectId, actor) as { seq: number; saveId: string | null } | undefined;
  if (latest === undefined || (kind === "undone" && hasSettledSince(db, { projectId, actor }, latest.seq)))
    return [];
  const rows = db
    .sql(
      `SELECT seq, item_id AS itemId, revision, at,
         (SELECT consensus FROM consensus_event b WHERE b.item_id = e.item_id AND b.revision = e.revision - 1) AS before
       FROM consensus_event e WHERE (seq = @seq OR save_id = @saveId) AND action IN (${actions[kind]}) AND ${isNewest} ORDER BY seq`,
    )
    .all(latest) as (Omit<RevertibleChange, "before"> & { before: string | null })[];
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : (JSON.parse(row.before) as Settlement),
  }));
}

function hasSettledSince(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  seq: number,
): boolean {
  const row = db
    .sql(
      `SELECT 1 FROM consensus_event WHERE project_id = ? AND actor = ? AND seq > ? AND action IN ('settle', 'reopen') LIMIT 1`,
    )
    .get(projectId, actor, seq);
  return row !== undefined;
}

/** Whether a save was committed, so that its retry does nothing. */
export const isSaved = (db: ReadHandle, saveId: string): boolean =>
  db.sql("SELECT 1 FROM consensus_event WHERE save_id = ? LIMIT 1").get(saveId) !== undefined;
