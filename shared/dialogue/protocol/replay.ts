import type { Dialogue, DialogueSettings, DialogueTurn } from "../../domain/dialogue.ts";
import type { Task } from "../../domain/task.ts";
import type { Trajectory } from "../../formats/trajectory.ts";
import { type ActionOutcome, afterAction } from "./after-action.ts";
import { dialogueTurn } from "./dialogue-turn.ts";
import { beginDialogue, beginWithBudget, type ProtocolState } from "./state.ts";

/** What a replay makes of a trajectory: everything of a dialogue but who played it. */
export type ReplayedDialogue = Pick<
  Dialogue,
  | "instanceId"
  | "hasFollowUp"
  | "settings"
  | "turns"
  | "budget"
  | "phase1Passed"
  | "phase2Passed"
  | "reward"
  | "end"
>;

/** The state that a replay begins with: its budget is the task's, else what the system was told; null where neither is known. */
export function beginReplay(
  { budget: total, hasFollowUp }: Trajectory,
  settings: DialogueSettings,
  task: Task | null,
): ProtocolState | null {
  if (task !== null) return beginDialogue(task, settings);
  return total === null ? null : beginWithBudget({ total, hasFollowUp }, settings);
}

/**
 * Plays a published trajectory through the protocol: actions, verdicts and tool results are taken from it; turns, budgets,
 * costs, rewards and the end are computed. What was done after the end is left out.
 */
export function replayTrajectory(
  { instanceId, steps }: Trajectory,
  beginning: ProtocolState,
): ReplayedDialogue {
  const turns: DialogueTurn[] = [];
  let state = beginning;
  for (const { action, observation, verdict } of steps) {
    if (state.end !== null) break;
    const outcome: ActionOutcome =
      verdict === null
        ? { observation, passed: null }
        : { observation, passed: verdict.passed, gradedPhase: verdict.phase };
    const next = afterAction(state, action, outcome);
    turns.push(dialogueTurn(turns.length + 1, [state, next], action, outcome, null));
    state = next;
  }
  const { settings, hasFollowUp, budget, passed, reward, end } = state;
  const phases = { phase1Passed: passed[1], phase2Passed: passed[2] };
  return {
    instanceId,
    hasFollowUp,
    settings,
    turns,
    budget,
    ...phases,
    reward,
    end: end ?? "system-stopped",
  };
}

/** Where a replay comes to another figure than the trajectory gives, by its field there; `turn` is null for the whole. */
export interface ReplayDifference {
  turn: number | null;
  figure:
    | "turns"
    | "budget"
    | "phase1_passed"
    | "phase2_passed"
    | "total_reward"
    | "cost"
    | "budget_before"
    | "budget_after"
    | "budget_used"
    | "budget_remaining";
  recorded: number | boolean;
  replayed: number | boolean;
}

/** Every figure that a trajectory gives and its replay does not confirm. */
export function replayDifferences(
  { recorded, budget: told }: Trajectory,
  { turns, budget, ...dialogue }: ReplayedDialogue,
): ReplayDifference[] {
  const left = Math.max(0, budget.left);
  const whole = [
    differing(null, "budget", told, budget.total),
    differing(null, "turns", recorded.costs.length, turns.length),
    differing(null, "phase1_passed", recorded.phase1Passed, dialogue.phase1Passed),
    differing(null, "phase2_passed", recorded.phase2Passed, dialogue.phase2Passed),
    differing(null, "total_reward", recorded.reward, dialogue.reward),
    differing(null, "budget_used", recorded.budgetUsed, budget.total - left),
    differing(null, "budget_remaining", recorded.budgetLeft, left),
  ];
  const each = turns.map((turn, index) => [
    differing(turn.turn, "cost", turn.refused ? null : recorded.costs[index], turn.cost),
    differing(turn.turn, "budget_before", recorded.budgetsBefore[index], turn.budgetBefore),
    differing(turn.turn, "budget_after", recorded.budgetsAfter[index], turn.budgetAfter),
  ]);
  return [...each.flat(), ...whole].filter((difference) => difference !== null);
}

function differing(
  turn: number | null,
  figure: ReplayDifference["figure"],
  recorded: number | boolean | null | undefined,
  replayed: number | boolean,
): ReplayDifference | null {
  return recorded == null || recorded === replayed ? null : { turn, figure, recorded, replayed };
}
