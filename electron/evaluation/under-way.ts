import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { inCacheFolder, orCacheFault } from "../engines/cache-fault.ts";
import { isAlive } from "../processes/is-alive.ts";
import type { TaskAnswer } from "./phases.ts";

/** What is done with a task; equal work has equal marks, in whatever workspace or file the task stands. */
export type MarkedWork = { task: Task; profile: EvaluatorProfile } & (
  | { answer: TaskAnswer }
  | { check: true }
  | { certificate: true }
  /** What is played or graded with whom, or that it is prepared. */
  | { dialogue: readonly (string | number | boolean)[] }
);

/** Marks on the disk of the work that is under way: where a process ends with it, the next one learns which work that was. */
export interface UnderWay {
  /** How many processes have ended while this was under way. */
  ends(work: MarkedWork): number;
  begin(work: MarkedWork): void;
  /** It came to its end, or was stopped. */
  done(work: MarkedWork): void;
}

/** After so many ends of a process work is set aside: once may be somebody else's doing. */
const mostEnds = 2;

const Mark = z.object({ pid: z.number().int(), ends: z.number().int() });

/**
 * @param folder where the marks are kept, for all processes of this account
 * @param onMark hears of each mark's file, for whoever ends this process without ending its work
 */
export function openUnderWay(folder: string, onMark: (file: string) => void = () => {}): UnderWay {
  const fileOf = ({ task, profile, ...what }: MarkedWork) => {
    const text = JSON.stringify([task, profile, what]);
    return path.join(folder, `${createHash("sha256").update(text).digest("hex")}.json`);
  };
  const endsIn = (file: string) => {
    const mark = read(file);
    if (mark === null) return 0;
    return mark.ends + (mark.pid === process.pid || isAlive(mark.pid) ? 0 : 1);
  };
  return {
    ends: (work) => endsIn(fileOf(work)),
    begin(work) {
      const file = fileOf(work);
      inCacheFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
      onMark(file);
      try {
        writeFileSync(file, JSON.stringify({ pid: process.pid, ends: endsIn(file) }), { mode: 0o600 });
      } catch (error) {
        rmSync(file, { force: true });
        throw orCacheFault(error, folder);
      }
    },
    done: (work) => rmSync(fileOf(work), { force: true }),
  };
}

function read(file: string): z.infer<typeof Mark> | null {
  try {
    return Mark.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null; // It is not under way, or its process ended while it wrote.
  }
}

/** Work in the order in which it is safe to do. */
export interface Sorted<Item> {
  /** What ended a process twice: not to be done again. */
  aside: Item[];
  /** What was under way when one ended: to be done one at a time, so that the next end has one cause. */
  suspects: Item[];
  others: Item[];
}

/** Sorts items by how often a process ended with their work. */
export function sortByEnds<Item>(
  items: readonly Item[],
  underWay: UnderWay,
  workOf: (item: Item) => MarkedWork,
): Sorted<Item> {
  const sorted: Sorted<Item> = { aside: [], suspects: [], others: [] };
  for (const item of items) {
    const ends = underWay.ends(workOf(item));
    (ends >= mostEnds ? sorted.aside : ends > 0 ? sorted.suspects : sorted.others).push(item);
  }
  return sorted;
}

/** Does a piece of work under its mark. */
export async function marked<Result>(
  underWay: UnderWay | undefined,
  work: MarkedWork,
  run: () => Promise<Result>,
): Promise<Result> {
  underWay?.begin(work);
  try {
    return await run();
  } finally {
    underWay?.done(work);
  }
}

/** How each of several items is worked on, and what becomes of those that are set aside. */
export interface EachMarked<Item> {
  underWay: UnderWay | undefined;
  concurrency: number;
  markOf(item: Item): MarkedWork;
  work(item: Item): Promise<void>;
  aside(item: Item, reason: string): void;
}

/** Works on items under their marks, some at once: what ended a process before, first and alone; what ended two, not at all. */
export async function forEachMarked<Item>(
  items: readonly Item[],
  { underWay, concurrency, markOf, work, aside }: EachMarked<Item>,
): Promise<void> {
  const sorted = underWay
    ? sortByEnds(items, underWay, markOf)
    : { aside: [], suspects: [], others: [...items] };
  for (const item of sorted.aside) aside(item, setAside(markOf(item).task));
  for (const [some, width] of [
    [sorted.suspects, 1],
    [sorted.others, concurrency],
  ] as const) {
    const queue = some.values();
    const lane = async () => {
      for (const item of queue) await marked(underWay, markOf(item), () => work(item));
    };
    const ended = await Promise.allSettled(Array.from({ length: width }, lane));
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  }
}

/** Why a task was set aside, and how it is tried again. */
export const setAside = ({ instanceId }: Task): string =>
  `${instanceId} was under way when Querent ended, twice, and is set aside. Run it by itself to try it again.`;
