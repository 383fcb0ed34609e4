import { operandText, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** One branch for every row, instead of a case. */
export const caseBranch: MutationOperator = {
  id: "case-branch",
  topic: "condition",
  kinds: ["case"],
  *mutationsAt({ tree, node }) {
    const branches = node.children.filter(({ kind }) => kind === "else" || kind === "when").reverse();
    for (const branch of branches) {
      const value = branch.children.at(-1);
      if (value === undefined || (branch.kind === "when" && branch.children.length < 2)) continue;
      const condition = branch.kind === "when" ? branch.children[0] : undefined;
      const what =
        condition === undefined ? "the case for all others" : `the case of ${quote(tree, condition)}`;
      yield { splices: [put(node, operandText(tree, value))], meaning: `${what}, for every row` };
    }
  },
};
