import type { ExpectedAction } from "../domain/battery.ts";
import type { SimulatorAction } from "../domain/dialogue.ts";
import { type Phase, subTasks, type Task } from "../domain/task.ts";

/** The actions that are expected of the simulator, or why a task has none such. */
export function expectedActions(
  task: Task,
  phase: Phase,
  expected: readonly ExpectedAction[],
): SimulatorAction[] | string {
  const gold = subTasks(task).find((subTask) => subTask.phase === phase)?.goldSql;
  if (gold === undefined) return `Task ${task.instanceId} has no follow-up.`;
  const actions: SimulatorAction[] = [];
  for (const one of expected) {
    const action = actionOf(one, task, phase, gold);
    if (typeof action === "string") return action;
    actions.push(action);
  }
  return actions;
}

function actionOf(
  expected: ExpectedAction,
  { ambiguities }: Task,
  phase: Phase,
  gold: readonly string[],
): SimulatorAction | string {
  if (expected.action === "UNA") return { kind: "UNA", reason: "not-understood" };
  if (expected.action === "AMB") {
    const { ambiguity, term } = expected;
    if (phase === 2) return "Nothing is ambiguous in phase 2.";
    const isHere = term === undefined || ambiguities[ambiguity - 1]?.term === term;
    const at = isHere ? ambiguity - 1 : ambiguities.findIndex((one) => one.term === term);
    if (at < 0) return `The task has no ambiguity ${JSON.stringify(term)}.`;
    return at < ambiguities.length
      ? { kind: "AMB", ambiguity: at }
      : `The task has ${ambiguities.length} ambiguities.`;
  }
  for (const [statement, sql] of gold.entries()) {
    const from = sql.indexOf(expected.node);
    if (from >= 0) return { kind: "LOC", statement, range: { from, to: from + expected.node.length } };
  }
  return `The gold of phase ${phase} has no text ${JSON.stringify(expected.node)}.`;
}
