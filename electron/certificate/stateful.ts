import { judged, notApplicable, notJudged } from "#shared/certificate/verdict.ts";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { isStateDependent } from "#shared/domain/follow-up.ts";
import { type CheckTools, checkedPhases } from "../checks/check-task.ts";
import type { OpenTask } from "./certified-task.ts";

/** Whether a state-dependent follow-up fails where phase 1 was left out: its gold does not run there, or returns something else. */
export async function stateful(
  open: OpenTask,
  tools: CheckTools,
  found: readonly Finding[],
): Promise<PropertyResult> {
  const { context, phases, signal, recall } = open;
  const { followUp } = context.task;
  if (followUp === null) return notApplicable("The task has no follow-up.");
  if (!isStateDependent(followUp)) return notApplicable("The follow-up does not depend on the state.");
  const real = phases[1];
  const same = await recall(2, "stateful", [], async () => {
    const gold = await real?.gold();
    const without = checkedPhases({ ...context.task, goldSql: ["SELECT 1"] }, tools, signal)[1];
    if (without === undefined || gold?.last == null) return null;
    const alone = await without.run(followUp.goldSql);
    // The phases of the task share the state, and have to see that it is another one now.
    await real?.run([]);
    return (
      alone.failure === null &&
      JSON.stringify(alone.last?.rows) === JSON.stringify(gold.last.rows) &&
      gold.last.columns.length > 0
    );
  });
  if (same === null) return notJudged("The gold of the follow-up does not run.");
  const finding: Finding = {
    rule: "state-not-needed",
    severity: "error",
    where: { kind: "follow-up", inside: null },
    message:
      "The gold of the follow-up returns the same rows where phase 1 was never run, so the follow-up does not depend on the state. Use what phase 1 changes.",
  };
  return judged(same ? [...found, finding] : found, { tried: 1, failing: same ? 0 : 1 });
}
