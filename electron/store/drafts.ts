import type { StoredDraft } from "#shared/contract/verdicts.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** What a reviewer typed on an item and has not saved, or null. */
export async function draftOf(db: ReadHandle, itemId: number, reviewer: string): Promise<StoredDraft | null> {
  const row = await db.first(
    query
      .selectFrom("draft")
      .select(["base_revision as baseRevision", "judgement"])
      .where("item_id", "=", itemId)
      .where("reviewer", "=", reviewer),
  );
  if (!row) return null;
  return { ...emptyJudgement, ...parsed(row.judgement), itemId, baseRevision: row.baseRevision };
}

/** Everybody's drafts on items of a project. */
export async function draftsOfProject(
  db: ReadHandle,
  projectId: number,
): Promise<{ reviewer: string; draft: StoredDraft }[]> {
  const rows = await db.all(
    query
      .selectFrom("draft")
      .innerJoin("item", "item.id", "draft.item_id")
      .select(["item_id as itemId", "reviewer", "base_revision as baseRevision", "judgement"])
      .where("project_id", "=", projectId),
  );
  return rows.map(({ reviewer, judgement, ...draft }) => ({
    reviewer,
    draft: { ...emptyJudgement, ...parsed(judgement), ...draft },
  }));
}

/** Keeps a draft in place of the one before. */
export async function putDraft(
  db: WriteHandle,
  reviewer: string,
  draft: StoredDraft,
  at: string,
): Promise<void> {
  const { itemId, baseRevision, ...judgement } = draft;
  const typed = { base_revision: baseRevision, judgement: jsonText(judgement), typed_at: at };
  await db.run(
    query
      .insertInto("draft")
      .values({ item_id: itemId, reviewer, ...typed })
      .onConflict((same) => same.columns(["item_id", "reviewer"]).doUpdateSet(typed)),
  );
}

const deleteDraft = compiledOnce(({ itemId, reviewer }: { itemId: number; reviewer: string }) =>
  query.deleteFrom("draft").where("item_id", "=", itemId).where("reviewer", "=", reviewer),
);

/** Forgets what was typed and not saved. */
export async function removeDraft(db: WriteHandle, itemId: number, reviewer: string): Promise<void> {
  await db.run(deleteDraft({ itemId, reviewer }));
}
