import { type Ambiguity, inKindOrder } from "./ambiguity.ts";
import type { FollowUp } from "./follow-up.ts";
import type { Task } from "./task.ts";

/** Where a conflict is: names of fields and positions in lists, from the task down. */
export type TaskPath = (string | number)[];

/**
 * What two people made of one part of a task, each differently. `undefined` stands for what is not there: an ambiguity
 * that one of them removed while the other changed it. `path` leads to the part in the merged task.
 */
export interface TaskConflict {
  path: TaskPath;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Both edits in one task. Where they conflict, mine wins, and what one removed while the other changed it is kept. */
export interface MergedTask {
  task: Task;
  conflicts: TaskConflict[];
}

/** Merges two edits of one revision (rules I3…I5): field by field, ambiguities and tests one by one, ids of knowledge as sets. */
export function mergeTasks(base: Task, mine: Task, theirs: Task): MergedTask {
  const conflicts: TaskConflict[] = [];
  const merge = new Merge(conflicts);
  const { ambiguities, tests, followUp, goldSql, knowledgeIds, ...fields } = base;
  const task: Task = {
    ...merge.fields(fields, mine, theirs, []),
    goldSql: merge.texts(["goldSql"], goldSql, mine.goldSql, theirs.goldSql),
    knowledgeIds: mergedSet(knowledgeIds, mine.knowledgeIds, theirs.knowledgeIds),
    ambiguities: merge.ambiguities(ambiguities, mine.ambiguities, theirs.ambiguities),
    tests: merge.texts(["tests"], tests, mine.tests, theirs.tests),
    followUp: merge.followUp(followUp, mine.followUp, theirs.followUp),
  };
  return { task, conflicts };
}

/** The merged task with their side of a conflict in position of mine. Take one conflict after another: a removal moves what is behind it. */
export function takeTheirs(task: Task, { path, theirs }: TaskConflict): Task {
  return withValue(task, path, theirs) as Task;
}

function withValue(whole: unknown, [step, ...rest]: TaskPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole) && typeof step === "number") {
    if (rest.length === 0 && value === undefined) return whole.toSpliced(step, 1);
    return whole.with(step, withValue(whole[step], rest, value));
  }
  const fields = whole as Record<string, unknown>;
  return { ...fields, [step]: withValue(fields[String(step)], rest, value) };
}

class Merge {
  private readonly conflicts: TaskConflict[];

  constructor(conflicts: TaskConflict[]) {
    this.conflicts = conflicts;
  }

  /** One value of three; mine where both changed it differently. */
  value<Value>(path: TaskPath, base: Value, mine: Value, theirs: Value): Value {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    this.conflicts.push({ path, base, mine, theirs });
    return mine;
  }

