import { quote } from "../at-node.ts";
import { joinsTables } from "../joins-tables.ts";
import type { MutationOperator } from "../operator.ts";

/** One condition of several less. */
export const dropCondition: MutationOperator = {
  id: "drop-condition",
  topic: "condition",
  kinds: ["and", "or"],
  *mutationsAt({ tree, node }) {
    const conditions = node.children.filter(({ kind }) => kind !== "operator");
    for (const [at, condition] of conditions.entries()) {
      // Tables that nothing joins give every row of one with every row of the other.
      if (joinsTables(tree, condition)) continue;
      const meaning = `without the condition ${quote(tree, condition)}`;
      const [before, after] = [conditions[at - 1], conditions[at + 1]];
      if (before !== undefined) yield { splices: [{ from: before.to, to: condition.to, text: "" }], meaning };
      if (after !== undefined)
        yield { splices: [{ from: condition.from, to: after.from, text: "" }], meaning };
    }
  },
};
