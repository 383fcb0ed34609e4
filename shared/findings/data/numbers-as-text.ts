import type { Cell } from "../../domain/cell.ts";
import { dateForm } from "../../sql/compare/date-form.ts";
import { textOf } from "../../sql/tree/sql-node.ts";
import type { CheckedPhase, GoldQuery } from "../checked-phase.ts";
import { goldRange } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";
import { type ComparedValues, comparedValues } from "./compared-values.ts";
import { isLimited, orderedRows } from "./ordered-rows.ts";

/** Comparisons that ask which value is greater. */
const greater = new Set(["<", ">", "<=", ">=", "BETWEEN", "NOT BETWEEN", "MIN", "MAX"]);

const rules = defineRules({
  "numbers-as-text": {
    severity: "warning",
    meaning:
      "Numbers or dates stored as text are sorted, compared by < or >, or go into MIN or MAX, but text sorts in another order.",
    fix: "Cast them first.",
  },
});
type TextFinding = PhaseFindingOf<typeof rules>;

/** Numbers or dates stored as text where the gold sorts by them or asks which is greater. */
export const numbersAsText = checkFamily({
  topic: "values",
  needs: "data",
  about: "numbers and dates stored as text",
  rules,
  async *check(phase) {
    for (const query of phase.reads)
      if (query.block.isOutermost || isLimited(query)) yield* sortedText(phase, query);
    for (const compared of await comparedValues(phase)) {
      const finding = comparedText(phase, compared);
      if (finding !== null) yield finding;
    }
  },
});

async function* sortedText(phase: CheckedPhase, query: GoldQuery): AsyncGenerator<TextFinding> {
  const ordered = await orderedRows(phase, query);
  for (const [index, key] of ordered?.keys.entries() ?? []) {
    const cells = (ordered?.rows ?? []).map((_, row) => ordered?.key(row, index) ?? null);
    const meaning = misorderedTexts(cells);
    if (meaning === null) continue;
    yield finding(query, key.range, {
      meaning,
      what: `The gold of phase ${phase.part.phase} orders by ${key.expression}`,
      cells,
    });
  }
}

/** Text on one side that is misordered, the literals that it is held against among it. */
function comparedText(phase: CheckedPhase, compared: ComparedValues): TextFinding | null {
  const { operator, operands, query, values, range } = compared;
  if (!greater.has(operator)) return null;
  const cells = operands.flatMap((_, column) => values.rows.map((row) => row[column] ?? null));
  const meaning = misorderedTexts(cells);
  if (meaning === null) return null;
  const text = textOf(query.tree, operands.find(({ kind }) => kind !== "string") ?? range);
  return finding(query, range, {
    meaning,
    what: `The gold of phase ${phase.part.phase} compares ${text} by ${operator}`,
    cells,
  });
}

function finding(
  { statement }: GoldQuery,
  range: { from: number; to: number },
  { meaning, what, cells }: { meaning: TextMeaning; what: string; cells: readonly Cell[] },
): TextFinding {
  const texts = [...new Set(cells.filter((cell) => cell !== null).map((cell) => cell.slice(1)))].sort();
  const wrong = texts.findIndex(
    (text, at) => at > 0 && misorderedTexts([`t${texts[at - 1]}`, `t${text}`]) !== null,
  );
  const advice = meaning === "numbers" ? "Cast it to numeric" : "Turn it into a date";
  return {
    rule: "numbers-as-text",
    where: goldRange(statement, range),
    message: `${what}, which stores ${meaning} as text: as text "${texts[wrong - 1]}" comes before "${texts[wrong]}". ${advice} first.`,
    evidence: { kind: "text", text: `in text order: ${texts.slice(0, 8).join(", ")}` },
  };
}

/** What a text stands for. */
type TextMeaning = "numbers" | "dates";

const number = /^[+-]?(?:\d+(?:[.,]\d+)?|[.]\d+)$/;

/** What texts mean that sort wrongly as text: at least two different ones that are all numbers, or all dates; null else. */
function misorderedTexts(cells: readonly Cell[]): TextMeaning | null {
  const texts = [...new Set(cells.filter((cell) => cell !== null).map((cell) => cell.slice(1).trim()))];
  if (texts.length < 2 || cells.some((cell) => cell !== null && !cell.startsWith("t"))) return null;
  if (texts.every((text) => number.test(text)))
    return isMisordered(texts, (text) => Number(text.replace(",", "."))) ? "numbers" : null;
  for (const dayOrder of ["day-first", "month-first"] as const) {
    const forms = new Map(texts.map((text) => [text, dateForm(text, dayOrder)]));
    if ([...forms.values()].some((form) => form === null || !form.includes("-"))) continue;
    return isMisordered(texts, (text) => forms.get(text) ?? "") ? "dates" : null;
  }
  return null;
}

/** Whether sorting by the text and by what it means gives another order. */
function isMisordered<Value extends number | string>(
  texts: readonly string[],
  meaning: (text: string) => Value,
): boolean {
  const sorted = [...texts].sort((one, other) => (one < other ? -1 : 1));
  return sorted.some((text, at) => at > 0 && meaning(sorted[at - 1] ?? "") > meaning(text));
}
