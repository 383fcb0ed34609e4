import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { ColumnProfile } from "../domain/column-profile.ts";
import { EngineKind } from "../domain/engine.ts";
import { Finding } from "../domain/finding.ts";
import { ModelEndpoint } from "../domain/model-endpoint.ts";
import { Reading, ReadingResult } from "../domain/reading.ts";
import { DatabaseSchema } from "../domain/schema.ts";
import { Phase } from "../domain/task.ts";
import { PhaseResult, StatementPreview, TaskRun, TestOutcome } from "../domain/task-run.ts";
import { EvaluatorProfile, TestScript } from "../domain/test-script.ts";
import { base } from "./base.ts";
import { DatabaseLoading } from "./databases.ts";
import { Job } from "./jobs.ts";

/** What happens while a task's gold runs and is checked; each part as soon as it is known, the last event is "done". */
export const TaskRunEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("step"), step: z.enum(["open", "run", "check"]) }),
  z.object({ type: z.literal("phase"), phase: PhaseResult }),
  z.object({ type: z.literal("finding"), finding: Finding }),
  z.object({ type: z.literal("done"), run: TaskRun }),
]);
export type TaskRunEvent = z.infer<typeof TaskRunEvent>;

/** What happens while statements run on a private state of a task's database; the last event is "done". */
export const TaskSqlEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({
    type: z.literal("done"),
    /** The statement of the gold that failed on the way to where the statements start; null where none did. */
    failedBefore: StatementPreview.nullable(),
    statements: z.array(StatementPreview),
  }),
]);
export type TaskSqlEvent = z.infer<typeof TaskSqlEvent>;

/** What happens while test scripts judge an answer to one phase; each part as soon as it is known, the last event is "done". */
export const TestRunEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  /** What ran before the tests; `failed`: the answer did not run to its end, so that no test follows. */
  z.object({ type: z.literal("answer"), steps: PhaseResult.shape.steps, failed: z.boolean() }),
  z.object({
    type: z.literal("test"),
    test: TestOutcome,
    /** The SQL that ran for it, and how many statements beside those. */
    statements: z.array(StatementPreview),
    more: z.number().int().nonnegative(),
  }),
  z.object({ type: z.literal("done"), elapsedMs: z.number().nonnegative() }),
]);
export type TestRunEvent = z.infer<typeof TestRunEvent>;

/** What happens while the tables of a task's database are read; the last event is "done". */
export const TaskSchemaEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("done"), schema: DatabaseSchema }),
]);
export type TaskSchemaEvent = z.infer<typeof TaskSchemaEvent>;

const UsedColumn = ColumnProfile.pick({ table: true, column: true });

/** What happens while the data of columns is looked at, one column after another; the last event is "done". */
export const ColumnProfilingEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("profile"), profile: ColumnProfile }),
  /** Its data could not be read, and why. */
  UsedColumn.extend({ type: z.literal("unread"), reason: z.string() }),
  z.object({ type: z.literal("done") }),
]);
export type ColumnProfilingEvent = z.infer<typeof ColumnProfilingEvent>;

/** What happens while a table is read for a test that it stays as it is; the last event is "done". */
export const FingerprintEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  /** How many rows, and the fingerprint that a test form's script makes of them. */
  z.object({ type: z.literal("done"), rows: z.number().int(), fingerprint: z.string() }),
  /** It could not be read, and why. */
  z.object({ type: z.literal("unread"), reason: z.string() }),
]);
export type FingerprintEvent = z.infer<typeof FingerprintEvent>;

/** What happens while the readings of an ambiguity run in the gold of phase 1; the last event is "done". */
export const ReadingsEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  /** Those that are stored with the task and those that are proposed, before any of them ran. */
  z.object({ type: z.literal("readings"), readings: z.array(Reading) }),
  z.object({ type: z.literal("result"), result: ReadingResult }),
  /** None can be run, and why. */
  z.object({ type: z.literal("not-run"), reason: z.string() }),
  z.object({ type: z.literal("done") }),
]);
export type ReadingsEvent = z.infer<typeof ReadingsEvent>;

