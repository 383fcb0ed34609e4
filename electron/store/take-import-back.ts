import type { TakenBack } from "#shared/contract/imported-files.ts";
import { fittedTo } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import { evidenceOf } from "#shared/formats/read-item.ts";
import { appendConsensusEvent, consensusEventsOfItem } from "./consensus.ts";
import { deleteWithAllBelow, referringTo } from "./delete-rows.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, Transactions, WriteHandle } from "./handles.ts";
import { setEvidence } from "./items.ts";
import { plainStatement, query } from "./query.ts";
import { verdictFormOf } from "./settings.ts";
import { appendEvent, eventsOfItem } from "./verdict-events.ts";
import { putVerdict } from "./verdicts.ts";

/** An imported file, and who takes it back when. */
export interface TakeBackRequest {
  fileId: number;
  projectId: number;
  account: string;
  /** ISO 8601 in UTC. */
  at: string;
}

class OnlyForetold extends Error {}

/**
 * Takes an import back in one transaction. With `isForetold` all of it is rolled back: the
 * answer is then what it would come to.
 */
export async function takeImportBack(
  { write }: Transactions,
  request: TakeBackRequest,
  isForetold: boolean,
): Promise<TakenBack> {
  let answer: TakenBack | null = null;
  const takeBack = async (db: WriteHandle) => {
    const { fileId, account, at } = request;
    const source = query.updateTable("source").where("id", "=", fileId);
    await db.run(source.set({ deleting: 1, taken_back_by: account, taken_back_at: at }));
    const items = await deleteItems(db, fileId);
    const verdicts = await takeVerdictsBack(db, request);
    const consensus = await takeConsensusBack(db, request);
    await leaveToOthers(db, fileId);
    await db.run(source.set({ deleting: 0 }));
    answer = { ...items, ...verdicts, consensus };
    if (isForetold) throw new OnlyForetold();
  };
  try {
    await write(takeBack);
  } catch (error) {
    if (!(error instanceof OnlyForetold)) throw error;
  }
  return answer ?? { items: 0, itemsStaying: 0, verdicts: 0, verdictsStaying: 0, consensus: 0 };
}

/** Rows about an item that a program made, or that are looked at with their source. */
const notByPersons = [
  ...["item_occurrence", "evaluation", "evaluation_detail", "opinion_seen"],
  ...["verdict", "verdict_event", "consensus", "consensus_event"],
];

/** The condition of items that no other file has, and about which nobody has said anything but this file. */
async function itemsGoing(db: ReadHandle, fileId: number): Promise<string> {
  const others = (await referringTo(db, "item")).filter(({ table }) => !notByPersons.includes(table));
  const nobodySpoke = ["verdict_event", "consensus_event"].map(
    (table) =>
      `NOT EXISTS (SELECT 1 FROM ${table} e WHERE e.item_id = item.id AND e.source_id IS DISTINCT FROM ${fileId}
         AND e.action NOT IN ('rename', 'take-back'))`,
  );
  return [
    `id IN (SELECT item_id FROM item_occurrence WHERE source_id = ${fileId})`,
    `NOT EXISTS (SELECT 1 FROM item_occurrence o WHERE o.item_id = item.id AND o.source_id <> ${fileId})`,
    ...nobodySpoke,
    ...others.map(
      ({ table, column }) => `NOT EXISTS (SELECT 1 FROM "${table}" r WHERE r."${column}" = item.id)`,
    ),
  ].join(" AND ");
}

async function deleteItems(
  db: WriteHandle,
  fileId: number,
): Promise<{ items: number; itemsStaying: number }> {
  await db.run(plainStatement("CREATE TEMPORARY TABLE going AS SELECT id FROM item WHERE false"));
  const items = await db.run(
    plainStatement(`INSERT INTO going SELECT id FROM item WHERE ${await itemsGoing(db, fileId)}`),
  );
  const { all } = await db.one(
    query
      .selectFrom("item_occurrence")
      .select((of) => of.fn.count<number>("item_id").distinct().as("all"))
      .where("source_id", "=", fileId),
  );
  await deleteWithAllBelow(db, "item", "id IN (SELECT id FROM going)");
  await db.run(plainStatement("DROP TABLE going"));
  return { items, itemsStaying: all - items };
}

/** A change of a verdict or consensus, as far as it matters where it came from. */
interface Change {
  seq: number;
  revision: number;
  action: string;
  reverts: number | null;
  sourceId: number | null;
}

