import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { SubmissionVerdictEvent } from "#shared/contract/dialogues.ts";
import type { EvaluationEvent } from "#shared/contract/results.ts";
import { pairObstacle, type Submission, submissionAt } from "#shared/dialogue/submission.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { createTaskRunner, taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { QueryRunner } from "../queries/query-runner.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { type PlayedDialogue, storedDialogue } from "./dialogue-views.ts";
import { eventStream } from "./event-queue.ts";
import { ServiceFault } from "./fault.ts";
import { openTaskDatabase } from "./run-task.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  runner: QueryRunner;
}

/** A submission of a dialogue: the turn is 1-based. */
export interface SubmissionInput {
  dialogueId: number;
  turn: number;
}

/** A submission to lay beside the gold. */
export interface ComparisonInput extends SubmissionInput {
  /** Milliseconds instead of the project's limit. */
  timeMs?: number | undefined;
}

interface Reports<Event> {
  emit(event: Event | DatabaseLoading): void;
  signal: AbortSignal;
}

/** Runs again what a dialogue has submitted, for a person who looks at it: beside the gold, and against the tests. */
export function createDialogueSubmissions(dependencies: Dependencies) {
  return {
    compareSubmission: (input: ComparisonInput, { signal }: CallContext) =>
      eventStream<EvaluationEvent>(signal, (emit, signal) =>
        compareWithGold(dependencies, input, { emit, signal }),
      ),

    judgeSubmission: (input: SubmissionInput, { signal }: CallContext) =>
      eventStream<SubmissionVerdictEvent>(signal, async (emit, signal) => {
        emit({ type: "done", result: await judge(dependencies, input, { emit, signal }) });
      }),
  };
}

/** Lays the results side by side, in query workers, as the review screen has it. */
async function compareWithGold(
  dependencies: Dependencies,
  { timeMs, ...input }: ComparisonInput,
  reports: Reports<EvaluationEvent>,
): Promise<void> {
  const { emit, signal } = reports;
  const { played, submission, settings } = await find(dependencies, input);
  const { task, run } = played;
  const obstacle = pairObstacle(task, submission, run.plan.settings, dialectOf(run.engine));
  if (obstacle !== null) throw new ServiceFault("BAD_INPUT", obstacle, { problems: [] });
  const { engine, template } = await openTaskDatabase(dependencies.tools, { task, settings, ...reports });
  const request = {
    database: await engine.reader(template),
    // Evaluators compare what the last text gave; those before it only read.
    predictedSql: submission.submitted.at(-1) ?? "",
    goldSql: submission.gold.at(-1) ?? "",
  };
  const ran = await dependencies.runner.evaluateAndStore(request, {
    limits: { ...defaultRunLimits, timeMs: timeMs ?? settings.timeLimitMs },
    signal,
    priority: "interactive",
    onRows: (side, resultId, summary, page) => emit({ type: "rows", side, resultId, summary, page }),
    onProgress: (side, rows) => emit({ type: "progress", side, rows }),
  });
  emit({ type: "done", ...ran });
}

/** Judges it as the dialogue did: by the evaluator of its profile, behind what passed phase 1. */
async function judge(
  dependencies: Dependencies,
  input: SubmissionInput,
  reports: Reports<SubmissionVerdictEvent>,
): Promise<PhaseResult> {
  const { played, submission, settings } = await find(dependencies, input);
  const { task, run } = played;
  const { engine, template } = await openTaskDatabase(dependencies.tools, { task, settings, ...reports });
  const runner = createTaskRunner({
    ...{ engine, tests: dependencies.tools.tests, limits: taskLimits(settings.timeLimitMs) },
  });
  const { phase, submitted, previous } = submission;
  const answer = phase === 1 ? { phase1: submitted, phase2: null } : { phase1: previous, phase2: submitted };
  const { profile } = run.plan.settings;
  const { phases } = await runner.run(
    { task, template, profile, answer, whose: "predicted" },
    { signal: reports.signal },
  );
  const result = phases.find((one) => one.phase === phase);
  if (result !== undefined) return result;
  throw new ServiceFault("NOT_FOUND", `The task has no phase ${phase}.`, { what: `phase ${phase}` });
}

interface FoundSubmission {
  played: PlayedDialogue;
  submission: Submission;
  /** The project's, on the engine of the run. */
  settings: Awaited<ReturnType<typeof storedProject>>["taskSettings"];
}

async function find(
  { workspace }: Dependencies,
  { dialogueId, turn }: SubmissionInput,
): Promise<FoundSubmission> {
  const played = await storedDialogue(workspace, dialogueId);
  const { task, run, stored } = played;
  const submission = submissionAt(task, stored.dialogue?.turns ?? [], turn);
  if (submission === null)
    throw new ServiceFault("NOT_FOUND", "Nothing was submitted in this turn.", { what: `turn ${turn}` });
  const { taskSettings } = await storedProject(workspace, run.projectId);
  return { played, submission, settings: { ...taskSettings, engine: run.engine } };
}
