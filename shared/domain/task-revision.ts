import { z } from "zod";
import { Task } from "./task.ts";

/** The formats in which tasks come and go: BIRD-Interact, and the clear task of LiveSQLBench. */
export const TaskFormat = z.enum(["bird-interact", "livesqlbench"]);
export type TaskFormat = z.infer<typeof TaskFormat>;

/** The JSON text that a task was read from. Exports write it again and change only what was edited (rule T2). */
export const TaskSource = z.object({ form: TaskFormat, text: z.string() });
export type TaskSource = z.infer<typeof TaskSource>;

/** A task together with its source; null for one that was written here. */
export const SourcedTask = z.object({ task: Task, source: TaskSource.nullable() });
export type SourcedTask = z.infer<typeof SourcedTask>;

/** A saved state of a task: whose it is, which one in the row of its revisions (1-based), and what it was based on. */
export const TaskRevision = SourcedTask.extend({
  taskId: z.number().int(),
  revision: z.number().int().positive(),
  /** The revision that the edit started from; 0 for the first. */
  baseRevision: z.number().int().nonnegative(),
  savedBy: z.string(),
  /** ISO 8601 in UTC. */
  savedAt: z.string(),
});
export type TaskRevision = z.infer<typeof TaskRevision>;
