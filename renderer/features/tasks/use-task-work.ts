import { z } from "zod";
import type { Job } from "#shared/contract/jobs.ts";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { Project } from "#shared/domain/project.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { jobNames, useJobs } from "../../data/jobs.ts";
import { useStartAll } from "../../data/task-jobs.ts";
import { useViewState } from "../../data/view-state.ts";
import { notify } from "../../ui/toasts.tsx";

/** The work on all tasks of a project: what runs, what the last one had to say, and how to begin more. */
export interface ProjectWorkState {
  running: readonly (Job & { kind: TaskWorkKind })[];
  /** The newest work, where it failed or ended with something worth knowing, until the person puts it away. */
  ended: Job | null;
  /** Why a work could not be begun. */
  error: unknown;
  start(what: ProjectWork, again: boolean): void;
  /** Puts away what was said. */
  close(): void;
}

/** Jobs on tasks that are begun here. */
type TaskWorkKind = ProjectWork | "evaluate-tasks" | "certify";
const otherWork: readonly Job["kind"][] = ["evaluate", "dialogues", "agreement", "settle", "revert-settling"];
const isTaskWork = (job: Job): job is Job & { kind: TaskWorkKind } => !otherWork.includes(job.kind);

const closedJobState = viewState("tasks.closed-job", z.string(), "");

/** Follows and begins work on all tasks of a project, under the evaluator that its settings name. */
export function useTaskWork({ id: projectId, taskSettings }: Project): ProjectWorkState {
  const jobs = useJobs()
    .filter((job) => job.projectId === projectId)
    .filter(isTaskWork);
  const begin = useStartAll();
  const [closed, setClosed] = useViewState(closedJobState);
  const newest = jobs.at(-1);
  return {
    running: jobs.filter(({ state }) => state === "running"),
    ended: newest !== undefined && saysSomething(newest) && newest.id !== closed ? newest : null,
    error: begin.error,
    start: (what, again) =>
      begin.mutate({ projectId, what, profile: taskSettings.profile, again }, { onSuccess: notifyIfNothing }),
    close: () => {
      begin.reset();
      if (newest !== undefined) setClosed(newest.id);
    },
  };
}

const saysSomething = ({ state, message }: Job): boolean =>
  state === "failed" || (state === "done" && message !== null);

/** A work that had nothing to do is over before anybody sees it. */
function notifyIfNothing({ kind, done, total }: Job): void {
  if (done < total) return;
  notify({
    title: `${jobNames[kind]}: nothing to do`,
    description:
      "Every task has a result for its current revision. To repeat all of them, use the menu next to the buttons.",
  });
}
