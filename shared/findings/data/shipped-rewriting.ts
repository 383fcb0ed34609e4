import type { TextRange } from "../../domain/finding.ts";
import { removeComments, removeDistinct, removeRound } from "../../metrics/soft-ex/rewrite-as-shipped.ts";
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
    severity: { error: "the rewritten gold fails or returns other rows" },
    meaning:
      "The default test removes comments from the gold as plain text, and the rewritten gold fails or returns other rows.",
    fix: "Do not write `--` or `/*` inside strings.",
  },
  "distinct-stripping-changes-gold": {
    severity: { error: "the rewritten gold fails", warning: "it returns other rows" },
    meaning:
      "The default test removes every DISTINCT from the gold, and the rewritten gold fails or returns other rows (beyond duplicates).",
    fix: "Write it with GROUP BY or EXISTS.",
  },
  "round-stripping-changes-gold": {
    severity: { error: "the rewritten gold fails", warning: "it returns other rows" },
    meaning:
      "The default test removes every ROUND from the gold, and the rewritten gold fails or returns other rows (beyond the rounding).",
    fix: "Compare exact values.",
  },
});
type RewritingFinding = PhaseFindingOf<typeof rules>;

/** Whether the default test still runs the gold that was written. */
export const shippedRewriting = checkFamily({
  topic: "tests",
  needs: "data",
  about: "what the default test removes from the gold",
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
  const who = `The default test removes ${step.name} from the gold of phase ${phase.part.phase} before running it`;
  if (after.failure !== null)
    return {
      ...common,
      severity: "error",
      message: `${who}, and the rewritten gold fails: ${after.failure.result.error?.message ?? "failed"}. No answer can pass. Write the gold without ${step.name}.`,
    };
  if (before.last === null || after.last === null || isSame(phase, step, before.last, after.last))
    return null;
  return {
    ...common,
    severity: step.name === "comments" ? "error" : "warning",
    message: `${who}, and the rewritten gold returns other rows: answers are compared with rows that nobody asked for. Write the gold so that its rows do not depend on ${step.name}${step.name === "DISTINCT" ? " (GROUP BY, EXISTS)" : ""}.`,
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
