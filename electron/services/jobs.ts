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

/** What the jobs of one workspace share. */
interface Jobs extends Dependencies {
  running: Map<number, Running>;
  known: Map<string, Job>;
}

/** Evaluates projects in the background, one job a project; what is done stays done across cancelling and restarts. */
export function createJobsService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  const jobs: Jobs = { ...dependencies, running: new Map(), known: new Map() };
  return {
    list: async (): Promise<Job[]> => [...jobs.known.values()],
    evaluate: (input: { projectId: number; again: boolean }): Promise<Job> => evaluate(jobs, input),
    /** Answers once the queries have stopped; what was evaluated until then is kept. */
    async cancel({ jobId }: { jobId: string }): Promise<Job> {
      const job = jobs.known.get(jobId);
      if (!job) throw new Fault("NOT_FOUND", "This job is not known any more.", { what: `job ${jobId}` });
      const entry = jobs.running.get(job.projectId);
      if (entry?.job.id !== jobId) return job;
      const stopped = stop(jobs, entry);
      await workspace.write((db) => setEvaluating(db, job.projectId, false));
      await stopped;
      return entry.job;
    },
    /** Goes on with the evaluations that were under way when Querent was last closed or killed. */
    async resume(): Promise<void> {
      for (const projectId of workspace.read(projectsToEvaluate))
        await evaluate(jobs, { projectId, again: false });
    },
    /** Stops all jobs; they go on at the next start. */
    async close(): Promise<void> {
      await Promise.all([...jobs.running.values()].map((entry) => stop(jobs, entry)));
    },
  };
}

async function evaluate(
  jobs: Jobs,
  { projectId, again }: { projectId: number; again: boolean },
): Promise<Job> {
  const { workspace, running } = jobs;
  const project = workspace.read((db) => projectById(db, projectId));
  if (!project)
    throw new Fault("NOT_FOUND", "This project is not in the workspace.", { what: `project ${projectId}` });
  const current = running.get(projectId);
  if (current && !again) return current.job;
  if (current) await stop(jobs, current);
  await workspace.write((db) => {
    if (again) makeEvaluationsStale(db, projectId);
    setEvaluating(db, projectId, true);
  });
  // Another call may have started one while this one waited for the disk.
  return running.get(projectId)?.job ?? start(jobs, projectId, project.databasesDir);
}

function start(jobs: Jobs, projectId: number, databasesDir: string): Job {
  const progress = jobs.workspace.read((db) => evaluationProgress(db, projectId));
  const job: Job = {
    id: jobs.newId(),
    kind: "evaluate",
    projectId,
    state: "running",
    ...progress,
    message: null,
  };
  const entry: Running = { job, stop: new AbortController(), ended: Promise.resolve() };
  jobs.running.set(projectId, entry);
  tell(jobs, entry);
  entry.ended = runToEnd(jobs, entry, databasesDir);
  return job;
}

async function runToEnd(jobs: Jobs, entry: Running, databasesDir: string): Promise<void> {
  const { projectId, done: before } = entry.job;
  let outcome: Pick<Job, "state" | "message"> = { state: "done", message: null };
  try {
    await evaluateItems({
      ...jobs,
      projectId,
      signal: entry.stop.signal,
      database: (dbId) => findDatabase(databasesDir, dbId),
      onSaved(count) {
        entry.job = { ...entry.job, done: before + count };
        tell(jobs, entry);
        jobs.publish({ type: "evaluations", projectId });
      },
    });
    await jobs.workspace.write((db) => setEvaluating(db, projectId, false));
  } catch (error) {
    outcome = { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  jobs.running.delete(projectId);
  // A job that was stopped has been told as cancelled already.
  if (entry.job.state !== "running") return;
  entry.job = { ...entry.job, ...outcome };
  tell(jobs, entry);
}

/** Tells the job as cancelled at once, and resolves when nothing of it runs any more. */
async function stop(jobs: Jobs, entry: Running): Promise<void> {
  entry.job = { ...entry.job, state: "cancelled" };
  tell(jobs, entry);
  entry.stop.abort(new Error("the job was cancelled"));
  await entry.ended;
}

function tell({ known, publish }: Jobs, { job }: Running): void {
  known.set(job.id, job);
  for (const old of [...known.keys()].slice(0, -rememberedJobs)) known.delete(old);
  publish({ type: "job", job });
}
