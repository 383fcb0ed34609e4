import type { PredictionRates } from "#shared/contract/task-runs.ts";
import { type TaskOutcome, taskRates } from "#shared/metrics/task-rates.ts";
import type { AnsweredTask } from "../store/prediction-runs.ts";

const groups = { all: "all", bi: "BI", dm: "DM" } as const;

/** Success rates and rewards over answered tasks, as shipped and fixed: all, and BI and DM apart (SPEC M1–M3). */
export function ratesOf(tasks: readonly AnsweredTask[]): PredictionRates[] {
  const shipped = taskRates(tasks.map((task) => outcomeOf(task, "passed")));
  const fixed = taskRates(tasks.map((task) => outcomeOf(task, "passedFixed")));
  return (["all", "bi", "dm"] as const).map((group) => ({
    group: groups[group],
    tasks: shipped[group].tasks,
    phase1: passedOf(shipped[group].phase1, fixed[group].phase1),
    phase2: passedOf(shipped[group].phase2, fixed[group].phase2),
    reward: { shipped: shipped[group].aInteract, fixed: fixed[group].aInteract },
  }));
}

function outcomeOf(task: AnsweredTask, verdict: "passed" | "passedFixed"): TaskOutcome {
  return {
    management: task.isManagement,
    hasFollowUp: task.hasFollowUp,
    phase1: task.phase1?.[verdict] === true,
    phase2: task.phase2?.[verdict] === true,
  };
}

function passedOf(shipped: { passed: number; of: number }, fixed: { passed: number }) {
  return { total: shipped.of, passed: shipped.passed, passedFixed: fixed.passed };
}
