import type { Behaviour, DialogueEnd, DialogueFault, Fault, SimulatorEffect } from "../domain/dialogue.ts";
import { signTest } from "../metrics/sign-test.ts";

/** What is known of a dialogue before anything is run again. */
export interface FaultSubject {
  end: DialogueEnd;
  behaviour: Behaviour;
  /** Whether the simulator leaked, or answered otherwise than the task says. */
  simulatorErred: boolean;
  /** Whether the system does the same again when it is answered the same. */
  isRepeatable: boolean;
}

/** The verdicts on one SQL under both behaviours, in the phase that failed. */
export interface BothVerdicts {
  shipped: boolean;
  fixed: boolean;
}

/** Whether the dialogue was solved with one seed, as it was played and with one thing changed. */
export interface TrialPair {
  asPlayed: boolean;
  changed: boolean;
}

/** What came of playing on with one thing changed; `cannot-go-on`: the system knows its recorded turns only. */
export type ForkResult =
  | { kind: "played"; pairs: readonly TrialPair[] }
  | { kind: "cannot-go-on"; reason: string };

/** What was run again so far; absent: not yet. `lastSql` null: the system submitted nothing in that phase. */
export interface FaultEvidence {
  gold?: BothVerdicts;
  lastSql?: BothVerdicts | null;
  referenceAnswers?: ForkResult;
  unlimitedBudget?: ForkResult;
}

/** What to run next (further pairs, where some were run), or the verdict once nothing more is needed. */
export type FaultStep = { rerun: keyof FaultEvidence } | { verdict: DialogueFault };

/**
 * Whose fault it was, step by step: the task's if its gold fails, the evaluator's if gold or SQL pass only fixed, the
 * simulator's if reference answers help, the budget's if a boundless one helps, else the system's. Runs of systems that
 * are not repeatable are compared in pairs of equal seeds, and where these do not settle it once more in others.
 */
export function whoseFault(subject: FaultSubject, evidence: FaultEvidence): FaultStep {
  if (subject.end === "infrastructure" || subject.end === "not-judged")
    return verdict(null, null, "The dialogue says nothing about its system.");
  if (subject.end === "solved") return whoseSuccess(subject, evidence);
  return (
    faultOfTask(subject, evidence) ??
    faultOfEvaluator(subject, evidence) ??
    faultOfSimulator(subject, evidence) ??
    faultOfBudget(subject, evidence)
  );
}

/** A solved dialogue is asked about only where the simulator erred. */
function whoseSuccess(subject: FaultSubject, { referenceAnswers: fork }: FaultEvidence): FaultStep {
  if (!subject.simulatorErred) return verdict(null, null, "Nothing failed.");
  if (fork === undefined) return { rerun: "referenceAnswers" };
  if (fork.kind === "cannot-go-on") return cannotGoOn(fork.reason);
  const harm = change(
    fork.pairs.map(({ asPlayed, changed }) => ({ asPlayed: changed, changed: asPlayed })),
    subject,
  );
  if (harm === "unclear") return moreTrials("referenceAnswers", fork.pairs);
  return harm === "helps"
    ? verdict("simulator", "helped", "Answered as the task says, the system fails.")
    : verdict(null, "harmless", "Answered as the task says, the system passes as well.");
}

function faultOfTask({ behaviour }: FaultSubject, { gold }: FaultEvidence): FaultStep | null {
  if (gold === undefined) return { rerun: "gold" };
  if (!gold.shipped && !gold.fixed)
    return verdict("task", null, "The gold itself fails, as shipped and fixed.");
  if (!gold.fixed && behaviour === "fixed")
    return verdict("task", null, "The gold passes by a fault of the evaluator only, and fails fixed.");
  return null;
}

function faultOfEvaluator({ behaviour }: FaultSubject, { gold, lastSql }: FaultEvidence): FaultStep | null {
  if (gold?.shipped === false) return verdict("evaluator", null, "The gold passes only fixed.");
  if (lastSql === undefined) return { rerun: "lastSql" };
  if (lastSql === null) return null;
  if (lastSql.fixed && !lastSql.shipped)
    return verdict("evaluator", null, "The system's last SQL passes only fixed.");
  return lastSql[behaviour]
    ? verdict("evaluator", null, "The system's last SQL passes when it is graded again.")
    : null;
}

function faultOfSimulator(subject: FaultSubject, evidence: FaultEvidence): FaultStep | null {
  const { referenceAnswers: fork } = evidence;
  if (fork === undefined) return { rerun: "referenceAnswers" };
  if (fork.kind === "cannot-go-on") return cannotGoOn(fork.reason);
  const effect = change(fork.pairs, subject);
  if (effect === "unclear") return moreTrials("referenceAnswers", fork.pairs);
  return effect === "helps"
    ? verdict("simulator", "hindered", "Answered as the task says, the system passes.")
    : null;
}

function faultOfBudget(subject: FaultSubject, { unlimitedBudget: fork }: FaultEvidence): FaultStep {
  const simulator = subject.simulatorErred ? "harmless" : null;
  if (fork === undefined) return { rerun: "unlimitedBudget" };
  if (fork.kind === "cannot-go-on") return cannotGoOn(fork.reason);
  const effect = change(fork.pairs, subject);
  if (effect === "unclear") return moreTrials("unlimitedBudget", fork.pairs);
  return effect === "helps"
    ? verdict("budget", simulator, "With a boundless budget the system passes.")
    : verdict(
        "system",
        simulator,
        "The gold passes, and neither reference answers nor a boundless budget help.",
      );
}

/** So many pairs are played at once, and again where they leave it open; more are not. */
export const pairsAtOnce = 6;
const mostPairs = 2 * pairsAtOnce;

/** Five in a hundred is the chance to call a change helpful that is none; half of it at either count. */
const level = 0.05 / 2;

function change(pairs: readonly TrialPair[], { isRepeatable }: FaultSubject): "helps" | "unclear" | "none" {
  const gained = pairs.filter(({ asPlayed, changed }) => !asPlayed && changed).length;
  const lost = pairs.filter(({ asPlayed, changed }) => asPlayed && !changed).length;
  if (gained <= lost) return "none";
  return isRepeatable || signTest(gained, lost) <= level ? "helps" : "unclear";
}

function moreTrials(rerun: keyof FaultEvidence, { length }: readonly TrialPair[]): FaultStep {
  if (length < mostPairs) return { rerun };
  return verdict("undetermined", null, `${length} paired trials do not settle whether the change helps.`);
}

function cannotGoOn(reason: string): FaultStep {
  return verdict("undetermined", null, `The system cannot go on from another turn: ${reason}`);
}

function verdict(fault: Fault | null, simulator: SimulatorEffect | null, reason: string): FaultStep {
  return { verdict: { fault, simulator, reason } };
}
