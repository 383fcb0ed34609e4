import { performance } from "node:perf_hooks";
import { type PhasePlan, phasePlans } from "#shared/domain/phase-plan.ts";
import type { Task } from "#shared/domain/task.ts";
import type { PhaseResult, TaskRun, TestOutcome } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import {
  type DatabaseState,
  type Engine,
  EngineFault,
  isLastingFault,
  type SnapshotRef,
  type StatementLimits,
  type TemplateRef,
} from "../engines/engine.ts";
import type { TestLimits, TestRunner } from "../python/test-runner.ts";
import { patiently, proveHealthy, type WatchedState, watchState } from "./engine-faults.ts";
import { createPhaseContext, type PhaseContext } from "./phase-context.ts";
import { phaseReason } from "./phase-reason.ts";
import { runTestsAsShipped, runTestsFixed, type TestSetting } from "./phase-tests.ts";

/** The limits of each statement, and of each test script with all that it runs. */
export interface TaskLimits {
  statement: StatementLimits;
  test: TestLimits;
}

/** The limits of the reference evaluators: 60 s and 10,000 rows a statement. */
export const defaultTaskLimits: TaskLimits = {
  statement: { timeMs: 60_000, rows: 10_000, cellBytes: 16 * 2 ** 20, memoryBytes: 768 * 2 ** 20 },
  test: { timeMs: 60_000, memoryBytes: 512 * 2 ** 20 },
};

/** The limits of a project's tasks: its own time for a statement, and the evaluators' for a test. */
export function taskLimits(timeLimitMs: number): TaskLimits {
  const { statement, test } = defaultTaskLimits;
  return { statement: { ...statement, timeMs: timeLimitMs }, test };
}

/** An answer to a task: a list of SQL texts for each phase, null for a phase that was not answered. */
export interface TaskAnswer {
  phase1: readonly string[] | null;
  phase2: readonly string[] | null;
}

/** A task to run, on which database, as which evaluator, with whose answer. */
export interface TaskToRun {
  task: Task;
  template: TemplateRef;
  profile: EvaluatorProfile;
  answer: TaskAnswer;
  whose: TaskRun["answer"];
}

export interface TaskRunOptions {
  signal?: AbortSignal | undefined;
  /** Each phase as it ends. */
  onPhase?: ((phase: PhaseResult) => void) | undefined;
}

/** Runs tasks as the reference evaluators do, on private states. */
export interface TaskRunner {
  /** Never rejects for what SQL or a test did: only for the signal, or with `EngineFault` where the engine, Python or the machine fails. */
  run(request: TaskToRun, options?: TaskRunOptions): Promise<TaskRun>;
  /** A private state that runs one task of its template after another. */
  open(template: TemplateRef): Promise<TaskSession>;
}

/** One private state on which tasks run one after another; what one left is gone before the next begins. */
export interface TaskSession {
  run(request: Omit<TaskToRun, "template">, options?: TaskRunOptions): Promise<TaskRun>;
  close(): Promise<void>;
}

/** What running tasks takes. */
export interface TaskRunnerParts {
  engine: Engine;
  tests: TestRunner;
  limits?: TaskLimits;
}

/** The gold of a task as an answer to it. */
export function goldAnswer(task: Task): TaskAnswer {
  return { phase1: task.goldSql, phase2: task.followUp?.goldSql ?? null };
}

/** Runs tasks phase by phase, as the evaluator of the profile does. */
export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  async function open(template: TemplateRef): Promise<TaskSession> {
    const session = await openAttempts(parts, template);
    return {
      async run(request, options = {}) {
        const startedAt = performance.now();
        options.signal?.throwIfAborted();
        return {
          instanceId: request.task.instanceId,
          profile: request.profile,
          engine: parts.engine.kind,
          answer: request.whose,
          phases: await session.run(request, options),
          elapsedMs: performance.now() - startedAt,
        };
      },
      close: session.close,
    };
  }

  return {
    open,
    async run({ template, ...request }, options) {
      options?.signal?.throwIfAborted();
      const session = await open(template);
      try {
        return await session.run(request, options);
      } finally {
        await session.close();
      }
    },
  };
}

/**
 * A private state on which a task is tried a second time where the engine failed under it: on a new state, and only once the
 * engine has proved healthy. What fails it twice gets no verdict, as one answer must not be judged by what another one did.
 */
