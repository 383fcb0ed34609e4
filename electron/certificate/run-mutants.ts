import type { GoldMutant } from "#shared/certificate/gold-mutants.ts";
import type { MutantResult, MutantStatus } from "#shared/domain/certificate.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { judgeEach, type OpenTask, type Survivor } from "./certified-task.ts";
import type { SurvivorExplainer } from "./explain-survivor.ts";
import type { JudgedAnswer } from "./phase-judge.ts";
import type { Unexplained } from "./unexplained.ts";

const statuses: Record<JudgedAnswer["outcome"], MutantStatus> = {
  passes: "survived",
  fails: "killed",
  breaks: "run-error",
  timeout: "timeout",
  "not-tested": "no-coverage",
};

/** Hears how many of the mutants have run. */
type MutantsRun = (done: number, total: number) => void;

/** Runs mutants through the tests, and explains those that survive, as far as one run shows it. */
export async function runMutants(
  open: OpenTask,
  mutants: readonly GoldMutant[],
  { explain, onMutants }: { explain: SurvivorExplainer["atOnce"]; onMutants?: MutantsRun | undefined },
): Promise<{ mutants: MutantResult[]; unexplained: Unexplained<MutantResult> }> {
  let done = 0;
  const judged = await judgeEach(open, mutants, () => onMutants?.(++done, mutants.length));
  const results: MutantResult[] = [];
  const unexplained = new Map<MutantResult, Survivor>();
  for (const { answer: mutant, judged: own } of judged) {
    open.signal.throwIfAborted();
    const { result, survivor } = await resultOf(open, mutant, own, explain);
    results.push(result);
    if (survivor !== null) unexplained.set(result, survivor);
  }
  return { mutants: results, unexplained };
}

async function resultOf(
  open: OpenTask,
  { phase, statement, changed, operator, meaning, replacement, texts }: GoldMutant,
  { outcome, reason }: JudgedAnswer,
  explain: SurvivorExplainer["atOnce"],
): Promise<{ result: MutantResult; survivor: Survivor | null }> {
  const gold = open.context.gold[phase];
  const trees = () =>
    texts
      .map((text, at) => (at === statement ? parseTree(text, gold[at]?.dialect ?? "postgresql") : gold[at]))
      .filter((tree) => tree !== undefined);
  const survivor: Survivor | null =
    outcome === "passes" ? { phase, statement, range: changed, texts, trees: trees() } : null;
  const evidence = survivor === null ? null : await explain(survivor);
  const result: MutantResult = {
    ...{ phase, statement, range: changed, operator, meaning, replacement },
    ...{ status: statuses[outcome], reason, survivor: evidence },
  };
  return { result, survivor: evidence === null ? survivor : null };
}
