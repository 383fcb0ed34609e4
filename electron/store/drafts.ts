import type { StoredDraft } from "#shared/contract/verdicts.ts";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** What a reviewer typed on an item and has not saved, or null. */
export function draftOf(db: ReadHandle, itemId: number, reviewer: string): StoredDraft | null {
  const row = db
    .sql("SELECT base_revision AS baseRevision, judgement FROM draft WHERE item_id = ? AND reviewer = ?")
    .get(itemId, reviewer) as { baseRevision: number; judgement: string } | undefined;
  if (!row) return null;
  return {
    ...emptyJudgement,
    ...(JSON.parse(row.judgement) as Judgement),
    itemId,
    baseRevision: row.baseRevision,
  };
}

/** Everybody's drafts on items of a project. */
export function draftsOfProject(
  db: ReadHandle,
  projectId: number,
): { reviewer: string; draft: StoredDraft }[] {
  const rows = db
    .sql(
      `SELECT item_id AS itemId, reviewer, base_revision AS baseRevision, judgement
       FROM draft JOIN item ON item.id = item_id WHERE project_id = ?`,
    )
    .all(projectId) as { itemId: number; reviewer: string; baseRevision: number; judgement: string }[];
  return rows.map(({ reviewer, judgement, ...draft }) => ({
    reviewer,
    draft: { ...emptyJudgement, ...(JSON.parse(judgement) as Judgement), ...draft },
  }));
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