async function openAttempts(parts: TaskRunnerParts, template: TemplateRef) {
  let watched = watchState(await patiently(() => parts.engine.open(template), undefined));
  let isPristine = true;

  async function renew(): Promise<WatchedState> {
    await watched.state.close().catch(() => {});
    watched = watchState(await parts.engine.open(template));
    isPristine = true;
    return watched;
  }

  async function attempt(request: Omit<TaskToRun, "template">, options: TaskRunOptions) {
    const on = { state: watched.state, isPristine };
    isPristine = false;
    const phases = await runPhases(parts, on, request, options);
    const fault = watched.fault();
    if (fault !== null) throw fault;
    return phases;
  }

  return {
    async run(request: Omit<TaskToRun, "template">, options: TaskRunOptions): Promise<PhaseResult[]> {
      const { signal, onPhase } = options;
      let told = 0;
      const tellOnce = (phase: PhaseResult) => {
        if (phase.phase <= told) return;
        told = phase.phase;
        onPhase?.(phase);
      };
      try {
        return await attempt(request, { signal, onPhase: tellOnce });
      } catch (error) {
        signal?.throwIfAborted();
        if (isLastingFault(error)) throw error;
      }
      const limits = (parts.limits ?? defaultTaskLimits).statement;
      await proveHealthy(request.task, renew, { limits, signal });
      isPristine = false;
      try {
        return await attempt(request, { signal, onPhase: tellOnce });
      } catch (error) {
        signal?.throwIfAborted();
        if (isLastingFault(error)) throw error;
        await renew().catch(() => {});
        const reason = error instanceof Error ? error.message : String(error);
        throw new EngineFault(`no verdict: the engine failed twice while this ran (${reason})`, {
          cause: error,
        });
      }
    },
    close: () => watched.state.close(),
  };
}

async function runPhases(
  { engine, tests, limits = defaultTaskLimits }: TaskRunnerParts,
  { state, isPristine }: { state: DatabaseState; isPristine: boolean },
  { task, profile, answer }: Omit<TaskToRun, "template">,
  { signal, onPhase }: TaskRunOptions,
): Promise<PhaseResult[]> {
  const dialect = dialectOf(engine.kind);
  const phases: PhaseResult[] = [];
  let snapshot: SnapshotRef | null = null;
  const plans = phasePlans(task, profile);
  for (const plan of plans) {
    const texts = plan.part.phase === 1 ? answer.phase1 : answer.phase2;
    if (texts === null) continue;
    const startedAt = performance.now();
    const context = createPhaseContext({
      task,
      plan,
      state,
      dialect,
      limits: limits.statement,
      signal,
      previous: answer.phase1 ?? [],
      snapshot,
      pristine: isPristine && phases.length === 0,
    });
    // What only read has left the template as it was, to which a reset is much cheaper than a snapshot.
    const needsSnapshot =
      plan.part.phase === 1 &&
      plans[1]?.start === "snapshot" &&
      answer.phase2 !== null &&
      mayWrite(texts, dialect);
    const afterAnswer = async () => {
      if (needsSnapshot) snapshot = await state.snapshot();
    };
    const common = { plan, profile, database: task.database, answer: texts, context, state, dialect };
    const run = await runPhase({ ...common, limits, tests, signal }, task, afterAnswer);
    const phase = { ...run, elapsedMs: performance.now() - startedAt };
    phases.push(phase);
    onPhase?.(phase);
  }
  return phases;
}

/** One phase in the order of the evaluators: to its start, the answer, its tests, the clean-up; then the fixed tests. */
async function runPhase(
  setting: Omit<TestSetting, "answered">,
  task: Task,
  afterAnswer: () => Promise<void>,
): Promise<Omit<PhaseResult, "elapsedMs">> {
  const { plan, context, answer } = setting;
  const steps = await context.begin();
  const answered = await context.run(answer);
  steps.push({ step: "answer", statements: answered.statements });
  await afterAnswer();
  const common = { phase: plan.part.phase, start: plan.start, choice: plan.choice, steps };
  if (answered.failed !== null || answer.length === 0) {
    await cleanUp(context, plan, task, steps);
    const failed = { passed: false, passedFixed: false, tests: [], fixedTests: [] };
    return { ...common, ...failed, reason: phaseReason({ ...failed, choice: plan.choice, steps }) };
  }
  const withAnswer = { ...setting, answered };
  const shipped = await runTestsAsShipped(withAnswer);
  if (shipped.gold !== null) steps.push({ step: "gold", statements: shipped.gold.statements });
  const cleaned = await cleanUp(context, plan, task, steps);
  const fixedTests = await runTestsFixed(withAnswer, shipped, cleaned);
  const verdicts = {
    passed: shipped.outcomes.every(hasPassed),
    passedFixed: (fixedTests.length > 0 ? fixedTests : shipped.outcomes).every(hasPassed),
    tests: shipped.outcomes,
    fixedTests,
  };
  return { ...common, ...verdicts, reason: phaseReason({ ...verdicts, choice: plan.choice, steps }) };
}

async function cleanUp(
  context: PhaseContext,
  { preparation }: PhasePlan,
  { cleanUpSql }: Task,
  steps: PhaseResult["steps"],
): Promise<boolean> {
  if (!preparation || cleanUpSql.length === 0) return false;
  steps.push({ step: "clean-up", statements: (await context.run(cleanUpSql)).statements });
  return true;
}

function hasPassed({ status }: TestOutcome): boolean {
  return status === "passed";
}
