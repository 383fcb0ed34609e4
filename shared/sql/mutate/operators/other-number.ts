import { callName, put, quote } from "../at-node.ts";
import type { MutationOperator, MutationSite } from "../operator.ts";

/** Where a number is a limit, a weight or a value, and not a position, a count of rows or of decimals. */
const meaningful = new Set([
  "comparison",
  "between",
  "operation",
  "list",
  "assignment",
  "unary",
  "when",
  "else",
  "row",
  "parenthesised",
  "tuple",
]);
const boundingCalls = new Set(["greatest", "least", "coalesce", "ifnull", "nullif", "power", "mod"]);

/** Factors between units, and the ones that they are mistaken for. */
const units: Record<string, readonly string[]> = {
  "60": ["3600", "1"],
  "3600": ["60", "86400"],
  "86400": ["3600", "60"],
  "1000": ["100", "1"],
  "100": ["1", "1000"],
  "24": ["1", "12"],
  "7": ["5", "1"],
  "365": ["360", "365.25"],
};

/** Another limit, weight, factor or value. */
export const otherNumber: MutationOperator = {
  id: "other-number",
  topic: "constant",
  kinds: ["number"],
  *mutationsAt(site) {
    const { tree, node } = site;
    const text = quote(tree, node);
    if (!/^\d{1,12}(\.\d{1,9})?$/.test(text) || !isMeaningful(site)) return;
    for (const other of numbersNear(text))
      yield { splices: [put(node, other)], meaning: `${other} instead of ${text}` };
  },
};

function isMeaningful({ tree, parents }: MutationSite): boolean {
  const [parent] = parents;
  if (parent === undefined) return false;
  return meaningful.has(parent.kind) || boundingCalls.has(callName(tree, parent));
}

/** Numbers that somebody might have meant: twice and half, a little more and less. */
function numbersNear(text: string): string[] {
  const value = Number(text);
  const isWhole = !text.includes(".");
  const near =
    isWhole && value < 10
      ? [value + 1, value - 1, value * 2]
      : [value * 2, value / 2, value * 1.2, value * 0.8];
  const written = near
    .filter((one) => one >= 0)
    .map((one) => String(isWhole ? Math.round(one) : Number(one.toPrecision(6))));
  return [...new Set([...(units[text] ?? []), ...written])].filter((other) => Number(other) !== value);
}
