import { useState } from "react";
import type { Job } from "#shared/contract/jobs.ts";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { Project } from "#shared/domain/project.ts";
import { useJobs } from "../../data/jobs.ts";
import { useStartAll } from "../../data/task-jobs.ts";

/** The work on all tasks of a project: what runs, what failed, and how to begin more. */
export interface TaskWork {
  running: readonly Job[];
  /** The newest work, where it failed and the person has not put its message away. */
  failed: Job | null;
  /** Why a work could not be begun. */
  error: unknown;
  start(what: ProjectWork, again: boolean): void;
  /** Puts away what failed. */
  close(): void;
}

/** Follows and begins work on all tasks of a project, under the evaluator that its settings name. */
export function useTaskWork({ id: projectId, taskSettings }: Project): TaskWork {
  const jobs = useJobs().filter((job) => job.projectId === projectId && job.kind !== "evaluate");
  const begin = useStartAll();
  const [closed, setClosed] = useState<string | null>(null);
  const newest = jobs.at(-1);
  return {
    running: jobs.filter(({ state }) => state === "running"),
    failed: newest?.state === "failed" && newest.id !== closed ? newest : null,
    error: begin.error,
    start: (what, again) => begin.mutate({ projectId, what, profile: taskSettings.profile, again }),
    close: () => {
      begin.reset();
      setClosed(newest?.id ?? null);
    },
  };
}
