import type { Settlement } from "#shared/domain/consensus.ts";
import { among } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { query } from "./query.ts";
import { parsed } from "./tables/column-types.ts";

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

const actions = { done: ["settle", "reopen", "redo"], undone: ["undo"] } as const;

/** The changes of one kind that nobody took back and that nothing has come after on their items. */
const newestChanges = (kind: ChangeKind) =>
  query
    .selectFrom("consensus_event as e")
    .select(["e.seq", "e.save_id as saveId"])
    .where("e.action", "in", actions[kind])
    .where((of) =>
      of.not(
        of.exists(of.selectFrom("consensus_event as x").select("x.seq").whereRef("x.reverts", "=", "e.seq")),
      ),
    )
    .where("e.revision", "=", (of) =>
      of
        .selectFrom("consensus_event as x")
        .select((newest) => newest.fn.max("x.revision").as("revision"))
        .whereRef("x.item_id", "=", "e.item_id"),
    );

/**
 * The changes of an account's latest save in a project that can still be reverted; what somebody changed since stays, and so do items
 * that are `kept` from it. None where there is nothing, or (`undone`) where the account settled or reopened something since.
 */
export async function latestChanges(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  kind: ChangeKind,
  kept: ReadonlySet<number>,
): Promise<RevertibleChange[]> {
  const newest = newestChanges(kind).where("e.item_id", "not in", among([...kept]));
  const latest = await db.first(
    newest
      .where("e.project_id", "=", projectId)
      .where("e.actor", "=", actor)
      .orderBy("e.seq", "desc")
      .limit(1),
  );
  if (
    latest === undefined ||
    (kind === "undone" && (await hasSettledSince(db, { projectId, actor }, latest.seq)))
  )
    return [];
  const { seq, saveId } = latest;
  const rows = await db.all(
    newest
      .clearSelect()
      .select(["e.seq", "e.item_id as itemId", "e.revision", "e.at"])
      .select((of) =>
        of
          .selectFrom("consensus_event as b")
          .select("b.consensus")
          .whereRef("b.item_id", "=", "e.item_id")
          .where((before) => before("b.revision", "=", before("e.revision", "-", before.lit(1))))
          .as("before"),
      )
      .where((of) =>
        saveId === null
          ? of("e.seq", "=", seq)
          : of.or([of("e.seq", "=", seq), of("e.save_id", "=", saveId)]),
      )
      .orderBy("e.seq"),
  );
  return rows.map((row) => ({ ...row, before: row.before && parsed(row.before) }));
}

async function hasSettledSince(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  seq: number,
): Promise<boolean> {
  const row = await db.first(
    query
      .selectFrom("consensus_event")
      .select("seq")
      .where("project_id", "=", projectId)
      .where("actor", "=", actor)
      .where("seq", ">", seq)
      .where("action", "in", ["settle", "reopen"])
      .limit(1),
  );
  return row !== undefined;
}

/** Whether a save was committed, so that its retry does nothing. */
export const isSaved = async (db: ReadHandle, saveId: string): Promise<boolean> =>
  (await db.first(
    query.selectFrom("consensus_event").select("seq").where("save_id", "=", saveId).limit(1),
  )) !== undefined;
