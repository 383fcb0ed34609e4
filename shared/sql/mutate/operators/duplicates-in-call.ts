import { callArguments, callName, childOf, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const counting = new Set(["count", "sum", "avg", "array_agg", "string_agg", "group_concat"]);

/** Each value once, or as often as it occurs; of counts also the rows. */
export const duplicatesInCall: MutationOperator = {
  id: "duplicates-in-call",
  topic: "duplicates",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const name = callName(tree, node);
    const [value, second] = callArguments(node);
    // A window takes no DISTINCT.
    if (!counting.has(name) || childOf(node, "over") !== undefined) return;
    if (value === undefined || value.kind === "star") return;
    const what = quote(tree, value);
    const distinct = childOf(node, "distinct");
    if (distinct !== undefined)
      yield {
        splices: [{ from: distinct.from, to: value.from, text: "" }],
        meaning: `every ${what} instead of each different one once`,
      };
    else if (second === undefined)
      yield {
        splices: [{ from: value.from, to: value.from, text: "DISTINCT " }],
        meaning: `each different ${what} once instead of every one`,
      };
    if (name === "count")
      yield {
        splices: [{ from: distinct?.from ?? value.from, to: value.to, text: "*" }],
        meaning: `the rows instead of the ${distinct === undefined ? "known" : "different"} ${what}`,
      };
  },
};
