import { useSyncExternalStore } from "react";
import type { TaskRunEvent } from "#shared/contract/task-runs.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { PhaseResult, TaskRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { type Client, useClient } from "./client.ts";
import { wasCancelled } from "./faults.ts";

/** How a task is run: under which evaluator, and whether its gold is checked afterwards. */
export interface TaskRunRequest {
  profile: EvaluatorProfile;
  checks: boolean;
}

/** A task's gold running or run in this window, as far as it has come. */
export interface LiveTaskRun extends TaskRunRequest {
  taskId: number;
  /** Counts the runs of this window: another one has other results. */
  serial: number;
  state: "running" | "done" | "cancelled" | "failed";
  /** `performance.now()` at the start, in milliseconds. */
  startedAt: number;
  /** The database being loaded, or null while none is. */
  loading: Extract<TaskRunEvent, { type: "loading" }> | null;
  /** What is being done now; null before the first word of it. */
  step: "open" | "run" | "check" | null;
  phases: readonly PhaseResult[];
  findings: readonly Finding[];
  /** The whole run, once it has ended. */
  run: TaskRun | null;
  /** Why it could not be run, as it was thrown; for `faultOf` and `errorText`. */
  error: unknown;
}

const keptRuns = 16;

/** The runs of this window by task: each goes on while another task is looked at, until it ends or is cancelled. */
export class TaskRuns {
  readonly #client: Client;
  readonly #runs = new Map<number, LiveTaskRun>();
  readonly #ends = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #serial = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  get = (taskId: number): LiveTaskRun | undefined => this.#runs.get(taskId);

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs a task, anew where it is running; resolves when it has ended. */
  async start(taskId: number, request: TaskRunRequest): Promise<void> {
    this.cancel(taskId);
    const end = new AbortController();
    this.#ends.set(taskId, end);
    let run = newRun(taskId, request, ++this.#serial);
    const isCurrent = (): boolean => this.#ends.get(taskId) === end;
    this.#put(run);
    try {
      const events = await this.#client.taskRuns.run({ taskId, ...request }, { signal: end.signal });
      for await (const event of events) {
        if (!isCurrent()) return;
        run = afterEvent(run, event);
        this.#put(run);
      }
      if (run.state === "running") throw new Error("The run ended without a result. Run the task again.");
    } catch (error) {
      if (isCurrent()) this.#put({ ...run, state: wasCancelled(error) ? "cancelled" : "failed", error });
    } finally {
      if (isCurrent()) this.#ends.delete(taskId);
    }
  }

  /** Stops a task's run in the back end; what it told until then stays on screen. */
  cancel(taskId: number): void {
    this.#ends.get(taskId)?.abort();
    this.#ends.delete(taskId);
    const run = this.#runs.get(taskId);
    if (run?.state === "running") this.#put({ ...run, state: "cancelled", loading: null });
  }

  #put(run: LiveTaskRun): void {
    this.#runs.delete(run.taskId);
    this.#runs.set(run.taskId, run);
    for (const [taskId, { state }] of this.#runs) {
      if (this.#runs.size <= keptRuns) break;
      if (state !== "running") this.#runs.delete(taskId);
    }
    for (const listener of [...this.#listeners]) listener();
  }
}

function newRun(taskId: number, request: TaskRunRequest, serial: number): LiveTaskRun {
  return {
    ...request,
    taskId,
    serial,
    state: "running",
    startedAt: performance.now(),
    loading: null,
    step: null,
    phases: [],
    findings: [],
    run: null,
    error: null,
  };
}

/** A run after one more event from the back end. */
export function afterEvent(live: LiveTaskRun, event: TaskRunEvent): LiveTaskRun {
  switch (event.type) {
    case "loading":
      return { ...live, loading: event };
    case "step":
      return { ...live, loading: null, step: event.step };
    case "phase":
      return { ...live, loading: null, phases: [...live.phases, event.phase] };
    case "finding":
      return { ...live, findings: [...live.findings, event.finding] };
    case "done":
      return { ...live, state: "done", loading: null, run: event.run, phases: event.run.phases };
  }
}

const runsOf = new WeakMap<Client, TaskRuns>();

/** The task runs of this window. */
export function useTaskRuns(): TaskRuns {
  const client = useClient();
  let runs = runsOf.get(client);
  if (runs === undefined) {
    runs = new TaskRuns(client);
    runsOf.set(client, runs);
  }
  return runs;
}

/** The newest run of a task in this window; undefined where it has not been run here. */
export function useTaskRun(taskId: number): LiveTaskRun | undefined {
  const runs = useTaskRuns();
  return useSyncExternalStore(runs.subscribe, () => runs.get(taskId));
}
