import type { InferResult } from "kysely";
import type { Consensus, Settlement } from "#shared/domain/consensus.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** A change of what an item is settled as, to be appended; `consensus` null: the item is open again. */
export interface ConsensusEventInput {
  /** The same for all items that one save settles, so that a retry finds what its first try did. */
  saveId: string | null;
  projectId: number;
  itemId: number;
  /** The account that did it. */
  actor: string;
  at: string;
  action: "import" | "settle" | "reopen" | "undo" | "redo" | "take-back" | "rename";
  consensus: Settlement | null;
  /** The change that an undo, or the undo that a redo, takes back. */
  reverts: number | null;
  /** The file that brought it, of an import. */
  sourceId?: number | null;
}

/** A change as it was appended; `seq` grows over the whole workspace, `revision` from 1 over its item. */
export interface ConsensusEvent extends ConsensusEventInput {
  seq: number;
  revision: number;
  sourceId: number | null;
}

const consensuses = query
  .selectFrom("consensus")
  .select(["item_id as itemId", "revision", "rule", "label", "diagnoses", "notes"])
  .select(["settled_by as settledBy", "at"])
  .orderBy("item_id");

const insertEvent = compiledOnce((row: NewRow<"consensus_event">) =>
  query.insertInto("consensus_event").values(row),
);

const putConsensus = compiledOnce(({ item_id, ...settled }: NewRow<"consensus">) =>
  query
    .insertInto("consensus")
    .values({ item_id, ...settled })
    .onConflict((same) => same.column("item_id").doUpdateSet(settled)),
);

/** Appends a change and brings the item's consensus up to it, in the caller's transaction; gives the item's new revision. */
export async function appendConsensusEvent(db: WriteHandle, event: ConsensusEventInput): Promise<number> {
  const { projectId, itemId, consensus, at } = event;
  const revision = (await consensusRevision(db, itemId)) + 1;
  await db.run(
    insertEvent({
      save_id: event.saveId,
      project_id: projectId,
      item_id: itemId,
      actor: event.actor,
      at,
      action: event.action,
      revision,
      consensus: consensus && jsonText(consensus),
      reverts: event.reverts,
      source_id: event.sourceId ?? null,
    }),
  );
  if (consensus === null) await db.run(query.deleteFrom("consensus").where("item_id", "=", itemId));
  else
    await db.run(
      putConsensus({
        item_id: itemId,
        project_id: projectId,
        revision,
        rule: consensus.rule,
        label: consensus.label,
        diagnoses: jsonText(consensus.diagnoses),
        notes: jsonText(consensus.notes),
        settled_by: consensus.settledBy,
        at,
      }),
    );
  return revision;
}

/** The revision of an item's newest change, 0 where it was never settled; a reopened item has one, but no consensus. */
export const consensusRevision = async (db: ReadHandle, itemId: number): Promise<number> =>
  (await db.one(revisionOf({ itemId }))).revision ?? 0;

const revisionOf = compiledOnce(({ itemId }: { itemId: number }) =>
  query
    .selectFrom("consensus_event")
    .select((of) => of.fn.max<number | null>("revision").as("revision"))
    .where("item_id", "=", itemId),
);

/** What the given items are settled as, by item; an open item is missing. */
export async function consensusOnItems(
  db: ReadHandle,
  itemIds: readonly number[],
): Promise<Map<number, Consensus>> {
  const rows = await db.all(consensuses.where("item_id", "in", among(itemIds)));
  return new Map(rows.map((row) => [row.itemId, consensusOfRow(row)]));
}

/** What the items of a project are settled as, by item; an open item is missing. */
export async function consensusOfProject(db: ReadHandle, projectId: number): Promise<Map<number, Consensus>> {
  const rows = await db.all(consensuses.where("project_id", "=", projectId));
  return new Map(rows.map((row) => [row.itemId, consensusOfRow(row)]));
}

/** Every change of what an item is settled as, the newest first. */
export async function consensusEventsOfItem(db: ReadHandle, itemId: number): Promise<ConsensusEvent[]> {
  const rows = await db.all(
    query
      .selectFrom("consensus_event")
      .select(["seq", "save_id as saveId", "project_id as projectId", "item_id as itemId", "actor", "at"])
      .select(["action", "revision", "consensus", "reverts", "source_id as sourceId"])
      .where("item_id", "=", itemId)
      .orderBy("revision", "desc"),
  );
  return rows.map((row) => ({ ...row, consensus: row.consensus && parsed(row.consensus) }));
}

function consensusOfRow({ diagnoses, notes, ...row }: InferResult<typeof consensuses>[number]): Consensus {
  return { ...row, diagnoses: parsed(diagnoses), notes: parsed(notes) };
}
