import type { GoldMutant } from "#shared/certificate/gold-mutants.ts";
import type { MutantResult, MutantStatus } from "#shared/domain/certificate.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { judge, type OpenTask } from "./certified-task.ts";
import type { ExplainSurvivor } from "./explain-survivor.ts";
import type { JudgedAnswer } from "./phase-judge.ts";

const statuses: Record<JudgedAnswer["outcome"], MutantStatus> = {
  passes: "survived",
  fails: "killed",
  breaks: "run-error",
  timeout: "timeout",
  "not-tested": "no-coverage",
};

/** Hears how many of the mutants have run. */
type MutantsRun = (done: number, total: number) => void;

/** Runs mutants through the tests, one after another, and explains those that survive. */
export async function runMutants(
  open: OpenTask,
  mutants: readonly GoldMutant[],
  { explain, onMutants }: { explain: ExplainSurvivor; onMutants?: MutantsRun | undefined },
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const mutant of mutants) {
    open.signal.throwIfAborted();
    results.push(await runMutant(open, mutant, explain));
    onMutants?.(results.length, mutants.length);
  }
  return results;
}

async function runMutant(
  open: OpenTask,
  { phase, statement, changed, operator, meaning, replacement, texts }: GoldMutant,
  explain: ExplainSurvivor,
): Promise<MutantResult> {
  const { outcome, reason } = await judge(open, phase, texts);
  const gold = open.context.gold[phase];
  const trees = () =>
    texts
      .map((text, at) => (at === statement ? parseTree(text, gold[at]?.dialect ?? "postgresql") : gold[at]))
      .filter((tree) => tree !== undefined);
  const survivor =
    outcome === "passes" ? await explain({ phase, statement, range: changed, texts, trees: trees() }) : null;
  return {
    ...{ phase, statement, range: changed, operator, meaning, replacement },
    ...{ status: statuses[outcome], reason, survivor },
  };
}
