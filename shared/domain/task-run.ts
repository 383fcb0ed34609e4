import { z } from "zod";
import { Cell } from "./cell.ts";
import { EngineKind } from "./engine.ts";
import { ResultColumn, RunError } from "./result.ts";
import { EvaluatorProfile } from "./test-script.ts";

const elapsedMs = z.number().nonnegative();

/** How a test ended: only "passed" passes. "error" is any exception that is no failed assertion. */
export const TestStatus = z.enum(["passed", "failed", "error", "timeout", "memory", "does-not-compile"]);
export type TestStatus = z.infer<typeof TestStatus>;

/** What one test said of an answer. */
export const TestOutcome = z.object({
  /** Which of the sub-task's own tests (0-based); null for the default test, soft exact match. */
  index: z.number().int().nonnegative().nullable(),
  status: TestStatus,
  /** The text of the assertion, or the exception as Python names it; null where it passed. */
  message: z.string().nullable(),
  /** The lines of the script that were under way, the innermost last; `line` is 1-based. */
  traceback: z.array(z.object({ line: z.number().int().positive(), text: z.string() })),
  /** What the script printed, cut to a bounded length. */
  stdout: z.string(),
  elapsedMs,
});
export type TestOutcome = z.infer<typeof TestOutcome>;

/** What one statement did in a run, with its first rows only. */
export const StatementPreview = z.object({
  sql: z.string(),
  command: z.string(),
  status: z.enum(["ok", "error", "timeout", "cancelled"]),
  columns: z.array(ResultColumn),
  rows: z.array(z.array(Cell)),
  /** Rows there were; `truncated` where a cap cut them. */
  rowCount: z.number().int().nonnegative(),
  truncated: z.boolean(),
  affected: z.number().int().nullable(),
  notices: z.array(z.string()),
  error: RunError.nullable(),
  elapsedMs,
});
export type StatementPreview = z.infer<typeof StatementPreview>;

/** The steps of a phase in their order; "previous" is phase 1 as it is brought about again for phase 2. */
export const RunStep = z.enum(["preprocess", "previous", "previous-clean-up", "answer", "gold", "clean-up"]);
export type RunStep = z.infer<typeof RunStep>;

/** The state that a phase starts on (docs/evaluators.md): the template, after the gold or the predicted SQL of phase 1, or a snapshot taken after it. */
export const PhaseStart = z.enum(["template", "gold", "predicted", "snapshot"]);
export type PhaseStart = z.infer<typeof PhaseStart>;

/** One phase of one answer under one evaluator: as shipped, and with the evaluator's known faults put right. */
export const PhaseResult = z.object({
  phase: z.union([z.literal(1), z.literal(2)]),
  start: PhaseStart,
  /** What the evaluator runs: the sub-task's own tests, the default test, or none, which passes. */
  choice: z.enum(["own", "default", "none"]),
  passed: z.boolean(),
  passedFixed: z.boolean(),
  /** Why it did not pass, or why the two verdicts differ, in a sentence; null where there is nothing to say. */
  reason: z.string().nullable(),
  steps: z.array(z.object({ step: RunStep, statements: z.array(StatementPreview) })),
  tests: z.array(TestOutcome),
  /** The tests of the fixed verdict where they are others than `tests`; else empty. */
  fixedTests: z.array(TestOutcome),
  elapsedMs,
});
export type PhaseResult = z.infer<typeof PhaseResult>;

/** A run of a task: one answer to each phase, under one evaluator, on one engine. A phase that was not reached is missing. */
export const TaskRun = z.object({
  instanceId: z.string(),
  profile: EvaluatorProfile,
  engine: EngineKind,
  /** Whose SQL was tested. */
  answer: z.enum(["gold", "predicted"]),
  phases: z.array(PhaseResult),
  elapsedMs,
});
export type TaskRun = z.infer<typeof TaskRun>;
