import type { StoredDraft } from "#shared/contract/verdicts.ts";
import type { Judgement } from "#shared/domain/verdict.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** What a reviewer typed on an item and has not saved, or null. */
export function draftOf(db: ReadHandle, itemId: number, reviewer: string): StoredDraft | null {
  const row = db
    .sql("SELECT base_revision AS baseRevision, judgement FROM draft WHERE item_id = ? AND reviewer = ?")
    .get(itemId, reviewer) as { baseRevision: number; judgement: string } | undefined;
  if (!row) return null;
  return { ...(JSON.parse(row.judgement) as Judgement), itemId, baseRevision: row.baseRevision };
}

/** Keeps a draft in place of the one before. */
export function putDraft(db: WriteHandle, reviewer: string, draft: StoredDraft, at: string): void {
  const { itemId, baseRevision, ...judgement } = draft;
  db.sql(
    "INSERT OR REPLACE INTO draft (item_id, reviewer, base_revision, judgement, typed_at) VALUES (?, ?, ?, ?, ?)",
  ).run(itemId, reviewer, baseRevision, JSON.stringify(judgement), at);
}

/** Forgets what was typed and not saved. */
export function removeDraft(db: WriteHandle, itemId: number, reviewer: string): void {
  db.sql("DELETE FROM draft WHERE item_id = ? AND reviewer = ?").run(itemId, reviewer);
}
