import type { Behaviour } from "#shared/domain/dialogue.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { StatementLimits, StatementResult } from "../engines/engine.ts";
import { rewriteFixed, softMatchFixed } from "../evaluation/soft-match.ts";
import type { SoftMatching } from "../sql-analysis/computations.ts";
import { failureText, type TextsResult } from "../task-databases/run-texts.ts";

/** What the tests of a phase say of an answer; "breaks": it does not run, "not-tested": the evaluator runs no test. */
export interface JudgedAnswer {
  outcome: "passes" | "fails" | "breaks" | "timeout" | "not-tested";
  /** Why, in a sentence; null where it passes. */
  reason: string | null;
  /** How many rows it returned; null where that was not seen. */
  rows: number | null;
}

/** Judges answers to one phase of a task as its tests do. */
export interface PhaseJudge {
  readonly phase: TriedPhase;
  judge(texts: readonly string[]): Promise<JudgedAnswer>;
}

interface JudgeSetting {
  behaviour: Behaviour;
  limits: StatementLimits;
  match: SoftMatching["match"];
  /** Lends the phases of the task on a state that nobody else uses meanwhile; on its own where it is not given. */
  onPhases?: LendPhases;
}
export type LendPhases = <Result>(use: (phases: readonly TriedPhase[]) => Promise<Result>) => Promise<Result>;

/**
 * A judge that lets answers which only read share one state where the tests are the default test with its faults fixed; all
 * else is run as the evaluator runs it. Rejects for the signal or a lost engine only.
 */
export function createPhaseJudge(
  phase: TriedPhase,
  { behaviour, limits, match, onPhases = (use) => use([phase]) }: JudgeSetting,
): PhaseJudge {
  const { plan, dialect } = phase;
  const { goldSql, conditions } = plan.part;
  const isShared = behaviour === "fixed" && plan.fixedChoice === "default";
  const only = (texts: readonly string[]) => !mayWrite(texts, dialect);
  const earlier = goldSql.slice(0, -1);
  const attempt = (text: string) =>
    onPhases(async (phases) => {
      const own = phases.find(({ part }) => part.phase === plan.part.phase);
      return (await own?.attempt(earlier, text, limits))?.at(-1) ?? null;
    });
  const rewritten = (text: string) => rewriteFixed([text], conditions, dialect)[0] ?? text;
  let gold: Promise<StatementResult | null> | null = null;

  async function byDefaultTest(text: string): Promise<JudgedAnswer> {
    gold ??= attempt(rewritten(goldSql.at(-1) ?? ""));
    const wanted = await gold;
    const result = await attempt(rewritten(text));
    if (wanted === null || result === null)
      return { outcome: "breaks", reason: "What runs before it fails.", rows: null };
    if (result.status !== "ok") return broken(result);
    const side = (last: StatementResult) => ({ run: asTexts(last), hash: null });
    const { equal, reason } = await softMatchFixed(side(result), side(wanted), { conditions, match });
    return { outcome: equal ? "passes" : "fails", reason, rows: result.rowCount };
  }

  async function byEvaluator(texts: readonly string[]): Promise<JudgedAnswer> {
    const run = await phase.test(texts);
    const answer = run?.steps.find(({ step }) => step === "answer");
    const failed = answer?.statements.find(({ status }) => status !== "ok");
    if (run === null) return { outcome: "not-tested", reason: "No test was run.", rows: null };
    if (failed !== undefined) return broken(failed);
    const rows = answer?.statements.at(-1)?.rowCount ?? null;
    if (behaviour === "shipped" && run.choice === "none")
      return { outcome: "not-tested", reason: "The evaluator runs no test.", rows };
    const passed = behaviour === "fixed" ? run.passedFixed : run.passed;
    return { outcome: passed ? "passes" : "fails", reason: run.reason, rows };
  }

  return {
    phase,
    judge(texts) {
      const isRead = isShared && phase.query !== null && only(texts) && only(goldSql);
      if (isRead && JSON.stringify(texts.slice(0, -1)) === JSON.stringify(earlier))
        return byDefaultTest(texts.at(-1) ?? "");
      return byEvaluator(texts);
    },
  };
}

function broken(result: Pick<StatementResult, "status" | "error">): JudgedAnswer {
  const outcome = result.status === "timeout" ? "timeout" : "breaks";
  return { outcome, reason: failureText(result), rows: null };
}

/** A result as the fixed test takes it. */
function asTexts(last: StatementResult): TextsResult {
  return { statements: [], ends: [], last, failed: null };
}
