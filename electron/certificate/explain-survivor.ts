import { withAim } from "#shared/certificate/aimed-rows/aim-words.ts";
import type { EquivalenceRule } from "#shared/certificate/equivalence/equivalence-rule.ts";
import { equivalentBy } from "#shared/certificate/equivalence/equivalent-by.ts";
import { differAsListsOnly } from "#shared/certificate/set-comparison.ts";
import { type GoldOutcomes, type GoldRuns, goldOutcomes } from "#shared/dialogue/gold-outcomes.ts";
import type { SurvivorEvidence } from "#shared/domain/certificate.ts";
import type { Conditions } from "#shared/domain/conditions.ts";
import type { Phase } from "#shared/domain/task.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import { type AimedEvidence, createRowAimer, type RowAimer } from "./aim-rows.ts";
import type { OpenTask, Survivor } from "./certified-task.ts";

/** Says why answers survive. Both reject for the signal or a lost engine only. */
export interface SurvivorExplainer {
  /** What one run shows; null where the answer gives what the gold gives, so that only rows can tell. */
  atOnce(survivor: Survivor): Promise<SurvivorEvidence | null>;
  /** By rows that part such an answer from the gold: it may take a minute until none is found. */
  byRows(survivor: Survivor): Promise<SurvivorEvidence>;
}

/** Finds the class of each survivor of a task, the cheapest proof first. What is known is not run again. */
export function survivorExplainer(open: OpenTask): SurvivorExplainer {
  const looking = lookingAt(open);
  const aimers = new Map<Phase, RowAimer>();
  const { context, limits, recall } = open;
  const known = <Value>(
    what: string,
    { phase, statement, range, texts }: Survivor,
    make: () => Promise<Value>,
    isLasting?: () => boolean,
  ) => recall(phase, what, [statement, range, texts], make, isLasting);
  const aimed = async (survivor: Survivor): Promise<SurvivorEvidence> => {
    const phase = phaseOf(open, survivor);
    const setting = { gold: context.gold[survivor.phase], schema: context.schema, limits };
    const aimer = aimers.get(survivor.phase) ?? createRowAimer(phase, setting);
    aimers.set(survivor.phase, aimer);
    const { summary } = await looking.compared(survivor);
    return aimedAt(await aimer.aim(survivor), summary);
  };
  return {
    async atOnce(survivor) {
      const seen = await known("seen at once", survivor, () => looking.atOnce(survivor));
      const notYet = async (): Promise<SurvivorEvidence | null> => null;
      return seen ?? known("aimed at", survivor, notYet, () => false);
    },
    byRows: (survivor) => known("aimed at", survivor, () => aimed(survivor)),
  };
}

function phaseOf({ phases }: OpenTask, survivor: Survivor): TriedPhase {
  const phase = phases.find(({ part }) => part.phase === survivor.phase);
  if (phase === undefined) throw new Error(`The task has no phase ${survivor.phase}.`);
  return phase;
}

/** Runs of a phase, where texts that only read share the state that their judge leaves as it was. */
function sharingState(phase: TriedPhase, { limits }: OpenTask): GoldRuns {
  const only = (texts: readonly string[]) => !mayWrite(texts, phase.dialect);
  const onShared = async (texts: readonly string[]) => {
    const last = texts.length - 1;
    const ran = await phase.attempt(texts.slice(0, last), texts[last] ?? "", limits);
    const result = ran?.at(-1);
    return result?.status === "ok" ? { obstacle: null, texts: [], failure: null, last: result } : null;
  };
  return {
    query: phase.query,
    run: async (texts) => {
      const isRead = phase.query !== null && texts.length > 0 && only(texts);
      // What does not run there is run as all else, which says why.
      return (isRead ? await onShared(texts) : null) ?? phase.run(texts);
    },
    hash: () => phase.hash(),
  };
}

/** What shows without rows: rules of equivalence, how the test compares, and what both texts give on this data. */
function lookingAt(open: OpenTask) {
  const { context, setting } = open;
  const outcomes = new Map<Phase, GoldOutcomes>();
  const compared = (survivor: Survivor) => {
    const own =
      outcomes.get(survivor.phase) ??
      goldOutcomes(context.gold[survivor.phase], sharingState(phaseOf(open, survivor), open));
    outcomes.set(survivor.phase, own);
    return own.compare(survivor.texts);
  };
  const atOnce = async (survivor: Survivor): Promise<SurvivorEvidence | null> => {
    const phase = phaseOf(open, survivor);
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
    const { outcome, summary } = await compared(survivor);
    if (outcome === "same") return null;
    return isDefaultTest
      ? { class: "evaluator-blind", rule: "soft-ex", summary, rows: null }
      : { class: "test-too-weak", rule: "result-differs", summary, rows: null };
  };
  return { compared, atOnce };
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
  const said = `${summary}; they differ ${withAim(rows.aim)}`;
  return isSeen
    ? { class: "data-blind", rule, summary: said, rows }
    : { class: "evaluator-blind", rule, summary: `${said}, but not for the test`, rows };
}
