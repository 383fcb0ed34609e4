import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Job } from "#shared/contract/jobs.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

const none: Job[] = [];

/** What a job is doing, as it is shown on screen. */
export const jobNames: Record<Job["kind"], string> = {
  evaluate: "Evaluating items",
  lint: "Linting tasks",
  check: "Checking tasks",
  run: "Running tasks",
  "evaluate-tasks": "Evaluating predictions",
  dialogues: "Playing dialogues",
  certify: "Certifying tasks",
  agreement: "Working out agreement",
  settle: "Settling items",
  "revert-settling": "Undoing or redoing a settling",
};

/** The long work of the back end, running and lately ended; changes.ts keeps it up to date. */
export function useJobs(): Job[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: keys.jobs,
    queryFn: ({ signal }) => client.jobs.list(undefined, { signal }),
  });
  return data ?? none;
}

/** The jobs with one of them as it is now; its end, which may be heard of before the answer to who started it, stays. */
export const withJob = (jobs: Job[], job: Job): Job[] =>
  jobs.some(({ id }) => id === job.id)
    ? jobs.map((other) => (other.id === job.id && other.state === "running" ? job : other))
    : [...jobs, job];

/** Runs both sides of every item that has no evaluation yet, or of all again. */
export function useEvaluate() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { projectId: number; again: boolean }) => client.jobs.evaluate(what),
    onSuccess: (job) => queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job)),
  });
}

/** How many requests of this person wait until a worker of the team host is free for them. */
export const useWaitingRequests = (): number =>
  useQuery({ queryKey: keys.turns, queryFn: () => 0, staleTime: Number.POSITIVE_INFINITY }).data ?? 0;

/** Stops a job; what it has done stays. */
export function useCancelJob() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) => client.jobs.cancel({ jobId }),
    onSuccess: (job) => queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job)),
  });
}
