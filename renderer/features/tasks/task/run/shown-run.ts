import type { StoredTaskRun } from "#shared/contract/tasks.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { TaskRunState } from "../../../../data/task-runs.ts";

/** The run on screen: the one of this window, or the newest that is stored. */
export interface ShownRun {
  identity: string;
  live: TaskRunState | null;
  stored: StoredTaskRun | null;
  phases: readonly PhaseResult[];
  /** Those of them that are of the run before and still have to come again. */
  isOld(phase: PhaseResult): boolean;
}

/**
 * What to show of a task's runs under a profile: the one of this window, or the newest that is stored. While a run is under
 * way, or was stopped, the phases that it has not come to are those of the run before, so that nothing vanishes and comes back.
 */
export function shownRun(
  taskId: number,
  live: TaskRunState | undefined,
  stored: readonly StoredTaskRun[],
  profile: EvaluatorProfile,
): ShownRun | null {
  const ofProfile = stored.find(({ run }) => run.profile === profile) ?? null;
  if (live !== undefined && live.profile === profile) {
    const come = new Set(live.phases.map(({ phase }) => phase));
    const isWhole = live.state === "done" || live.state === "failed";
    const awaited = isWhole ? [] : (ofProfile?.run.phases ?? []);
    const old = new Set(awaited.filter(({ phase }) => !come.has(phase)));
    return {
      identity: `${taskId} live ${live.serial}`,
      live,
      stored: ofProfile,
      phases: [...live.phases, ...old],
      isOld: (phase) => old.has(phase),
    };
  }
  if (ofProfile === null) return null;
  return {
    identity: `${taskId} ${ofProfile.run.profile} ${ofProfile.at}`,
    live: null,
    stored: ofProfile,
    phases: ofProfile.run.phases,
    isOld: () => false,
  };
}
