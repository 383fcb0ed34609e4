import type { TextRange } from "../../domain/finding.ts";
import { comparisonsSaid, directionsSaid } from "./comparison-said.ts";
import type { SaidPart } from "./said-parts.ts";
import { phrasesSaid, type SaidText } from "./said-text.ts";

/**
 * The words that say another value of a part's kind than its SQL: another number, direction, comparison, date or aggregate. Words
 * that say one of the other `parts` of an answer are none of them. Null where there are none.
 */
export function otherwiseSaid(
  kind: string,
  sql: string,
  said: SaidText,
  parts: readonly SaidPart[],
): string | null {
  const claiming = claims[kind];
  const claimed = parts.flatMap((part) =>
    (claiming?.includes(part.kind) ?? true) && part.place !== null ? [part.place] : [],
  );
  const free = mentionsOf(kind, sql, said).find(
    ({ from, to }) => !claimed.some((range) => range.from < to && from < range.to),
  );
  return free === undefined ? null : said.text.slice(free.from, free.to);
}

/** Whose words a kind cannot use: "highest" says an order or an aggregate, a number anything. */
const claims: Record<string, string[]> = {
  direction: ["direction"],
  comparison: ["comparison"],
  function: ["function", "direction"],
};

function mentionsOf(kind: string, sql: string, said: SaidText): readonly TextRange[] {
  const { text, numbers } = said;
  if (kind === "direction") return directionsSaid(text);
  if (kind === "comparison") return comparisonsSaid(text).filter(({ sign }) => isOther(sign, sql));
  // "One row", "the second" and "half of them" speak of no value.
  if (kind === "number")
    return numbers.filter(({ value, from, to }) =>
      value >= 2 ? !ordinals.test(text.slice(from, to)) : /\d/.test(text.charAt(from)),
    );
  if (kind === "function") return phrasesSaid(text, otherAggregates[sql.toLowerCase()] ?? /(?!)/);
  if (kind !== "text") return [];
  if (/interval/i.test(sql)) return numbers.filter(({ seconds }) => seconds !== null);
  return /\d{4}-\d\d/.test(sql) ? phrasesSaid(text, dates) : [];
}

const ordinals = /^(?:second|twice|double)|(?:third|th)$/i;
const dates =
  /\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b\d{4}-\d\d-\d\d\b/;

/** Whether a comparison is said of another kind: the other way round, with or without its limit, denied. */
function isOther(sign: string, sql: string): boolean {
  const orders = ["<", "<=", ">", ">="];
  return orders.includes(sql)
    ? orders.includes(sign) && sign !== sql
    : /^(?:=|in|like|ilike)$/i.test(sql) && sign === "<>";
}

/** What says another aggregate. */
const otherAggregates: Record<string, RegExp> = {
  avg: /\b(?:highest|lowest|largest|smallest|maximum|minimum|median|total|sum)\b/,
  sum: /\b(?:highest|lowest|largest|smallest|maximum|minimum|median|average|mean)\b/,
  max: /\b(?:lowest|smallest|minimum|median|average|mean|total|sum)\b/,
  min: /\b(?:highest|largest|maximum|median|average|mean|total|sum)\b/,
};
