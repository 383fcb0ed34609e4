import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { ReadingsEvent, ReadingsOfTasksEvent, TaskReadings } from "#shared/contract/task-runs.ts";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import { goldOutcomes } from "#shared/dialogue/gold-outcomes.ts";
import { readingResults } from "#shared/dialogue/reading-results.ts";
import { readingsOf } from "#shared/dialogue/readings.ts";
import { tooLongToTakeApart } from "#shared/domain/sql-length.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { CheckedPhase } from "#shared/findings/checked-phase.ts";
import { checkedPhases } from "../checks/check-task.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { eventStream } from "./event-queue.ts";
import { asFault, fieldFault } from "./fault.ts";
import { storedTask } from "./stored-records.ts";
import { onPrivateState } from "./task-sql.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
}

/** An ambiguity whose readings run. */
export interface ReadingsInput {
  taskId: number;
  /** 0-based. */
  ambiguity: number;
  profile: EvaluatorProfile;
}

/** The readings of ambiguities, proposed and run in place of their snippets, each time on a private state. */
export function createTaskReadings(dependencies: Dependencies) {
  return {
    readings: ({ ambiguity, ...asked }: ReadingsInput, { signal }: CallContext) =>
      eventStream<ReadingsEvent>(signal, async (emit, signal) => {
        await inGold(dependencies, { ...asked, emit, signal }, (phase) =>
          runReadings(phase, ambiguity, emit),
        );
        emit({ type: "done" });
      }),

    readingsOfTasks: (
      { taskIds, profile }: { taskIds: number[]; profile: EvaluatorProfile },
      { signal }: CallContext,
    ) =>
      eventStream<ReadingsOfTasksEvent>(signal, async (emit, signal) => {
        for (const taskId of taskIds)
          emit({ type: "task", task: await readingsOfTask(dependencies, { taskId, profile, emit, signal }) });
        emit({ type: "done" });
      }),
  };
}

interface Asked {
  taskId: number;
  profile: EvaluatorProfile;
  emit(event: DatabaseLoading): void;
  signal: AbortSignal;
}

/** Works with the gold of phase 1 on a private state of a task's database; not at all where it is withheld. */
export function inGold(
  dependencies: Dependencies,
  { profile, ...asked }: Asked,
  work: (phase: CheckedPhase) => Promise<void>,
): Promise<void> {
  return onPrivateState(dependencies, asked, async (state, task, { limits, signal }) => {
    const known = await knowledgeOfTask(dependencies, asked.taskId);
    const tooLong = tooLongToTakeApart(task);
    if (tooLong !== null) throw fieldFault({ field: "taskId", reason: tooLong, fix: "Shorten its gold." });
    const [phase] = checkedPhases(task, { state, profile, limits, tester: null, known }, signal);
    if (phase !== undefined) await work(phase);
  });
}

async function readingsOfTask(dependencies: Dependencies, asked: Asked): Promise<TaskReadings> {
  const { taskId, signal } = asked;
  signal.throwIfAborted();
  const { revision, task } = (await dependencies.workspace.read((db) => storedTask(db, taskId))).revision;
  const ambiguities = task.ambiguities.map(({ readings }): TaskReadings["ambiguities"][number] => ({
    stored: readings,
    results: [],
  }));
  const obstacles: string[] = [];
  try {
    await inGold(dependencies, asked, async (phase) => {
      for (const [ambiguity, { results }] of ambiguities.entries())
        await runReadings(phase, ambiguity, (event) => {
          if (event.type === "result") results.push(event.result);
          if (event.type === "not-run") obstacles.push(event.reason);
        });
    });
  } catch (error) {
    signal.throwIfAborted();
    const fault = asFault(error);
    if (fault === null) throw error;
    obstacles.push(fault.message);
  }
  return { taskId, instanceId: task.instanceId, revision, ambiguities, obstacle: obstacles[0] ?? null };
}

/** What the project knows of a task's database beside its data. */
const knowledgeOfTask = ({ workspace }: Dependencies, taskId: number): Promise<DatabaseKnowledge> =>
  workspace.read(async (db) => {
    const { projectId, revision } = await storedTask(db, taskId);
    return databaseKnowledge(db, { projectId, database: revision.task.database });
  });

/** Says which readings an ambiguity has, and what came of each in the gold of phase 1, where that runs by itself. */
async function runReadings(
  phase: CheckedPhase,
  ambiguity: number,
  emit: (event: ReadingsEvent) => void,
): Promise<void> {
  const context = await phase.context();
  const readings = readingsOf(context, ambiguity);
  emit({ type: "readings", readings });
  if ((context.locations[ambiguity]?.matches ?? []).length === 0) {
    emit({ type: "not-run", reason: "The snippet is not in the gold." });
    return;
  }
  const { failure, obstacle } = await phase.gold();
  const failed = failure ?? obstacle;
  if (failed !== null) {
    const { error, status } = failed.result;
    emit({ type: "not-run", reason: `The gold does not run: ${error?.message ?? status}` });
    return;
  }
  for await (const result of readingResults(
    context,
    { ambiguity, readings },
    goldOutcomes(phase.trees, phase),
  ))
    emit({ type: "result", result });
}
