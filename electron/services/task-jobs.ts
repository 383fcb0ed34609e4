import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import {
  dropTaskJob,
  makeTaskResultsStale,
  type TaskJob,
  taskWorkProgress,
  wantedTaskJobs,
  wantTaskJob,
} from "../store/task-jobs.ts";
import type { Workspace } from "../store/workspace.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import { lintTasks } from "./lint-tasks.ts";
import { checkTasks, runTasks } from "./project-work.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  analysis: SqlAnalysis;
  tools: TaskTools;
  /** How many tasks run at the same time. */
  concurrency: number;
  board: JobBoard;
  now(): Date;
  publish(change: Change): void;
}

interface StartAll {
  projectId: number;
  what: ProjectWork;
  profile: EvaluatorProfile;
  again: boolean;
}

/** So many tasks are linted without a job of their own: it would be over before anybody read its name. */
const quietTasks = 20;

/** Work on all tasks of a project in the background; it goes on after a restart. */
export function createTaskJobs(dependencies: Dependencies) {
  const { workspace } = dependencies;
  const quiet = createQuietLint(dependencies);
  /** Lints what has no lint of its present revision: a few tasks quietly, many as a job. Answers at once. */
  async function lint(projectId: number): Promise<void> {
    const { done, total } = await workspace.read((db) => taskWorkProgress(db, projectId, "lint", "conv"));
    if (total - done > quietTasks)
      await startAll(dependencies, { projectId, what: "lint", profile: "conv", again: false });
    else if (total > done) quiet.start(projectId);
  }
  return {
    startAll: (input: StartAll): Promise<Job> => startAll(dependencies, input),
    lint,
    /** Goes on with what was under way when Querent was last closed or killed. */
    async resume(): Promise<void> {
      for (const { projectId, kind, profile } of await workspace.read(wantedTaskJobs))
        if (kind === "lint") await lint(projectId);
        else if (kind !== "evaluate-tasks")
          await startAll(dependencies, { projectId, what: kind, profile: profile ?? "conv", again: false });
    },
    close: () => quiet.close(),
  };
}

async function startAll(
  dependencies: Dependencies,
  { projectId, what, profile, again }: StartAll,
): Promise<Job> {
  const { workspace, board } = dependencies;
  await refuseUnknownProject(workspace, projectId);
  const current = board.running(what, projectId);
  if (current && !again) return current;
  if (current) await board.stop(what, projectId);
  const job: TaskJob = { projectId, kind: what, profile, predictionRunId: null };
  await workspace.write(async (db) => {
    if (again) await makeTaskResultsStale(db, projectId, what, profile);
    await wantTaskJob(db, job);
  });
  const progress = await workspace.read((db) => taskWorkProgress(db, projectId, what, profile));
  return board.start(
    { kind: what, projectId, ...progress },
    what === "lint" ? lintWork(dependencies, projectId) : engineWork(dependencies, projectId, what, profile),
  );
}

function engineWork(
  dependencies: Dependencies,
  projectId: number,
  what: "check" | "run",
  profile: EvaluatorProfile,
): JobWork {
  const { workspace } = dependencies;
  return async ({ signal, progress }) => {
    const said = await (what === "run" ? runTasks : checkTasks)({
      ...dependencies,
      ...{ projectId, profile, signal },
      async onDone() {
        const { done, total } = await workspace.read((db) => taskWorkProgress(db, projectId, what, profile));
        progress(done, total);
      },
    });
    await workspace.write((db) => dropTaskJob(db, projectId, what));
    return said;
  };
}

function lintWork(dependencies: Dependencies, projectId: number): JobWork {
  const { workspace } = dependencies;
  return async ({ signal, progress }) => {
    await lint(dependencies, projectId, signal, async () => {
      const { done, total } = await workspace.read((db) => taskWorkProgress(db, projectId, "lint", "conv"));
      progress(done, total);
    });
    await workspace.write((db) => dropTaskJob(db, projectId, "lint"));
    return null;
  };
}

async function lint(
  { workspace, analysis, now, publish }: Dependencies,
  projectId: number,
  signal: AbortSignal,
  onSaved: () => Promise<void> | void,
): Promise<void> {
  const { engine } = (await storedProject(workspace, projectId)).taskSettings;
  return lintTasks({
    workspace,
    analysis,
    now,
    projectId,
    signal,
    dialect: dialectOf(engine),
    async onLinted(taskIds) {
      const [taskId = null, ...others] = taskIds;
      publish({ type: "task-findings", projectId, taskId: others.length === 0 ? taskId : null });
      await onSaved();
    },
  });
}

/** Lint behind saves: one after the other in a project, stopped when the workspace closes, and then done at the next start. */
function createQuietLint(dependencies: Dependencies) {
  const stop = new AbortController();
  const last = new Map<number, Promise<void>>();
  return {
    start(projectId: number) {
      const before = last.get(projectId) ?? Promise.resolve();
      const work = before
        .then(() => lint(dependencies, projectId, stop.signal, () => undefined))
        .then(() => dependencies.workspace.write((db) => dropTaskJob(db, projectId, "lint")))
        // What kept it from being done keeps it wanted: the next save or start tries again.
        .catch(() => undefined);
      last.set(projectId, work);
      void work.then(() => last.get(projectId) === work && last.delete(projectId));
    },
    async close() {
      stop.abort(new Error("the workspace is being closed"));
      await Promise.all(last.values());
    },
  };
}
