import type { TextRange } from "../../domain/finding.ts";
import { significantTokens } from "../../sql/lex.ts";
import type { CheckedPhase, CheckedResult, FailedText } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";

const rules = defineRules({
  "gold-withheld": {
    severity: "info",
    meaning: "The task has no gold, so it was not run.",
    fix: "Merge the ground truth (`--ground-truth`).",
  },
  "gold-fails": {
    severity: "error",
    meaning: "A statement of the gold fails on the database state of its phase.",
    fix: "Correct the marked part.",
  },
  "preprocess-fails": {
    severity: "error",
    meaning: "The preprocessing SQL fails, so no phase can begin.",
    fix: "Correct it.",
  },
  "clean-up-fails": {
    severity: "error",
    meaning:
      "The clean-up SQL fails after the gold of phase 1, so phase 2 begins on an unknown database state.",
    fix: "Correct it.",
  },
});
type GoldFinding = PhaseFindingOf<typeof rules>;

/** Whether there is a gold and everything around it executes. */
export const goldRuns = checkFamily({
  topic: "gold",
  needs: "data",
  about: "whether the gold runs",
  evenIfGoldFails: true,
  rules,
  async *check(phase) {
    const { part, task } = phase;
    if (part.goldSql.length === 0) {
      yield withheld(part.phase);
      return;
    }
    const { obstacle, failure } = await phase.gold();
    if (obstacle?.step === "preprocess" && part.phase === 1) yield beforeGold(obstacle);
    if (failure !== null) yield goldFails(phase, failure);
    if (obstacle !== null || failure !== null || part.phase === 2) return;
    const after = await phase.goOn(task.cleanUpSql);
    if (after !== null) yield cleanUpFails(after);
  },
});

function withheld(phase: number): GoldFinding {
  return {
    rule: "gold-withheld",
    where: { kind: "field", path: ["sol_sql"] },
    message: `Phase ${phase} has no gold SQL, so it was not run. Merge the ground truth to have it checked.`,
  };
}

function goldFails({ part, dialect }: CheckedPhase, { index: statement, result }: FailedText): GoldFinding {
  const sql = part.goldSql[statement] ?? "";
  const range = errorRange(sql, result.error?.offset ?? null, dialect);
  const state = part.phase === 1 ? "" : " on the state that the gold of phase 1 leaves";
  return {
    rule: "gold-fails",
    where: { kind: "gold", statement, range },
    message: `The gold of phase ${part.phase} fails${state}: ${saidBy(result)}. Correct ${range === null ? "it" : "the marked part"}.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

function beforeGold({ index, result }: FailedText): GoldFinding {
  return {
    rule: "preprocess-fails",
    where: { kind: "field", path: ["preprocess_sql", index] },
    message: `The preprocessing SQL fails, so no phase can begin: ${saidBy(result)}. Correct it.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

function cleanUpFails({ index, result }: FailedText): GoldFinding {
  return {
    rule: "clean-up-fails",
    where: { kind: "field", path: ["clean_up_sqls", index] },
    message: `The clean-up SQL fails after the gold of phase 1: ${saidBy(result)}. Phase 2 begins on an unknown state. Correct it.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

/** The engine's words, without a full stop at their end. */
function saidBy({ status, error }: CheckedResult): string {
  return (error?.message ?? status).trim().replace(/\.$/, "");
}

/** The token that an error points to. */
function errorRange(sql: string, offset: number | null, dialect: CheckedPhase["dialect"]): TextRange | null {
  if (offset === null) return null;
  const token = significantTokens(sql, dialect).find(({ to }) => to > offset);
  return token === undefined ? null : { from: token.from, to: token.to };
}
