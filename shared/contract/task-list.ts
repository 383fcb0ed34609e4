import { z } from "zod";
import { EngineKind } from "../domain/engine.ts";
import { Phase } from "../domain/task.ts";
import { StatusAndAssignee, TaskStatus } from "../domain/task-status.ts";
import { EvaluatorProfile } from "../domain/test-script.ts";

/** Which tasks of a project a list shows; all given conditions must hold. */
export const TaskFilter = z.object({
  /** Words of the id, of a question or of the gold SQL, whatever their case. */
  text: z.string().optional(),
  database: z.string().optional(),
  category: z.string().optional(),
  tier: z.string().optional(),
  ambiguityType: z.string().optional(),
  followUpType: z.string().optional(),
  /** "error", "warning": tasks with a finding of that severity. */
  findings: z.enum(["error", "warning", "any", "none"]).optional(),
  rule: z.string().optional(),
  /** Of the newest run of the gold: every phase passed as shipped; one did not; a phase's two verdicts differ; there is no run. */
  lastRun: z.enum(["passed", "failed", "differs", "none"]).optional(),
  status: TaskStatus.optional(),
  /** Whose tasks; "": those of nobody. */
  assignee: z.string().optional(),
});
export type TaskFilter = z.infer<typeof TaskFilter>;

/** The order of a list; equal tasks stay in file order. "findings" counts errors first, then warnings. */
export const TaskSort = z.object({
  by: z.enum(["file", "id", "database", "findings", "last-run", "ambiguities", "status", "assignee"]),
  descending: z.boolean(),
});
export type TaskSort = z.infer<typeof TaskSort>;

/** How many findings there are of each severity. */
export const TaskFindingCounts = z.object({
  error: z.number().int(),
  warning: z.number().int(),
  info: z.number().int(),
});
export type TaskFindingCounts = z.infer<typeof TaskFindingCounts>;

/** The newest run of a task's gold, as a line of a list shows it. `isCurrent`: the task was not edited since. */
export const LastRun = z.object({
  profile: EvaluatorProfile,
  engine: EngineKind,
  phases: z.array(z.object({ phase: Phase, passed: z.boolean(), passedFixed: z.boolean() })),
  at: z.string(),
  isCurrent: z.boolean(),
});
export type LastRun = z.infer<typeof LastRun>;

/** A line of the task list: enough to draw it. `index` is the position in the project, from 0. */
export const TaskRow = z.object({
  taskId: z.number().int(),
  index: z.number().int(),
  instanceId: z.string(),
  database: z.string(),
  category: z.string().nullable(),
  difficultyTier: z.string().nullable(),
  /** Nothing to clarify: it has no ambiguous question. */
  isClear: z.boolean(),
  /** The ambiguous question, else the clear one; "" where both are withheld. */
  question: z.string(),
  ambiguities: z.number().int(),
  followUpType: z.string().nullable(),
  hasFollowUp: z.boolean(),
  /** An annotator's own copy of a task by which they qualify. */
  isExercise: z.boolean(),
  ...StatusAndAssignee.shape,
  findings: TaskFindingCounts,
  lastRun: LastRun.nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** How many tasks a project has, and how many of them have which findings and runs. */
export const TaskCounts = z.object({
  /** Tasks of the project itself: an annotator's copies of the qualification set are not counted, here and below. */
  total: z.number().int(),
  management: z.number().int(),
  /** Tasks with an ambiguous question. */
  interactive: z.number().int(),
  /** Ambiguities of all tasks together. */
  ambiguities: z.number().int(),
  withErrors: z.number().int(),
  withWarnings: z.number().int(),
  /** Tasks whose newest run is there; of these, those of which every phase passed as shipped. */
  run: z.number().int(),
  passed: z.number().int(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;

/** A value that a filter offers, and how many tasks have it. */
const Facet = z.array(z.object({ value: z.string(), tasks: z.number().int() }));
/** What the filters can offer, each value with how many tasks have it, the most frequent first. */
export const TaskFacets = z.object({
  databases: Facet,
  categories: Facet,
  tiers: Facet,
  ambiguityTypes: Facet,
  followUpTypes: Facet,
  statuses: Facet,
  assignees: Facet,
  rules: Facet,
});
export type TaskFacets = z.infer<typeof TaskFacets>;
