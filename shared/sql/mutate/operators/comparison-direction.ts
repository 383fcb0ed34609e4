import { put, quote } from "../at-node.ts";
import { joinsTables } from "../joins-tables.ts";
import type { MutationOperator } from "../operator.ts";

/** What the signs of comparisons say in words. */
export const comparisonWords: Record<string, string> = {
  ">": "more than",
  ">=": "at least",
  "<": "less than",
  "<=": "at most",
  "=": "equal to",
  "<>": "other than",
};

const others: Record<string, readonly string[]> = {
  ">": ["<"],
  ">=": ["<="],
  "<": [">"],
  "<=": [">="],
  "=": ["<>"],
  "==": ["<>"],
  "<>": ["="],
  "!=": ["="],
};

/** The other side of a limit; between two columns also both sides of it. */
export const comparisonDirection: MutationOperator = {
  id: "comparison-direction",
  topic: "comparison",
  kinds: ["comparison"],
  *mutationsAt({ tree, node }) {
    const [left, sign, right] = node.children;
    if (left === undefined || sign === undefined || right === undefined) return;
    if (joinsTables(tree, node)) return;
    const text = quote(tree, sign);
    const ofColumns = left.kind === "column" && right.kind === "column";
    const more = ofColumns && /^[<>]=?$/.test(text) ? ["<>"] : [];
    for (const other of [...(others[text] ?? []), ...more]) {
      const limit = quote(tree, right);
      const before = comparisonWords[text === "==" ? "=" : text === "!=" ? "<>" : text];
      yield {
        splices: [put(sign, other)],
        meaning: `${comparisonWords[other]} ${limit} instead of ${before} ${limit}`,
      };
    }
  },
};
