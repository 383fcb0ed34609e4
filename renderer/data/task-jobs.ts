import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Job } from "#shared/contract/jobs.ts";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { useClient } from "./client.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import { withSentFiles } from "./uploads.ts";

/** Long work on all tasks of a project; without `again` only those that have no result of their present revision. */
export interface TaskWork {
  projectId: number;
  what: ProjectWork;
  profile: EvaluatorProfile;
  again: boolean;
}

/** Lints, checks or runs every task of a project in the background. */
export function useStartAll() {
  const client = useClient();
  const shown = useShownJob();
  return useMutation({ mutationFn: (work: TaskWork) => client.taskRuns.startAll(work), onSuccess: shown });
}

/** Evaluates a file of predictions on a project's tasks in the background. */
export function useEvaluatePredictions() {
  const client = useClient();
  const queries = useQueryClient();
  const shown = useShownJob();
  return useMutation({
    mutationFn: (what: { projectId: number; path: string; profile: EvaluatorProfile }) =>
      withSentFiles(what, (sent) => client.taskRuns.evaluatePredictions(sent), { isLast: true }),
    onSuccess: (job) => {
      shown(job);
      return queries.invalidateQueries({ queryKey: keys.predictionRuns(job.projectId) });
    },
  });
}

function useShownJob(): (job: Job) => void {
  const queries = useQueryClient();
  return (job) => void queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job));
}