/** What happens while a language model is asked for readings of an ambiguity; the last event is "done". */
export const ModelReadingsEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  /** It is asked now; `note`: why that takes longer, or what it turned out not to understand. */
  z.object({ type: z.literal("asking"), note: z.string().nullable() }),
  z.object({
    type: z.literal("done"),
    /** What can be listed: proposals, not stored yet. */
    readings: z.array(Reading),
    /** What it proposed beside those, and why that is none. */
    refused: z.array(z.object({ sql: z.string(), reason: z.string() })),
    /** Why it gave no answer; null where it did. */
    problem: z.string().nullable(),
    /** Whether its answer was on record already, and nothing was asked. */
    isRecorded: z.boolean(),
    /** What the caller's calls for readings have taken of it in this project; `usd` is null where it has no prices. */
    spent: z.object({ tokens: z.number().int().nonnegative(), usd: z.number().nullable() }),
  }),
]);
export type ModelReadingsEvent = z.infer<typeof ModelReadingsEvent>;

/** What came of the readings of one task: of its ambiguities, in their order, those that are stored and what came of these and of the proposed ones. */
export const TaskReadings = z.object({
  taskId: z.number().int(),
  instanceId: z.string(),
  revision: z.number().int(),
  ambiguities: z.array(z.object({ stored: z.array(Reading), results: z.array(ReadingResult) })),
  /** Why some could not be run, or all; null where each was. */
  obstacle: z.string().nullable(),
});
export type TaskReadings = z.infer<typeof TaskReadings>;

/** What happens while the readings of many tasks run, one task after another; the last event is "done". */
export const ReadingsOfTasksEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("task"), task: TaskReadings }),
  z.object({ type: z.literal("done") }),
]);
export type ReadingsOfTasksEvent = z.infer<typeof ReadingsOfTasksEvent>;

/** The state that statements start on: pristine, or after the gold of phase 1 or of both phases. */
export const SqlStart = z.enum(["template", "phase1", "phase2"]);
export type SqlStart = z.infer<typeof SqlStart>;

/** Long work on a whole project: lint of the text, checks of the gold on the data, runs of the gold. */
export const ProjectWork = z.enum(["lint", "check", "run"]);
export type ProjectWork = z.infer<typeof ProjectWork>;

/** Passed of so many, as shipped and fixed. */
const Passed = z.object({
  total: z.number().int(),
  passed: z.number().int(),
  passedFixed: z.number().int(),
});

/** Figures over a group of tasks: the success rate of each phase, and the mean normalised reward (0–100), as shipped and fixed. */
export const PredictionRates = z.object({
  /** BI: tasks that ask (Query); DM: tasks that manage data. */
  group: z.enum(["all", "BI", "DM"]),
  tasks: z.number().int(),
  phase1: Passed,
  phase2: Passed,
  reward: z.object({ shipped: z.number().nullable(), fixed: z.number().nullable() }),
});
export type PredictionRates = z.infer<typeof PredictionRates>;

/** A file of predictions that was evaluated on the tasks of a project. */
export const PredictionRun = z.object({
  predictionRunId: z.number().int(),
  fileName: z.string(),
  profile: EvaluatorProfile,
  engine: EngineKind,
  startedAt: z.string(),
  /** Predictions that have a result, and how many there are. */
  done: z.number().int(),
  total: z.number().int(),
  rates: z.array(PredictionRates),
});
export type PredictionRun = z.infer<typeof PredictionRun>;

/** What one prediction gave in one phase. */
export const PredictionLine = z.object({
  instanceId: z.string(),
  /** null where the project has no task of that id. */
  taskId: z.number().int().nullable(),
  phase: Phase,
  passed: z.boolean(),
  passedFixed: z.boolean(),
  reason: z.string().nullable(),
  tests: z.array(TestOutcome),
  predictedSql: z.array(z.string()),
  elapsedMs: z.number().nonnegative(),
});
export type PredictionLine = z.infer<typeof PredictionLine>;

const ProjectId = z.object({ projectId: z.number().int() });
const TaskId = z.object({ taskId: z.number().int() });

