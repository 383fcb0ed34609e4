import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import { findDatabase } from "../engines/find-database.ts";
import type { Runner } from "../runners/runner.ts";
import { evaluationProgress, makeEvaluationsStale } from "../store/evaluations.ts";
import { projectById, projectsToEvaluate, setEvaluating } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import { evaluateItems } from "./evaluate-items.ts";
import { Fault } from "./fault.ts";

interface Dependencies {
  workspace: Workspace;
  runner: Runner;
  limits: RunLimits;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
  /** How many items are evaluated at the same time. */
  width: number;
}

interface Running {
  job: Job;
  stop: AbortController;
  ended: Promise<void>;
}

/** The newest jobs that are remembered once they have ended. */
const rememberedJobs = 50;

/** Evaluates projects in the background, one job a project; what is done stays done across cancelling and restarts. */
export function createJobsService(dependencies: Dependencies) {
  const { workspace, newId, publish } = dependencies;
  const running = new Map<number, Running>();
  const jobs = new Map<string, Job>();

  const tell = (job: Job) => {
    jobs.set(job.id, job);
    for (const old of [...jobs.keys()].slice(0, -rememberedJobs)) jobs.delete(old);
    publish({ type: "job", job });
  };

  async function evaluate({ projectId, again }: { projectId: number; again: boolean }): Promise<Job> {
    const project = workspace.read((db) => projectById(db, projectId));
    if (!project)
      throw new Fault("NOT_FOUND", "This project is not in the workspace.", { what: `project ${projectId}` });
    const current = running.get(projectId);
    if (current && !again) return current.job;
    if (current) await end(current, "cancelled");
    await workspace.write((db) => {
      if (again) makeEvaluationsStale(db, projectId);
      setEvaluating(db, projectId, true);
    });
    // Another call may have started one while this one waited for the disk.
    return running.get(projectId)?.job ?? start(projectId, project.databasesDir);
  }

  function start(projectId: number, databasesDir: string): Job {
    const progress = workspace.read((db) => evaluationProgress(db, projectId));
    const job: Job = {
      id: newId(),
      kind: "evaluate",
      projectId,
      state: "running",
      ...progress,
      message: null,
    };
    const stop = new AbortController();
    const entry: Running = { job, stop, ended: Promise.resolve() };
    running.set(projectId, entry);
    tell(job);
    entry.ended = run(entry, databasesDir);
    return job;
  }

  async function run(entry: Running, databasesDir: string): Promise<void> {
    const { projectId, done: before } = entry.job;
    let outcome: Pick<Job, "state" | "message"> = { state: "done", message: null };
    try {
      await evaluateItems({
        ...dependencies,
        projectId,
        signal: entry.stop.signal,
        database: (dbId) => findDatabase(databasesDir, dbId),
        onSaved(count) {
          entry.job = { ...entry.job, done: before + count };
          tell(entry.job);
          publish({ type: "evaluations", projectId });
        },
      });
      await workspace.write((db) => setEvaluating(db, projectId, false));
    } catch (error) {
      const stopped = entry.stop.signal.aborted;
      outcome = stopped
        ? { state: "cancelled", message: null }
        : { state: "failed", message: error instanceof Error ? error.message : String(error) };
    }
    running.delete(projectId);
    if (entry.job.state !== "running") return;
    entry.job = { ...entry.job, ...outcome };
    tell(entry.job);
  }

  async function end(entry: Running, state: "cancelled"): Promise<void> {
    entry.job = { ...entry.job, state };
    tell(entry.job);
    entry.stop.abort(new Error("the job was cancelled"));
    await entry.ended;
  }

  return {
    list: async (): Promise<Job[]> => [...jobs.values()],
    evaluate,
    /** Answers at once; what was evaluated until then is kept. */
    async cancel({ jobId }: { jobId: string }): Promise<Job> {
      const job = jobs.get(jobId);
      if (!job) throw new Fault("NOT_FOUND", "This job is not known any more.", { what: `job ${jobId}` });
      const entry = running.get(job.projectId);
      if (entry?.job.id !== jobId) return job;
      const ended = end(entry, "cancelled");
      await workspace.write((db) => setEvaluating(db, job.projectId, false));
      await ended;
      return entry.job;
    },
    /** Goes on with the evaluations that were under way when Querent was last closed or killed. */
    async resume(): Promise<void> {
      for (const projectId of workspace.read(projectsToEvaluate)) await evaluate({ projectId, again: false });
    },
    /** Stops all jobs; they go on at the next start. */
    async close(): Promise<void> {
      await Promise.all([...running.values()].map((entry) => end(entry, "cancelled")));
    },
  };
}
