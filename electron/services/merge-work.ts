import type { WorkReport } from "#shared/contract/bundles.ts";
import type { Item } from "#shared/domain/item.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import type { BundleEvent, WorkFile } from "#shared/formats/bundle.ts";
import type { WriteHandle } from "../store/handles.ts";
import { opinionText, saysTheSame } from "../store/import-plan.ts";
import { itemsInOrder } from "../store/items.ts";
import { verdictFormOf } from "../store/settings.ts";
import { extraItems } from "../store/slots.ts";
import { eventsOfItem, hasEvents, type VerdictEvent } from "../store/verdict-events.ts";
import { globalItemKey } from "./bundle-keys.ts";
import { ServiceFault } from "./fault.ts";
import { seatOf } from "./slots-on-save.ts";
import { appendVerdict, refuseUnfit } from "./verdicts.ts";

/** Whose changes come into which project, and how. */
interface Merging {
  projectId: number;
  reviewer: string;
  /** Whether it is known that the reviewer made them; else they are an import's. */
  isSigned: boolean;
  /** The file that stands among the imported ones; null: none does. */
  sourceId: number | null;
  actor: string;
  /** Now, and when the bundle was given (null: unknown): no change was made outside of this time, whatever a clock said. */
  at: string;
  issuedAt: string | null;
}

type KnownItem = Pick<Item, "id" | "index" | "dbId" | "questionId" | "question">;

const listedAtMost = 200;

/**
 * Appends what the project does not know yet of somebody's changes, by their global ids, in the order in which they come. Where the
 * reviewer said something else here since the changes parted, what is here stays. Answers the items whose verdict changed.
 */
export async function mergeWork(
  db: WriteHandle,
  items: WorkFile["items"],
  merging: Merging,
): Promise<{ report: WorkReport; itemIds: number[] }> {
  const { projectId, reviewer, isSigned } = merging;
  const known = new Map<string, KnownItem>();
  // The first of two items alike is the one to which imports go, too.
  for await (const item of itemsInOrder(db, projectId)) {
    const key = globalItemKey(item);
    if (!known.has(key)) known.set(key, item);
  }
  const form = await verdictFormOf(db, projectId);
  const extraBefore = (await extraItems(db, { projectId, reviewer })).length;
  const report: WorkReport = {
    ...{ reviewer, isSigned, items: 0, changes: 0, unchanged: 0, missing: 0, extra: 0 },
    ...{ conflictCount: 0, conflicts: [], leftOutCount: 0, leftOut: [] },
  };
  const itemIds: number[] = [];
  for (const { key, said } of items) {
    const item = known.get(key);
    if (item === undefined) report.missing += 1;
    else if (await mergeItem(db, { item, said, form, merging }, report)) itemIds.push(item.id);
  }
  report.extra = (await extraItems(db, { projectId, reviewer })).length - extraBefore;
  return { report, itemIds };
}

interface Merge {
  item: KnownItem;
  said: readonly BundleEvent[];
  form: VerdictForm;
  merging: Merging;
}

/** Whether the verdict on the item changed; the report says what came of it in any case. */
async function mergeItem(db: WriteHandle, merge: Merge, report: WorkReport): Promise<boolean> {
  const { item, said, merging } = merge;
  const there = await eventsOfItem(db, item.id, merging.reviewer);
  const ids = new Set(there.map(({ eventId }) => eventId));
  const fresh = said.filter(({ id }) => !ids.has(id));
  const newest = fresh.at(-1);
  const parted = there[0] !== undefined && !said.some(({ id }) => id === there[0]?.eventId) ? there[0] : null;
  if (newest === undefined || (parted !== null && saysTheSame(parted.judgement, newest.judgement))) {
    report.unchanged += 1;
    return false;
  }
  const { dbId, questionId, question, index } = item;
  const about = { dbId, questionId, question, index };
  if (parted !== null) {
    const [here, inFile] = [opinionText(parted.judgement), opinionText(newest.judgement)];
    report.conflictCount += 1;
    if (report.conflicts.length < listedAtMost) report.conflicts.push({ ...about, there: here, inFile });
    return false;
  }
  const refusal = await refusalOf(() => db.savepoint(() => append(db, merge, fresh, there[0])));
  if (refusal !== null) {
    report.leftOutCount += 1;
    if (report.leftOut.length < listedAtMost) report.leftOut.push({ ...about, reason: refusal });
    return false;
  }
  report.items += 1;
  report.changes += fresh.length;
  return true;
}

/** Why a person could not have saved this here; null: it is saved. */
async function refusalOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ServiceFault && error.code === "BAD_INPUT") return error.message;
    throw error;
  }
}

async function append(
  db: WriteHandle,
  { item, form, merging }: Merge,
  fresh: readonly BundleEvent[],
  latest: VerdictEvent | undefined,
): Promise<void> {
  const { projectId, reviewer, actor, isSigned, sourceId } = merging;
  if (
    await hasEvents(
      db,
      fresh.map(({ id }) => id),
    )
  )
    throw idTaken();
  for (const [step, { id, at, judgement }] of fresh.entries()) {
    refuseUnfit(form, judgement);
    const seat = await seatOf(db, { projectId, itemId: item.id, reviewer });
    await appendVerdict(db, seat, {
      ...{ saveId: null, projectId, itemId: item.id, reviewer, actor, judgement, reverts: null },
      ...{ at: within(at, merging), action: isSigned ? "save" : "import", sourceId, eventId: id },
      revision: (latest?.revision ?? 0) + step + 1,
    });
  }
}

const idTaken = () =>
  new ServiceFault(
    "BAD_INPUT",
    "A change of it is known here as one of something else: the file was put together from others.",
    { problems: [] },
  );

/** A time that no clock could have shown becomes the nearest that one could. */
function within(claimed: string, { at, issuedAt }: Merging): string {
  const time = Date.parse(claimed);
  const earliest = issuedAt === null ? 0 : Date.parse(issuedAt);
  return new Date(Math.min(Math.max(time, earliest), Date.parse(at))).toISOString();
}
