import { judged, notApplicable, notJudged } from "#shared/certificate/verdict.ts";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { isStateDependent } from "#shared/domain/follow-up.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { lostObjects, unmadeTables } from "#shared/sql/state-dependence.ts";
import { quoted } from "#shared/text/quoted.ts";
import { type CheckTools, checkedPhases } from "../checks/check-task.ts";
import type { OpenTask } from "./certified-task.ts";

/** What judging needs of a task: its gold need not pass its tests. */
type OpenPhases = Pick<OpenTask, "context" | "phases" | "recall" | "signal" | "setting">;

/**
 * Whether a state-dependent follow-up finds what phase 1 leaves, and fails where phase 1 was left out: its gold does not run there,
 * returns something else, or does not pass its own tests. `golds` is what the tests say of the gold of each phase.
 */
export async function stateful(
  open: OpenPhases,
  tools: CheckTools,
  { found, golds }: { found: readonly Finding[]; golds: readonly (PhaseResult | null)[] },
): Promise<PropertyResult> {
  const { context, recall } = open;
  const { followUp } = context.task;
  if (followUp === null) return notApplicable("The task has no follow-up.");
  const gold = golds[1] ?? null;
  const hasPassed = gold !== null && (open.setting.behaviour === "fixed" ? gold.passedFixed : gold.passed);
  const missing = missingOf(open, hasPassed);
  if (!isStateDependent(followUp))
    return missing.length === 0
      ? notApplicable("The follow-up does not depend on the state.")
      : judged(missing, { tried: 0, failing: 0 });
  const lost =
    hasPassed ||
    missing.length > 0 ||
    !(await recall(2, "kept without clean-up", [], () => passesUncleaned(open, tools)))
      ? missing
      : [lostFinding("the clean-up of phase 1 takes away what it needs")];
  const alone = await recall(2, "stateful", [], () => aloneOf(open, tools));
  const findings = [...found, ...lost];
  if (alone === null && findings.length === 0) return notJudged("The gold of the follow-up does not run.");
  const without = alone === null ? [] : (aloneFindings[alone] ?? []);
  return judged([...findings, ...without], { tried: 1, failing: without.length === 0 ? 1 : 0 });
}

/** What the gold of the follow-up does where phase 1 was never run, beside what it does behind it. */
type Alone = "same" | "passes" | "only-there" | "other";

const where: Finding["where"] = { kind: "follow-up", inside: null };

function notNeeded(message: string): Finding {
  return { rule: "state-not-needed", severity: "error", where, message };
}

function lostFinding(what: string): Finding {
  return {
    rule: "state-lost",
    severity: "error",
    where,
    message: `The gold of the follow-up does not find the state that it is about: ${what}. Correct the gold of phase 1, the clean-up or the follow-up.`,
  };
}

const aloneFindings: Readonly<Partial<Record<Alone, Finding[]>>> = {
  same: [
    notNeeded(
      "The gold of the follow-up returns the same rows where phase 1 was never run, so the follow-up does not depend on the state. Use what phase 1 changes.",
    ),
  ],
  passes: [
    notNeeded(
      "The gold of the follow-up passes its tests where phase 1 was never run, so the follow-up does not depend on the state. Use what phase 1 changes, or test it.",
    ),
  ],
  "only-there": [
    notNeeded(
      "The gold of the follow-up returns rows only where phase 1 was never run, so it asks for what phase 1 has taken away. Ask for what phase 1 leaves.",
    ),
  ],
};

async function aloneOf(
  { context, phases, signal, setting }: OpenPhases,
  tools: CheckTools,
): Promise<Alone | null> {
  const { followUp } = context.task;
  const [, real] = phases;
  const gold = await real?.gold();
  const without = checkedPhases({ ...context.task, goldSql: ["SELECT 1"] }, tools, signal)[1];
  if (followUp === null || without === undefined || gold?.last == null) return null;
  const alone = await without.run(followUp.goldSql);
  // The phases of the task share the state, and have to see that it is another one now.
  await real?.run([]);
  if (alone.failure !== null) return "other";
  const choice = setting.behaviour === "fixed" ? without.plan.fixedChoice : without.choice;
  if (choice === "own") {
    const tested = await without.test(followUp.goldSql);
    return (setting.behaviour === "fixed" ? tested?.passedFixed : tested?.passed) ? "passes" : "other";
  }
  if (gold.last.columns.length === 0) return "other";
  if (JSON.stringify(alone.last?.rows) === JSON.stringify(gold.last.rows)) return "same";
  return gold.last.rowCount === 0 ? "only-there" : "other";
}

/** Whether the gold of the follow-up passes where nothing is cleaned up between the phases. */
async function passesUncleaned(
  { context: { task }, signal, setting }: OpenPhases,
  tools: CheckTools,
): Promise<boolean> {
  if (task.cleanUpSql.length === 0) return false;
  const phase = checkedPhases({ ...task, cleanUpSql: [] }, tools, signal)[1];
  const tested = await phase?.goldTest();
  return (setting.behaviour === "fixed" ? tested?.passedFixed : tested?.passed) ?? false;
}

/** Tables that a follow-up reads and nobody made, or that end with the session of phase 1. */
function missingOf({ context: { gold, schema } }: OpenPhases, hasPassed: boolean): Finding[] {
  const temporary = lostObjects(gold[1], gold[2]);
  if (temporary.length > 0)
    return temporary.map(({ name, statement, range }) => ({
      ...lostFinding(`${quoted(name)} is temporary and ends with the session of phase 1`),
      where: { kind: "gold", statement, range },
    }));
  if (hasPassed) return [];
  const known = schema?.tables.map(({ name }) => name.toLowerCase());
  const unmade = known === undefined ? [] : unmadeTables(gold[1], gold[2], known);
  return unmade.length === 0
    ? []
    : [lostFinding(`neither the database nor phase 1 has ${unmade.map(quoted).join(", ")}`)];
}
