import type { Cell } from "#shared/domain/cell.ts";
import { textOf } from "#shared/sql/tree/sql-node.ts";
import type { Check, PhaseFinding } from "./check.ts";
import type { CheckedPhase, GoldQuery } from "./checked-phase.ts";
import { type ComparedValues, comparedValues } from "./compared-values.ts";
import { goldRange } from "./gold-locations.ts";
import { isLimited, orderedRows } from "./ordered-rows.ts";
import { misorderedTexts, type TextMeaning } from "./text-order.ts";

/** Comparisons that ask which value is greater. */
const greater = new Set(["<", ">", "<=", ">=", "BETWEEN", "NOT BETWEEN", "MIN", "MAX"]);

/** numbers-as-text: numbers or dates stored as text where the gold sorts by them or asks which is greater. */
export const numbersAsText: Check = {
  name: "numbers and dates stored as text",
  needs: "gold",
  async *run(phase) {
    for (const query of phase.reads)
      if (query.place.isOutermost || isLimited(query)) yield* sortedText(phase, query);
    for (const compared of await comparedValues(phase)) {
      const finding = comparedText(phase, compared);
      if (finding !== null) yield finding;
    }
  },
};

async function* sortedText(phase: CheckedPhase, query: GoldQuery): AsyncGenerator<PhaseFinding> {
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
function comparedText(phase: CheckedPhase, compared: ComparedValues): PhaseFinding | null {
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
): PhaseFinding {
  const texts = [...new Set(cells.filter((cell) => cell !== null).map((cell) => cell.slice(1)))].sort();
  const wrong = texts.findIndex(
    (text, at) => at > 0 && misorderedTexts([`t${texts[at - 1]}`, `t${text}`]) !== null,
  );
  const advice = meaning === "numbers" ? "Cast it to numeric" : "Turn it into a date";
  return {
    rule: "numbers-as-text",
    severity: "warning",
    where: goldRange(statement, range),
    message: `${what}, which holds ${meaning} as text: as text "${texts[wrong - 1]}" comes before "${texts[wrong]}". ${advice} first.`,
    evidence: { kind: "text", text: `in the order of text: ${texts.slice(0, 8).join(", ")}` },
  };
}
