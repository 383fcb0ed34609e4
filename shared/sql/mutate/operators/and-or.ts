import { put, quote } from "../at-node.ts";
import { joinsTables } from "../joins-tables.ts";
import type { MutationOperator } from "../operator.ts";

/** One of two conditions, or both. */
export const andOr: MutationOperator = {
  id: "and-or",
  topic: "condition",
  kinds: ["and", "or"],
  *mutationsAt({ tree, node }) {
    const [text, meaning] = node.kind === "and" ? ["OR", "or"] : ["AND", "and"];
    for (const [at, sign] of node.children.entries()) {
      const [left, right] = [node.children[at - 1], node.children[at + 1]];
      if (sign.kind !== "operator" || left === undefined || right === undefined) continue;
      if (joinsTables(tree, left) || joinsTables(tree, right)) continue;
      yield {
        splices: [
          { from: left.from, to: left.from, text: "(" },
          put(sign, text),
          { from: right.to, to: right.to, text: ")" },
        ],
        meaning: `${quote(tree, left)} ${meaning} ${quote(tree, right)} instead of ${quote(tree, sign).toLowerCase()}`,
      };
    }
  },
};
