import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";

/**
 * What a job does: it hears when it is to stop and says how far it is. What it throws is how it failed; a text that it
 * answers is what is worth knowing at its end, null: nothing.
 */
export type JobWork = (job: {
  signal: AbortSignal;
  /** Takes away what was noted before. */
  progress(done: number, total?: number): void;
  /** What it waits for, for as long as it does. */
  note(text: string): void;
}) => Promise<string | null>;

/** The jobs of one workspace: at most one of each kind in a project, reported to every window as they go on. */
export interface JobBoard {
  list(): Job[];
  byId(jobId: string): Job | null;
  running(kind: Job["kind"], projectId: number): Job | null;
  /** Starts a job, or answers the one of its kind and project that is running. */
  start(job: Pick<Job, "kind" | "projectId" | "done" | "total">, work: JobWork): Job;
  /** Tells the job as cancelled at once, and resolves when nothing of it runs any more. */
  stop(kind: Job["kind"], projectId: number): Promise<void>;
  /** Stops all jobs. */
  close(): Promise<void>;
}

interface Entry {
  job: Job;
  stop: AbortController;
  ended: Promise<void>;
}

/** The newest jobs that are remembered once they have ended. */
const rememberedJobs = 50;

interface Dependencies {
  newId(): string;
  publish(change: Change): void;
}

/** An empty board. */
export function createJobBoard({ newId, publish }: Dependencies): JobBoard {
  const running = new Map<string, Entry>();
  const known = new Map<string, Job>();
  const keyOf = (kind: Job["kind"], projectId: number) => `${kind} ${projectId}`;

  function tell(entry: Entry, change: Partial<Job>): void {
    entry.job = { ...entry.job, ...change };
    known.set(entry.job.id, entry.job);
    for (const old of [...known.keys()].slice(0, -rememberedJobs)) known.delete(old);
    publish({ type: "job", job: entry.job });
  }

  async function runToEnd(entry: Entry, key: string, work: JobWork): Promise<void> {
    let outcome: Pick<Job, "state" | "message"> = { state: "done", message: null };
    const { signal } = entry.stop;
    try {
      const said = await work({
        signal,
        progress(done, total = entry.job.total) {
          if (!signal.aborted) tell(entry, { done, total, message: null });
        },
        note(text) {
          if (!signal.aborted) tell(entry, { message: text });
        },
      });
      outcome.message = said;
    } catch (error) {
      outcome = { state: "failed", message: error instanceof Error ? error.message : String(error) };
    }
    if (running.get(key) === entry) running.delete(key);
    // A job that was stopped has already been reported as cancelled.
    if (entry.job.state === "running") tell(entry, outcome);
  }

  async function stop(entry: Entry | undefined): Promise<void> {
    if (entry === undefined) return;
    if (entry.job.state === "running") tell(entry, { state: "cancelled" });
    entry.stop.abort(new Error("the job was cancelled"));
    await entry.ended;
  }

  return {
    list: () => [...known.values()],
    byId: (jobId) => known.get(jobId) ?? null,
    running: (kind, projectId) => running.get(keyOf(kind, projectId))?.job ?? null,
    start(what, work) {
      const key = keyOf(what.kind, what.projectId);
      const current = running.get(key);
      if (current) return current.job;
      const job: Job = { id: newId(), state: "running", message: null, ...what };
      const entry: Entry = { job, stop: new AbortController(), ended: Promise.resolve() };
      running.set(key, entry);
      tell(entry, {});
      entry.ended = runToEnd(entry, key, work);
      return entry.job;
    },
    stop: (kind, projectId) => stop(running.get(keyOf(kind, projectId))),
    close: async () => void (await Promise.all([...running.values()].map(stop))),
  };
}
