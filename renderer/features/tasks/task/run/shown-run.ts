import type { KeptTaskRun } from "#shared/contract/tasks.ts";
import type { PhaseRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { LiveTaskRun } from "../../../../data/task-runs.ts";

/** The run on screen: the one of this window, or the newest that is kept. */
export interface ShownRun {
  identity: string;
  live: LiveTaskRun | null;
  kept: KeptTaskRun | null;
  phases: readonly PhaseRun[];
}

/**
 * What to show of a task's runs: one under way, or the newest that is kept under the profile. One that ended is kept
 * unless it was cancelled or failed; until its record has come its own phases stay.
 */
export function shownRun(
  taskId: number,
  live: LiveTaskRun | undefined,
  kept: readonly KeptTaskRun[],
  profile: EvaluatorProfile,
): ShownRun | null {
  const ofProfile = kept.find(({ run }) => run.profile === profile) ?? null;
  if (live !== undefined && live.profile === profile)
    return { identity: `${taskId} live ${live.serial}`, live, kept: ofProfile, phases: live.phases };
  if (ofProfile === null) return null;
  return {
    identity: `${taskId} ${ofProfile.run.profile} ${ofProfile.at}`,
    live: null,
    kept: ofProfile,
    phases: ofProfile.run.phases,
  };
}
