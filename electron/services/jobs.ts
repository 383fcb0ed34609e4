import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { Project } from "#shared/domain/project.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import type { QueryRunner } from "../queries/query-runner.ts";
import { dropCertifyJob } from "../store/certify-jobs.ts";
import { stopRuns } from "../store/dialogue-runs.ts";
import { evaluationProgress, makeEvaluationsStale } from "../store/evaluations.ts";
import { projectsToEvaluate, setEvaluating } from "../store/projects.ts";
import { dropTaskJob } from "../store/task-jobs.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { evaluateItems } from "./evaluate-items.ts";
import { ServiceFault } from "./fault.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import { databaseOrWhyNot, type ReviewDatabases } from "./review-database.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  runner: QueryRunner;
  tools: ReviewDatabases;
  /** The limits that statements run under in an account's jobs; null: it is not known who started one. */
  limitsOf(account: string | null): Promise<RunLimits>;
  now(): Date;
  publish(change: Change): void;
  board: JobBoard;
  /** How many items are evaluated at the same time. */
  width: number;
}

/** Evaluates projects in the background, one job a project; what is done stays done across cancelling and restarts. */
export function createJobsService(dependencies: Dependencies) {
  const { workspace, board } = dependencies;
  return {
    list: async (): Promise<Job[]> => board.list(),
    evaluate: (input: { projectId: number; again: boolean }, { actor }: CallContext): Promise<Job> =>
      evaluate(dependencies, { ...input, account: actor }),
    /** Answers once nothing of the job runs any more; what was done until then is kept, and it does not go on at the next start. */
    async cancel({ jobId }: { jobId: string }): Promise<Job> {
      const job = board.byId(jobId);
      if (!job) throw new ServiceFault("NOT_FOUND", "This job no longer exists.", { what: `job ${jobId}` });
      const { kind, projectId } = job;
      if (board.running(kind, projectId)?.id !== jobId) return job;
      const stopped = board.stop(kind, projectId);
      await workspace.write(async (db) => {
        if (kind === "evaluate") await setEvaluating(db, projectId, null);
        else if (kind === "dialogues") await stopRuns(db, projectId);
        else if (kind === "certify") await dropCertifyJob(db, projectId);
        else if (kind !== "agreement" && kind !== "settle" && kind !== "revert-settling")
          await dropTaskJob(db, projectId, kind);
      });
      await stopped;
      return board.byId(jobId) ?? job;
    },
    /** Goes on with the evaluations that were under way when Querent was last closed or killed. */
    async resume(): Promise<void> {
      for (const wanted of await workspace.read(projectsToEvaluate))
        await evaluate(dependencies, { ...wanted, again: false });
    },
    /** Stops all jobs; they go on at the next start. */
    close: (): Promise<void> => board.close(),
  };
}

async function evaluate(
  dependencies: Dependencies,
  { projectId, again, account }: { projectId: number; again: boolean; account: string | null },
): Promise<Job> {
  const { workspace, board } = dependencies;
  const project = await storedProject(workspace, projectId);
  const current = board.running("evaluate", projectId);
  if (current && !again) return current;
  if (current) await board.stop("evaluate", projectId);
  await workspace.write(async (db) => {
    if (again) await makeEvaluationsStale(db, projectId);
    if (account !== null) await setEvaluating(db, projectId, account);
  });
  const progress = await workspace.read((db) => evaluationProgress(db, projectId));
  return board.start(
    { kind: "evaluate", projectId, ...progress },
    workOf(dependencies, project, { account, before: progress.done }),
  );
}

function workOf(
  dependencies: Dependencies,
  project: Project,
  { account, before }: { account: string | null; before: number },
): JobWork {
  const { id: projectId } = project;
  return async ({ signal, progress }) => {
    const notEvaluated = await evaluateItems({
      ...dependencies,
      // Of whoever started it, as it is now: what was evaluated before a change of the limit stays.
      limits: await dependencies.limitsOf(account),
      projectId,
      signal,
      database: (dbId) => databaseOrWhyNot(dependencies.tools, project, dbId, { signal }),
      onSaved(count) {
        progress(before + count);
        dependencies.publish({ type: "evaluations", projectId });
      },
    });
    await dependencies.workspace.write((db) => setEvaluating(db, projectId, null));
    return notEvaluated;
  };
}
