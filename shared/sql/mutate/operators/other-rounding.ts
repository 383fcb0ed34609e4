import { callArguments, callName, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Cut off, up or down, instead of to the nearest. */
export const otherRounding: MutationOperator = {
  id: "other-rounding",
  topic: "rounding",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const [name] = node.children;
    const [value, digits] = callArguments(node);
    if (name === undefined || value === undefined || callName(tree, node) !== "round") return;
    if (tree.dialect === "postgresql")
      yield { splices: [put(name, "TRUNC")], meaning: "cut off instead of rounded" };
    const inner = quote(tree, value);
    const isWhole = digits === undefined || quote(tree, digits) === "0";
    if (!isWhole) return;
    yield { splices: [put(node, `CEIL(${inner})`)], meaning: "rounded up instead of to the nearest" };
    yield { splices: [put(node, `FLOOR(${inner})`)], meaning: "rounded down instead of to the nearest" };
  },
};
