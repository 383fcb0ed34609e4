import type { EquivalenceRule } from "#shared/certificate/equivalence/equivalence-rule.ts";
import { equivalentBy } from "#shared/certificate/equivalence/equivalent-by.ts";
import { differAsListsOnly } from "#shared/certificate/set-comparison.ts";
import { type GoldOutcomes, goldOutcomes } from "#shared/dialogue/gold-outcomes.ts";
import type { SurvivorEvidence } from "#shared/domain/certificate.ts";
import type { Conditions } from "#shared/domain/conditions.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import { type AimedEvidence, createRowAimer, type RowAimer } from "./aim-rows.ts";
import type { OpenTask, Survivor } from "./certified-task.ts";

/** Says why an answer survives. Rejects for the signal or a lost engine only. */
export type ExplainSurvivor = (survivor: Survivor) => Promise<SurvivorEvidence>;

/** Finds the class of each survivor of a task, the cheapest proof first. */
export function survivorExplainer({ context, phases, setting, limits }: OpenTask): ExplainSurvivor {
  const outcomes = new Map<Phase, GoldOutcomes>();
  const aimers = new Map<Phase, RowAimer>();
  return async (survivor) => {
    const phase = phases.find(({ part }) => part.phase === survivor.phase);
    if (phase === undefined) throw new Error(`The task has no phase ${survivor.phase}.`);
    const gold = context.gold[survivor.phase];
    const rules = equivalentBy(gold, survivor.trees, context.schema);
    if (rules !== null) return equivalent(rules);
    const isDefaultTest =
      setting.behaviour === "fixed" ? phase.plan.fixedChoice === "default" : phase.choice === "default";
    const { conditions } = phase.plan.part;
    if (
      isDefaultTest &&
      setting.behaviour === "fixed" &&
      phase.query !== null &&
      isAsList(gold, survivor, conditions)
    )
      return comparedAsSets;
    const own = outcomes.get(survivor.phase) ?? goldOutcomes(gold, phase);
    outcomes.set(survivor.phase, own);
    const { outcome, summary } = await own.compare(survivor.texts);
    if (outcome === "same") {
      const aimer =
        aimers.get(survivor.phase) ?? createRowAimer(phase, { gold, schema: context.schema, limits });
      aimers.set(survivor.phase, aimer);
      return aimedAt(await aimer.aim(survivor), summary);
    }
    return isDefaultTest
      ? { class: "evaluator-blind", rule: "soft-ex", summary, rows: null }
      : { class: "test-too-weak", rule: "result-differs", summary, rows: null };
  };
}

const comparedAsSets: SurvivorEvidence = {
  ...{ class: "evaluator-blind", rule: "compared-as-sets", rows: null },
  summary: "Only duplicates could differ, and the test compares sets.",
};

/** Whether the texts differ in the last one only, and there by duplicates. */
function isAsList(gold: readonly SqlTree[], { statement, trees }: Survivor, conditions: Conditions): boolean {
  const [one, other] = [gold[statement], trees[statement]];
  const isLast = statement === gold.length - 1;
  return isLast && one !== undefined && other !== undefined && differAsListsOnly(one, other, conditions);
}

function equivalent(rules: readonly EquivalenceRule[]): SurvivorEvidence {
  const [rule] = rules;
  if (rule === undefined)
    return {
      ...{ class: "equivalent", rule: "same-meaning", rows: null },
      summary: "It is written otherwise, and means the same.",
    };
  const summary = rules.map(({ because }) => because).join(" ");
  return { class: "equivalent", rule: rules.map(({ id }) => id).join(" "), summary, rows: null };
}

function aimedAt(found: AimedEvidence | null, summary: string): SurvivorEvidence {
  if (found === null) return { class: "unexplained", rule: "same-on-this-data", summary, rows: null };
  const { rows, isSeen, rule } = found;
  const said = `${summary}; with ${rows.aim} they differ`;
  return isSeen
    ? { class: "data-blind", rule, summary: said, rows }
    : { class: "evaluator-blind", rule, summary: `${said}, but not for the test`, rows };
}
