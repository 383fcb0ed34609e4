import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * Which variants a set has: those that checks were tuned with; those that nobody had seen before it was reported; mistakes by
 * hand that were also made by somebody who had not read the checks.
 */
export const corpusSets = ["tuning", "reported", "blind"] as const;
export type CorpusSet = (typeof corpusSets)[number];

/** A task as its file has it. */
export type TaskObject = Record<string, unknown>;

/** One operation of a JSON Patch (RFC 6902). */
const Operation = z.strictObject({
  op: z.enum(["add", "replace"]),
  path: z.string(),
  value: z.unknown(),
});
export type Operation = z.infer<typeof Operation>;

/** A task with one mistake in it: which property it breaks, where, and what is wrong, all said before anything judged it. */
export const Defect = z.strictObject({
  id: z.string(),
  instance_id: z.string(),
  property: z.string(),
  /** The field with the mistake, as a path. */
  where: z.string(),
  what: z.string(),
  edit: z.array(Operation),
  /** Said after it was judged: the evaluator as shipped runs the broken script, the fixed one never does. */
  behaviour: z.literal("shipped").optional(),
  /** Said after it was judged: why it is missed, or that property or place were recorded wrongly, and why. */
  remark: z.strictObject({ kind: z.enum(["missed", "wrong-label"]), why: z.string() }).optional(),
});
export type Defect = z.infer<typeof Defect>;

/**
 * Mistakes made by hand: the first set by somebody who had not read what judges them; the second, which nothing was tuned
 * with, by somebody who had; the third, which nothing was tuned with either, by somebody who had not.
 */
export function defectsByHand(set: CorpusSet): Defect[] {
  const name = {
    tuning: "defects-by-hand.jsonl",
    reported: "more-defects-by-hand.jsonl",
    blind: "blind-defects-by-hand.jsonl",
  }[set];
  return linesOf(path.join(import.meta.dirname, name)).map((line) => Defect.parse(line));
}

/** The tasks of river-watch as objects, by their ids. */
export function taskObjects(): Map<string, TaskObject> {
  const tasks = linesOf(path.join(import.meta.dirname, "../../../tasks/river-watch/tasks.jsonl"));
  return new Map(tasks.map((task) => [String((task as TaskObject).instance_id), task as TaskObject]));
}

function linesOf(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The task after an edit. */
export function edited(task: TaskObject, edit: readonly Operation[]): TaskObject {
  const copy = structuredClone(task);
  for (const { op, path: pointer, value } of edit) {
    const names = pointer.split("/").slice(1);
    const last = names.pop() ?? "";
    let at: unknown = copy;
    for (const name of names) at = (at as Record<string, unknown>)[name];
    if (Array.isArray(at) && last === "-") at.push(value);
    else if (Array.isArray(at) && op === "add") at.splice(Number(last), 0, value);
    else (at as Record<string, unknown>)[last] = value;
  }
  return copy;
}

/** Whole numbers below `below`, the same for a seed on every machine. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}
