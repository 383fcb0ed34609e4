import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const others: Record<string, readonly [text: string, meaning: string]> = {
  "+": ["-", "minus"],
  "-": ["+", "plus"],
  "*": ["/", "divided by"],
  "/": ["*", "times"],
};
const now: Record<string, string> = { "+": "plus", "-": "minus", "*": "times", "/": "divided by" };

/** Plus or minus, times or divided by. */
export const arithmeticSign: MutationOperator = {
  id: "arithmetic-sign",
  topic: "arithmetic",
  kinds: ["operation"],
  *mutationsAt({ tree, node }) {
    for (const [at, sign] of node.children.entries()) {
      const [text, meaning] = others[quote(tree, sign)] ?? [];
      const right = node.children[at + 1];
      if (sign.kind !== "operator" || text === undefined || right === undefined) continue;
      const what = quote(tree, right);
      yield {
        splices: [put(sign, text)],
        meaning: `${meaning} ${what} instead of ${now[quote(tree, sign)]} ${what}`,
      };
    }
  },
};