  /** Each of the fields that `base` has. */
  fields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields, path: TaskPath): Fields {
    const keys = Object.keys(base) as (keyof Fields & string)[];
    const merged = keys.map((key) => [key, this.value([...path, key], base[key], mine[key], theirs[key])]);
    return Object.fromEntries(merged) as Fields;
  }

  /** Statements and scripts: one by one where their number stayed, else as a whole. */
  texts(path: TaskPath, base: string[], mine: string[], theirs: string[]): string[] {
    if (base.length !== mine.length || base.length !== theirs.length)
      return this.value(path, base, mine, theirs);
    return base.map((text, at) => this.value([...path, at], text, mine[at] as string, theirs[at] as string));
  }

  followUp(base: FollowUp | null, mine: FollowUp | null, theirs: FollowUp | null): FollowUp | null {
    const path = ["followUp"];
    if (base === null || mine === null || theirs === null) return this.value(path, base, mine, theirs);
    const { goldSql, tests, knowledgeIds, ...fields } = base;
    return {
      ...this.fields(fields, mine, theirs, path),
      goldSql: this.texts([...path, "goldSql"], goldSql, mine.goldSql, theirs.goldSql),
      tests: this.texts([...path, "tests"], tests, mine.tests, theirs.tests),
      knowledgeIds: mergedSet(knowledgeIds, mine.knowledgeIds, theirs.knowledgeIds),
    };
  }

  ambiguities(base: Ambiguity[], mine: Ambiguity[], theirs: Ambiguity[]): Ambiguity[] {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    const found: { merged: Ambiguity; conflicts: TaskConflict[] }[] = [];
    const mineOf = partners(base, mine);
    const theirsOf = partners(base, theirs);
    const order = placesIn(isInOrder(mineOf) ? theirsOf : mineOf);
    for (const at of order) {
      const own: TaskConflict[] = [];
      const merged = this.ambiguity(base[at] as Ambiguity, mineOf[at] ?? null, theirsOf[at] ?? null, own);
      if (merged !== null) found.push({ merged, conflicts: own });
    }
    const isOf = (list: readonly (Placed | null)[], at: number) => list.some((placed) => placed?.at === at);
    const added = [
      ...mine.filter((_, at) => !isOf(mineOf, at)),
      ...theirs.filter((one, at) => !isOf(theirsOf, at) && !mine.some((other) => isSame(one, other))),
    ];
    found.push(...added.map((merged) => ({ merged, conflicts: [] })));
    const list = inKindOrder(found.map(({ merged }) => merged));
    for (const { merged, conflicts } of found)
      for (const conflict of conflicts)
        this.conflicts.push({ ...conflict, path: ["ambiguities", list.indexOf(merged), ...conflict.path] });
    return list;
  }

  /** One ambiguity of three; null where it is removed. */
  private ambiguity(
    base: Ambiguity,
    mine: Placed | null,
    theirs: Placed | null,
    own: TaskConflict[],
  ): Ambiguity | null {
    const [a, b] = [mine?.ambiguity, theirs?.ambiguity];
    if (a === undefined || b === undefined) {
      const left = a ?? b;
      if (left === undefined || isSame(left, base)) return null;
      own.push({ path: [], base, mine: a, theirs: b });
      return { ...left };
    }
    const merge = new Merge(own);
    // An ambiguity of another kind has other fields: it is taken as a whole.
    if (a.kind !== b.kind || a.kind !== base.kind) return { ...merge.value([], base, a, b) };
    return merge.fields(base, a, b, []);
  }
}

/** An ambiguity of a list, and its position there. */
interface Placed {
  ambiguity: Ambiguity;
  at: number;
}

/** For each ambiguity of the base what became of it in another list: itself, that of the same origin, or the likest; null where it is gone. */
function partners(base: readonly Ambiguity[], list: readonly Ambiguity[]): (Placed | null)[] {
  const found: (Placed | null)[] = base.map(() => null);
  const taken = new Set<number>();
  const tests: ((one: Ambiguity, other: Ambiguity) => boolean)[] = [
    isSame,
    (one, other) => one.kind === other.kind && one.origin !== null && one.origin === other.origin,
    (one, other) => one.term === other.term || one.sqlSnippet === other.sqlSnippet,
  ];
  for (const test of tests)
    for (const [at, one] of base.entries()) {
      if (found[at] !== null) continue;
      const position = list.findIndex((other, index) => !taken.has(index) && test(one, other));
      if (position < 0) continue;
      taken.add(position);
      found[at] = { ambiguity: list[position] as Ambiguity, at: position };
    }
  return found;
}

function isInOrder(list: readonly (Placed | null)[]): boolean {
  const positions = list.flatMap((placed) => placed?.at ?? []);
  return positions.every((position, index) => index === 0 || (positions[index - 1] as number) < position);
}

/** The positions of the base in the order of a list; what the list has not stays behind what was before it. */
function placesIn(list: readonly (Placed | null)[]): number[] {
  let last = -1;
  const keys = list.map((placed) => {
    last = placed?.at ?? last + 0.5;
    return last;
  });
  return list.map((_, at) => at).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

/** The ids of the base without those that either removed, and those that either added. */
function mergedSet(base: number[], mine: number[], theirs: number[]): number[] {
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs)) return mine;
  const kept = mine.filter((id) => theirs.includes(id) || !base.includes(id));
  return [...kept, ...theirs.filter((id) => !base.includes(id) && !kept.includes(id))];
}

/** Whether two JSON values are the same, whatever the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)];
  const fieldOf = (whole: object, key: string) => (whole as Record<string, unknown>)[key];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keysA.length === keysB.length &&
    keysA.every((key) => Object.hasOwn(b, key) && isSame(fieldOf(a, key), fieldOf(b, key)))
  );
}
