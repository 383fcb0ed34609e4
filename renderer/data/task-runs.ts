import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { TaskRunEvent } from "#shared/contract/task-runs.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { PhaseResult, TaskRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { type Client, oncePerClient } from "./client.ts";
import { type Streamed, type StreamState, Streams, useStreamed } from "./streams.ts";

/** How a task is run: under which evaluator, and whether its gold is checked afterwards. */
interface TaskRunOptions {
  profile: EvaluatorProfile;
  checks: boolean;
}

/** A task's gold running or run in this window, as far as it has come. */
export type TaskRunState = Streamed<
  TaskRunOptions & {
    taskId: number;
    /** What is being done now; null before the first word of it. */
    step: "open" | "run" | "check" | null;
    phases: readonly PhaseResult[];
    findings: readonly Finding[];
    /** The whole run, once it has ended. */
    run: TaskRun | null;
  }
>;

/** The runs of this window by task: each goes on while another task is looked at, until it ends or is cancelled. */
class TaskRuns extends Streams<number, Omit<TaskRunState, keyof StreamState>> {
  readonly #client: Client;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  /** Runs a task, anew where it is running; resolves when it has ended. */
  async run(taskId: number, options: TaskRunOptions): Promise<void> {
    await this.start<TaskRunEvent>(taskId, {
      first: { ...options, taskId, step: null, phases: [], findings: [], run: null },
      events: (signal) => this.#client.taskRuns.run({ taskId, ...options }, { signal }),
      after: afterTaskRunEvent,
    });
  }
}

export function afterTaskRunEvent(
  { phases, findings }: TaskRunState,
  event: Exclude<TaskRunEvent, DatabaseLoading>,
): Partial<TaskRunState> {
  switch (event.type) {
    case "step":
      return { step: event.step };
    case "phase":
      return { phases: [...phases, event.phase] };
    case "finding":
      return { findings: [...findings, event.finding] };
    case "done":
      return { run: event.run, phases: event.run.phases };
  }
}

/** The task runs of this window. */
export const useTaskRuns = oncePerClient((client) => new TaskRuns(client));

/** The newest run of a task in this window; undefined where it has not been run here. */
export const useTaskRun = (taskId: number): TaskRunState | undefined => useStreamed(useTaskRuns(), taskId);
