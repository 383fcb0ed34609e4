import type { SubTaskLocation, TextRange } from "#shared/domain/finding.ts";
import { significantTokens } from "#shared/sql/lex.ts";
import type { StatementResult } from "../engines/engine.ts";
import type { Check, PhaseFinding } from "./check.ts";
import type { Obstacle } from "./check-context.ts";
import type { CheckedPhase } from "./checked-phase.ts";

/** gold-withheld, gold-fails, preprocess-fails, clean-up-fails: whether there is a gold and everything around it executes. */
export const goldRuns: Check = {
  name: "whether the gold executes",
  needs: "text",
  async *run(phase) {
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
};

function withheld(phase: number): PhaseFinding {
  return {
    rule: "gold-withheld",
    severity: "info",
    where: { kind: "field", path: ["sol_sql"] },
    message: `Phase ${phase} has no gold SQL, so nothing of it was run. Merge the ground truth (--ground-truth) to check it.`,
  };
}

function goldFails(
  { part, dialect }: CheckedPhase,
  { statement, result }: { statement: number; result: StatementResult },
): PhaseFinding {
  const sql = part.goldSql[statement] ?? "";
  const range = errorRange(sql, result.error?.offset ?? null, dialect);
  const state = part.phase === 1 ? "" : " on the state that the gold of phase 1 leaves behind";
  return {
    rule: "gold-fails",
    severity: "error",
    where: { kind: "gold", statement, range },
    message: `The gold of phase ${part.phase} does not execute${state}: ${saidBy(result)}. Correct it${range === null ? "" : " at the marked place"}.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

function beforeGold({ index, result }: Obstacle): PhaseFinding {
  return {
    rule: "preprocess-fails",
    severity: "error",
    where: place("preprocess_sql", index),
    message: `The preprocessing does not execute, so that no phase can begin: ${saidBy(result)}. Correct it.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

function cleanUpFails({ index, result }: { index: number; result: StatementResult }): PhaseFinding {
  return {
    rule: "clean-up-fails",
    severity: "error",
    where: place("clean_up_sqls", index),
    message: `The clean-up does not execute after the gold of phase 1: ${saidBy(result)}. Correct it, or phase 2 begins on an unknown state.`,
    evidence: { kind: "text", text: saidBy(result) },
  };
}

function place(field: string, index: number): SubTaskLocation {
  return { kind: "field", path: [field, index] };
}

/** The engine's words, without a full stop at their end. */
function saidBy({ status, error }: StatementResult): string {
  return (error?.message ?? status).trim().replace(/\.$/, "");
}

/** The token that an error points to. */
function errorRange(sql: string, offset: number | null, dialect: CheckedPhase["dialect"]): TextRange | null {
  if (offset === null) return null;
  const token = significantTokens(sql, dialect).find(({ to }) => to > offset);
  return token === undefined ? null : { from: token.from, to: token.to };
}
