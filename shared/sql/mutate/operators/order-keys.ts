import { quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Fewer keys of an order, or the same in another sequence. */
export const orderKeys: MutationOperator = {
  id: "order-keys",
  topic: "order",
  kinds: ["order-by"],
  *mutationsAt({ tree, node }) {
    const keys = node.children;
    const [first, second] = keys;
    const last = keys.at(-1);
    if (first === undefined || second === undefined || last === undefined) return;
    const ordered = (list: readonly (typeof first)[]) => ({
      from: first.from,
      to: last.to,
      text: list.map((key) => quote(tree, key)).join(", "),
    });
    yield {
      splices: [ordered(keys.slice(1))],
      meaning: `not ordered by ${quote(tree, first)} first`,
    };
    yield {
      splices: [ordered([second, first, ...keys.slice(2)])],
      meaning: `ordered by ${quote(tree, second)} before ${quote(tree, first)}`,
    };
    yield {
      splices: [ordered(keys.slice(0, -1))],
      meaning: `equal ones in any order instead of by ${quote(tree, last)}`,
    };
  },
};