export const taskRuns = {
  /** Runs a task's gold and its tests on the project's engine, stores the run, and then checks the gold where asked. Cancelling stops it; findings reported until then are not stored. */
  run: base
    .input(TaskId.extend({ profile: EvaluatorProfile, checks: z.boolean() }))
    .output(eventIterator(TaskRunEvent)),
  /** Runs statements on a private state of the task's database: nothing stays of them. */
  runSql: base
    .input(TaskId.extend({ sql: z.array(z.string().max(2_000_000)).max(100), start: SqlStart }))
    .output(eventIterator(TaskSqlEvent)),
  /** Runs test scripts of a phase (all for null) on an answer to it, on a private state: nothing stays. Where the phase has no scripts the default test runs. */
  runTests: base
    .input(
      TaskId.extend({
        phase: Phase,
        indexes: z.array(z.number().int().nonnegative()).nullable(),
        sql: z.array(z.string().max(2_000_000)).max(100),
        profile: EvaluatorProfile,
      }),
    )
    .output(eventIterator(TestRunEvent)),
  /** What Python says of a script that it cannot read; null where it can. */
  compileTest: base
    .input(z.object({ script: TestScript.max(1_000_000) }))
    .output(z.object({ line: z.number().int().nullable(), message: z.string() }).nullable()),
  /** The tables and columns of a task's database as it is loaded, without what the column meanings say. */
  schema: base.input(TaskId).output(eventIterator(TaskSchemaEvent)),
  /** Reads a table of a task's database on SQLite, which has no function for it, to give its rows and their fingerprint. */
  fingerprint: base
    .input(TaskId.extend({ table: z.string().min(1).max(10_000), start: SqlStart }))
    .output(eventIterator(FingerprintEvent)),
  /** Looks at the data of columns of a task's database as it is loaded. */
  profileColumns: base
    .input(TaskId.extend({ columns: z.array(UsedColumn).max(1000) }))
    .output(eventIterator(ColumnProfilingEvent)),
  /** Proposes readings of an ambiguity (0-based), and runs them and the stored ones in place of its snippet, on a private state: nothing stays. Cancelling stops it. */
  readings: base
    .input(TaskId.extend({ ambiguity: z.number().int().nonnegative(), profile: EvaluatorProfile }))
    .output(eventIterator(ReadingsEvent)),
  /** Asks one of the caller's language models, by its name in the settings, for readings of an ambiguity (0-based) that are not listed. The call is recorded with the project, and the limits of the model hold for all of these together. Cancelling stops it. */
  modelReadings: base
    .input(
      TaskId.extend({
        ambiguity: z.number().int().nonnegative(),
        profile: EvaluatorProfile,
        endpoint: ModelEndpoint.shape.name,
      }),
    )
    .output(eventIterator(ModelReadingsEvent)),
  /** The calls for readings to language models of a project, as the text of a recording. */
  modelReadingCalls: base.input(ProjectId).output(z.object({ fileName: z.string(), text: z.string() })),
  /** Proposes and runs the readings of every ambiguity of some tasks. A task that cannot be opened says why, and the others follow. */
  readingsOfTasks: base
    .input(z.object({ taskIds: z.array(z.number().int()).max(100_000), profile: EvaluatorProfile }))
    .output(eventIterator(ReadingsOfTasksEvent)),
  /** Lints, checks or runs every task of a project in the background: those without a result of their present revision, or all again. Goes on after a restart. */
  startAll: base
    .input(
      ProjectId.extend({
        what: ProjectWork,
        profile: EvaluatorProfile,
        again: z.boolean(),
      }),
    )
    .output(Job),
  /** Evaluates a file of predictions (BIRD-Interact results) on the project's tasks in the background. */
  evaluatePredictions: base
    .input(ProjectId.extend({ path: z.string().min(1), profile: EvaluatorProfile }))
    .output(Job),
  /** Every evaluated file of the project, the newest first. */
  predictionRuns: base.input(ProjectId).output(z.array(PredictionRun)),
  predictionLines: base
    .input(
      z.object({
        predictionRunId: z.number().int(),
        only: z.enum(["all", "failed", "differs"]),
        from: z.number().int().nonnegative(),
        count: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number().int(), lines: z.array(PredictionLine) })),

  /** Whether the project's PostgreSQL server can be reached, and whether a password for it is at hand. */
  server: base.input(ProjectId).output(
    z.object({
      /** Whether this host can keep a password in the system's key store beyond the session. */
      canKeepPassword: z.boolean(),
      hasPassword: z.boolean(),
      /** null: it answers; else why it does not, in a sentence. */
      problem: z.string().nullable(),
      /** What of a run the server cannot hold, in sentences. */
      cannotHold: z.array(z.string()),
    }),
  ),
  /** Hands over the password of the project's server: for as long as the program runs, or kept where the host can. An empty one forgets it. */
  setServerPassword: base
    .input(ProjectId.extend({ password: z.string().max(1000), keep: z.boolean() }))
    .output(z.void()),
};
