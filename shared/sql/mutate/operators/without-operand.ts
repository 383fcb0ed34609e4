import { quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const arithmetic = new Set(["+", "-", "*", "/"]);

/** A formula without one of its parts. */
export const withoutOperand: MutationOperator = {
  id: "without-operand",
  topic: "arithmetic",
  kinds: ["operation"],
  *mutationsAt({ tree, node }) {
    const { children } = node;
    const signs = children.filter(({ kind }) => kind === "operator").map((sign) => quote(tree, sign));
    if (!signs.every((sign) => arithmetic.has(sign))) return;
    for (let at = children.length - 1; at >= 0; at -= 2) {
      const operand = children[at];
      if (operand === undefined) continue;
      const meaning = `without ${quote(tree, operand)}`;
      const [before, after, next] = [children[at - 2], children[at + 2], signs[0]];
      if (before !== undefined) yield { splices: [{ from: before.to, to: operand.to, text: "" }], meaning };
      // What follows a minus or a slash cannot stand alone as it is.
      else if (after !== undefined && (next === "+" || next === "*"))
        yield { splices: [{ from: operand.from, to: after.from, text: "" }], meaning };
    }
  },
};
