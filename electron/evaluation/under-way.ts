import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { orNoSpace } from "../engines/no-space.ts";
import { isAlive } from "../processes/is-alive.ts";
import type { TaskAnswer } from "./phases.ts";

/** What is done with a task; equal work has equal marks, in whatever workspace or file the task stands. */
export type MarkedWork = { task: Task; profile: EvaluatorProfile } & (
  | { answer: TaskAnswer }
  | { check: true }
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

/** @param folder where the marks are kept, for all processes of this account */
export function openUnderWay(folder: string): UnderWay {
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
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        writeFileSync(file, JSON.stringify({ pid: process.pid, ends: endsIn(file) }), { mode: 0o600 });
      } catch (error) {
        rmSync(file, { force: true });
        throw orNoSpace(error, folder);
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

/** Why a task was set aside, and how it is tried again. */
export const setAside = ({ instanceId }: Task): string =>
  `${instanceId} was under way when Querent ended, twice, and is set aside. Run it by itself to try it again.`;
