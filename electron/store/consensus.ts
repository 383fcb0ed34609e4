import type { Consensus, Settlement } from "#shared/domain/consensus.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

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

const columns = "item_id AS itemId, revision, rule, label, diagnoses, notes, settled_by AS settledBy, at";

type ConsensusRow = Omit<Consensus, "diagnoses" | "notes"> & { diagnoses: string; notes: string };

/** Appends a change and brings the item's consensus up to it, in the caller's transaction; gives the item's new revision. */
export function appendConsensusEvent(db: WriteHandle, event: ConsensusEventInput): number {
  const { projectId, itemId, consensus, at } = event;
  const revision = consensusRevision(db, itemId) + 1;
  db.sql(
    `INSERT INTO consensus_event (save_id, project_id, item_id, actor, at, action, revision, consensus, reverts, source_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    event.saveId,
    projectId,
    itemId,
    event.actor,
    at,
    event.action,
    revision,
    consensus && JSON.stringify(consensus),
    event.reverts,
    event.sourceId ?? null,
  );
  if (consensus === null) db.sql("DELETE FROM consensus WHERE item_id = ?").run(itemId);
  else
    db.sql(
      `INSERT OR REPLACE INTO consensus (item_id, project_id, revision, rule, label, diagnoses, notes, settled_by, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      itemId,
      projectId,
      revision,
      consensus.rule,
      consensus.label,
      JSON.stringify(consensus.diagnoses),
      JSON.stringify(consensus.notes),
      consensus.settledBy,
      at,
    );
  return revision;
}

/** The revision of an item's newest change, 0 where it was never settled; a reopened item has one, but no consensus. */
export function consensusRevision(db: ReadHandle, itemId: number): number {
  const row = db
    .sql("SELECT coalesce(max(revision), 0) AS revision FROM consensus_event WHERE item_id = ?")
    .get(itemId) as { revision: number };
  return row.revision;
}

/** What the given items are settled as, by item; an open item is missing. */
export function consensusOnItems(db: ReadHandle, itemIds: readonly number[]): Map<number, Consensus> {
  const rows = db
    .sql(
      `SELECT ${columns} FROM consensus WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id`,
    )
    .all(JSON.stringify(itemIds)) as ConsensusRow[];
  return new Map(rows.map((row) => [row.itemId, consensusOfRow(row)]));
}

/** What the items of a project are settled as, by item; an open item is missing. */
export function consensusOfProject(db: ReadHandle, projectId: number): Map<number, Consensus> {
  const rows = db
    .sql(`SELECT ${columns} FROM consensus WHERE project_id = ? ORDER BY item_id`)
    .all(projectId) as ConsensusRow[];
  return new Map(rows.map((row) => [row.itemId, consensusOfRow(row)]));
}

/** Every change of what an item is settled as, the newest first. */
export function consensusEventsOfItem(db: ReadHandle, itemId: number): ConsensusEvent[] {
  const rows = db
    .sql(
      `SELECT seq, save_id AS saveId, project_id AS projectId, item_id AS itemId, actor, at, action, revision, consensus,
         reverts, source_id AS sourceId
       FROM consensus_event WHERE item_id = ? ORDER BY revision DESC`,
    )
    .all(itemId) as (Omit<ConsensusEvent, "consensus"> & { consensus: string | null })[];
  return rows.map((row) => ({
    ...row,
    consensus: row.consensus === null ? null : (JSON.parse(row.consensus) as Settlement),
  }));
}

function consensusOfRow({ diagnoses, notes, ...row }: ConsensusRow): Consensus {
  return { ...row, diagnoses: JSON.parse(diagnoses) as string[], notes: JSON.parse(notes) as string[] };
}