/** The newest of the changes (given newest first) whose state no import made that is taken back; null where that is before all of them. */
function standing<Event extends Change>(events: readonly Event[], isGone: (id: number) => boolean) {
  const byRevision = new Map(events.map((event) => [event.revision, event]));
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const before = ({ revision }: Change) => byRevision.get(revision - 1);
  /** The change that said what stood after `event`. */
  const origin = (event: Event | undefined): Event | undefined => {
    if (event === undefined) return undefined;
    const reverted = bySeq.get(event.reverts ?? -1);
    if (event.action === "undo" && reverted) return origin(before(reverted));
    if (event.action === "redo" && reverted) return origin(bySeq.get(reverted.reverts ?? -1));
    return event.action === "rename" ? origin(before(event)) : event;
  };
  for (let event = events[0]; event !== undefined; ) {
    const from = origin(event);
    if (from === undefined) return null;
    if (from.action === "take-back") event = before(from);
    else if (from.action === "import" && isGone(from.sourceId ?? -1)) event = before(from);
    else return event;
  }
  return null;
}

/** Whether an import of that id is taken back, this one included. */
async function goneIn(db: WriteHandle): Promise<(id: number) => boolean> {
  const gone = new Set(
    await db.values(query.selectFrom("source").select("id").where("taken_back_at", "is not", null)),
  );
  return (id) => gone.has(id);
}

/** Each verdict that the file said becomes what it would be without; one that was changed since stays, and nobody's undo goes behind. */
async function takeVerdictsBack(db: WriteHandle, { fileId, projectId, account: actor, at }: TakeBackRequest) {
  const said = await db.all(
    query
      .selectFrom("verdict_event")
      .select(["item_id as itemId", "reviewer"])
      .distinct()
      .where("source_id", "=", fileId),
  );
  const isGone = await goneIn(db);
  const form = await verdictFormOf(db, projectId);
  let verdicts = 0;
  for (const { itemId, reviewer } of said) {
    const events = await eventsOfItem(db, itemId, reviewer);
    const latest = events[0];
    if (latest === undefined) continue;
    const stands = standing(events, isGone);
    const judgement = fittedTo(form, stands?.judgement ?? emptyJudgement);
    if (JSON.stringify(judgement) !== JSON.stringify(latest.judgement)) verdicts += 1;
    const revision = latest.revision + 1;
    await appendEvent(db, {
      ...{ saveId: null, projectId, itemId, reviewer, actor, at, action: "take-back", revision, judgement },
      reverts: null,
    });
    await putVerdict(db, projectId, { ...judgement, itemId, reviewer, revision, savedAt: at });
  }
  return { verdicts, verdictsStaying: said.length - verdicts };
}

async function takeConsensusBack(db: WriteHandle, request: TakeBackRequest): Promise<number> {
  const { fileId, projectId, account: actor, at } = request;
  const itemIds = await db.values(
    query.selectFrom("consensus_event").select("item_id").distinct().where("source_id", "=", fileId),
  );
  const isGone = await goneIn(db);
  let changed = 0;
  for (const itemId of itemIds) {
    const events = await consensusEventsOfItem(db, itemId);
    const settled = standing(events, isGone)?.consensus ?? null;
    if (JSON.stringify(settled) === JSON.stringify(events[0]?.consensus)) continue;
    changed += 1;
    await appendConsensusEvent(db, {
      ...{ saveId: null, projectId, itemId, actor, at, action: "take-back", reverts: null },
      consensus: settled,
    });
  }
  return changed;
}

/** What stays of the file's items becomes the next file's: text, system and evidence. Where there is none, somebody judged it as it is. */
async function leaveToOthers(db: WriteHandle, fileId: number): Promise<void> {
  const staying = await db.values(
    query
      .selectFrom("item_occurrence as own")
      .innerJoin("item_occurrence as other", "other.item_id", "own.item_id")
      .select("own.item_id")
      .distinct()
      .where("own.source_id", "=", fileId)
      .where("other.source_id", "<>", fileId),
  );
  await db.run(
    query
      .deleteFrom("item_occurrence")
      .where("source_id", "=", fileId)
      .where("item_id", "in", among(staying)),
  );
  for (const itemId of staying) {
    const left = await db.all(
      query
        .selectFrom("item_occurrence")
        .select(["source_id", "system", "text"])
        .where("item_id", "=", itemId)
        .orderBy("source_id")
        .orderBy("position"),
    );
    const [first] = left;
    if (first === undefined) continue;
    const { source_id, system } = first;
    await db.run(query.updateTable("item").set({ source_id, system }).where("id", "=", itemId));
    await setEvidence(
      db,
      itemId,
      left.map(({ text }) => evidenceOf(text)).find((text) => text.trim() !== "") ?? "",
    );
  }
}
