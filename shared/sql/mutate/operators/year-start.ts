import { callName, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Months by which a year is moved, and when such a year begins. */
const years = [
  [3, "October"],
  [6, "July"],
  [9, "April"],
] as const;

/** A business year, which begins in another month than January. */
export const yearStart: MutationOperator = {
  id: "year-start",
  topic: "date",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const value = node.children.at(-1);
    const isYear = /^EXTRACT\s*\(\s*YEAR\b/i.test(quote(tree, node));
    if (value === undefined || callName(tree, node) !== "extract" || !isYear) return;
    for (const [months, name] of years)
      yield {
        splices: [{ from: value.to, to: value.to, text: ` + INTERVAL '${months} months'` }],
        meaning: `a year that begins in ${name} instead of January`,
      };
  },
};
