import type { Conditions } from "./conditions.ts";
import { type SubTask, subTasks, type Task } from "./task.ts";
import type { PhaseStart } from "./task-run.ts";
import { type EvaluatorProfile, type TestChoice, testChoice } from "./test-script.ts";

/** What an evaluator does for one phase of a task (docs/evaluators.md, SPEC J1…J5). */
export interface PhasePlan {
  part: SubTask;
  /** The state that it starts on. */
  start: PhaseStart;
  /** Whether preprocess_sql runs before and clean_up_sqls after, here and before the second phase. */
  preparation: boolean;
  choice: TestChoice;
  /** What it should run: own tests of whatever is no query, the default test else; never nothing. */
  fixedChoice: TestChoice;
  /** The conditions that it hands to the default test. */
  conditions: Conditions;
}

/** The plans of a task's phases in order: one, or two where there is a follow-up. */
export function phasePlans(task: Task, profile: EvaluatorProfile): PhasePlan[] {
  const parts = subTasks(task);
  return parts.map((part) => {
    const { category, tests } = part;
    const top = parts[0] as SubTask;
    return {
      part,
      start: part.phase === 1 ? "template" : secondStart(task, profile),
      preparation: profile !== "adk" && (part.phase === 1 || secondStart(task, profile) !== "template"),
      choice: testChoice({ instanceId: task.instanceId, category, tests }, profile),
      fixedChoice: category !== "Query" && tests.length > 0 ? "own" : "default",
      conditions: profile === "conv" ? top.conditions : part.conditions,
    };
  });
}

/** conv goes on from the gold of phase 1, agent from the system's own SQL if it manages data, adk from a snapshot. */
function secondStart({ category }: Task, profile: EvaluatorProfile): PhaseStart {
  if (profile === "conv") return "gold";
  if (profile === "adk") return "snapshot";
  return category === "Query" ? "template" : "predicted";
}
