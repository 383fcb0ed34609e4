import { z } from "zod";
import { Cell } from "./cell.ts";
import { ResultColumn } from "./result.ts";
import type { Phase } from "./task.ts";
import { TaskEdit } from "./task-edit.ts";

/** Half-open range of UTF-16 offsets into the text that a finding speaks of. */
export const TextRange = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
});
export type TextRange = z.infer<typeof TextRange>;

const range = TextRange.nullable();
const index = z.number().int().nonnegative();

/** Locations that a sub-task of either phase has; indexes are 0-based, a range null speaks of the whole. */
const inSubTask = [
  z.object({ kind: z.literal("question"), range }),
  z.object({ kind: z.literal("gold"), statement: index, range }),
  z.object({ kind: z.literal("test"), index, range }),
  z.object({ kind: z.literal("field"), path: z.array(z.union([z.string(), z.number()])) }),
] as const;
export const SubTaskLocation = z.discriminatedUnion("kind", inSubTask);
export type SubTaskLocation = z.infer<typeof SubTaskLocation>;

/** What a finding is about: the task, one of its parts, its follow-up, the knowledge base, or a file. */
export const Location = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("task") }),
  ...inSubTask,
  z.object({ kind: z.literal("ambiguous-question"), range }),
  /** `index` counts in the task's one list of ambiguities. */
  z.object({ kind: z.literal("ambiguity"), index }),
  z.object({ kind: z.literal("knowledge"), node: z.number().int() }),
  z.object({ kind: z.literal("follow-up"), inside: SubTaskLocation.nullable() }),
  /** `line` is 1-based; null speaks of the whole file. */
  z.object({ kind: z.literal("file"), file: z.string(), line: z.number().int().positive().nullable() }),
]);
export type Location = z.infer<typeof Location>;

/** What proves a finding: words, a statement that shows it, or rows. */
export const Evidence = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("sql"), sql: z.string() }),
  z.object({ kind: z.literal("rows"), columns: z.array(ResultColumn), rows: z.array(z.array(Cell)) }),
]);
export type Evidence = z.infer<typeof Evidence>;

/** How to mend it in words; `edit` does it in one step. */
export const Fix = z.object({ description: z.string(), edit: TaskEdit.optional() });
export type Fix = z.infer<typeof Fix>;

/** error: the task cannot be used so. warning: it probably misleads. info: worth knowing, nothing to do. */
export const Severity = z.enum(["error", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

/** One thing a check reports: the documented rule it breaks, where, what is wrong and what to do. */
export const Finding = z.object({
  rule: z.string(),
  severity: Severity,
  where: Location,
  message: z.string(),
  evidence: Evidence.optional(),
  fix: Fix.optional(),
});
export type Finding = z.infer<typeof Finding>;

/** The phase that a location belongs to: 2 inside the follow-up, 1 in the rest of the task, null in a file or in knowledge. */
export function phaseOf(where: Location): Phase | null {
  if (where.kind === "file" || where.kind === "knowledge") return null;
  return where.kind === "follow-up" ? 2 : 1;
}

/** The location seen from the task, of what was found inside a sub-task of the given phase. */
export function inPhase(phase: Phase, inside: SubTaskLocation): Location {
  return phase === 1 ? inside : { kind: "follow-up", inside };
}
