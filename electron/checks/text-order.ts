import type { Cell } from "#shared/domain/cell.ts";
import { dateForm } from "#shared/sql/compare/date-form.ts";

/** What a text stands for. */
export type TextMeaning = "numbers" | "dates";

const number = /^[+-]?(?:\d+(?:[.,]\d+)?|[.]\d+)$/;

/** What texts stand for where each of at least two different ones stands for the same kind of thing and their order as text is another than as that; null else. */
export function misorderedTexts(cells: readonly Cell[]): TextMeaning | null {
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
