import { type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { literalMeaning, monthNumber } from "./literal-words.ts";
import { type SaidText, secondsOf } from "./said-text.ts";

/** What a literal of SQL and words that say it have in common: "0.2", "5400 s", "2023-01-01", "05-15", "2023". */
export type ValueKey = string;

/** The keys of a literal of the gold; texts have none but what they are. */
export function keysOfLiteral(tree: SqlTree, node: SqlNode): ValueKey[] {
  const plain = textOf(tree, node).replaceAll("'", "").toLowerCase();
  const format = /^\d{4}$/.test(plain) && node.kind === "string" ? "MMDD" : null;
  const meaning = literalMeaning(tree, node, format);
  if (meaning.kind === "number") return [String(meaning.value)];
  if (meaning.kind === "interval") return [`${secondsOf(meaning.text)} s`];
  if (meaning.kind === "text") return [plain];
  const { year, month, day } = meaning;
  return [plain, year, `${month}-${day}`, `${year}-${month}-${day}`].filter((key) => /\d/.test(key));
}

/** The keys of the values that a text says. */
export function keysSaid({ text, numbers }: SaidText): ValueKey[] {
  const spans = numbers.flatMap(({ seconds }) => (seconds === null ? [] : [`${seconds} s`]));
  const values = numbers.flatMap(({ value, isPercent }) => [value, ...(isPercent ? [value / 100] : [])]);
  return [...new Set([...values.map(String), ...spans, ...datesSaid(text)])];
}

const dates =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(\p{L}{3,9})\.?|(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?)\b(?:,?\s+(?:of\s+)?(\d{4}))?/giu;

function datesSaid(text: string): ValueKey[] {
  return Array.from(text.matchAll(dates)).flatMap(([, day, month, otherMonth, otherDay, year]) => {
    const number = monthNumber(month ?? otherMonth ?? "");
    if (number === null) return [];
    const key = `${number}-${(day ?? otherDay ?? "").padStart(2, "0")}`;
    return year === undefined ? [key] : [key, `${year}-${key}`];
  });
}
