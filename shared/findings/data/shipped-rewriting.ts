import type { TextRange } from "../../domain/finding.ts";
import { removeComments, removeDistinct, removeRound } from "../../metrics/soft-ex/shipped-rewriting.ts";
import type { CheckedPhase, GoldResult } from "../checked-phase.ts";
import { goldRange, wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";
import { differingRow, roundedLike } from "./same-rows.ts";

/** What the default test does to both lists before it runs them, in its order. */
const steps = [
  { name: "comments", rule: "comment-stripping-changes-gold", apply: removeComments, mark: /--|\/\*/ },
  { name: "DISTINCT", rule: "distinct-stripping-changes-gold", apply: removeDistinct, mark: /\bdistinct\b/i },
  { name: "ROUND", rule: "round-stripping-changes-gold", apply: removeRound, mark: /round\s*\(/i },
] as const;
type Step = (typeof steps)[number];

const rules = defineRules({
  "comment-stripping-changes-gold": {
    severity: { error: "what is left does not execute, or gives other rows" },
    meaning:
      "The default test takes comments out as text, and what is left does not execute or gives other rows.",
    fix: "Write no `--` or `/*` inside strings.",
  },
  "distinct-stripping-changes-gold": {
    severity: { error: "what is left does not execute", warning: "it gives other rows" },
    meaning:
      "The default test takes every DISTINCT out, and what is left gives other rows, duplicates in a set aside.",
    fix: "Write it with GROUP BY or EXISTS.",
  },
  "round-stripping-changes-gold": {
    severity: { error: "what is left does not execute", warning: "it gives other rows" },
    meaning:
      "The default test takes every ROUND out, and what is left gives other rows, rounding itself aside.",
    fix: "Compare exact values.",
  },
});
type RewritingFinding = PhaseFindingOf<typeof rules>;

/** Whether the default test still runs the gold that was written. */
export const shippedRewriting = checkFamily({
  topic: "tests",
  needs: "data",
  about: "what the default test takes out of the gold",
  rules,
  async *check(phase) {
    if (phase.choice !== "default" || phase.query === null) return;
    let texts: string[] = phase.part.goldSql;
    let before = await phase.gold();
    for (const step of steps) {
      const stripped = step.apply(texts);
      if (stripped.join("\0") === texts.join("\0")) continue;
      const after = await phase.run(stripped);
      const finding = compared(phase, step, before, after, stripped);
      if (finding !== null) yield finding;
      if (after.failure !== null) return;
      [texts, before] = [stripped, after];
    }
  },
});

function compared(
  phase: CheckedPhase,
  step: Step,
  before: GoldResult,
  after: GoldResult,
  stripped: string[],
): RewritingFinding | null {
  const common = {
    rule: step.rule,
    where: placeOf(phase, step),
    evidence: { kind: "sql", sql: stripped.join(";\n") },
  } as const;
  const who = `The default test takes the ${step.name} out of the gold of phase ${phase.part.phase} before it runs it`;
  if (after.failure !== null)
    return {
      ...common,
      severity: "error",
      message: `${who}, and what is left does not execute: ${after.failure.result.error?.message ?? "failed"}. No answer can pass. Write it without.`,
    };
  if (before.last === null || after.last === null || isSame(phase, step, before.last, after.last))
    return null;
  return {
    ...common,
    severity: step.name === "comments" ? "error" : "warning",
    message: `${who}, and what is left gives other rows: answers are held against something that nobody asked for. Write it so that its rows do not depend on ${step.name}${step.name === "DISTINCT" ? " (GROUP BY, EXISTS)" : ""}.`,
  } as RewritingFinding;
}

/** As far as the test can tell: sets for DISTINCT, up to the places that were asked for for ROUND. */
function isSame(
  { conditions }: CheckedPhase,
  { name }: Step,
  before: NonNullable<GoldResult["last"]>,
  after: NonNullable<GoldResult["last"]>,
): boolean {
  if (name === "comments") return differingRow(before, after, { ordered: false }) === null;
  if (name === "ROUND")
    return differingRow(roundedLike(before, before), roundedLike(after, before), { ordered: false }) === null;
  const [one, other] = conditions.order ? [before, after] : [asSet(before), asSet(after)];
  return differingRow(one, other, { ordered: conditions.order }) === null;
}

function asSet<Result extends NonNullable<GoldResult["last"]>>(result: Result): Result {
  const rows = new Map(result.rows.map((row) => [JSON.stringify(row), row]));
  return { ...result, rows: [...rows.values()] };
}

/** Where the gold first has what is taken out. */
function placeOf({ part }: CheckedPhase, { mark }: Step) {
  const statement = part.goldSql.findIndex((sql) => mark.test(sql));
  const match = mark.exec(part.goldSql[statement] ?? "");
  if (match === null) return wholeGold(Math.max(0, statement));
  const range: TextRange = { from: match.index, to: match.index + match[0].length };
  return goldRange(statement, range);
}
