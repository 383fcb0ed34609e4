import { put, quote } from "../at-node.ts";
import { joinsTables } from "../joins-tables.ts";
import type { MutationOperator } from "../operator.ts";

const clauses = new Set(["where", "having", "filter"]);

/** No condition at all; of several conditions one goes by `drop-condition`. */
export const anyRow: MutationOperator = {
  id: "any-row",
  topic: "condition",
  kinds: ["comparison", "is", "in", "like", "between", "exists", "not"],
  *mutationsAt({ tree, node, range, parents: [parent] }) {
    if (parent === undefined || joinsTables(tree, node)) return;
    const isOneOfSeveral = parent.kind === "and" || parent.kind === "or";
    const isWhole = node.from === range.from && node.to === range.to;
    if (!clauses.has(parent.kind) && !(isOneOfSeveral && isWhole)) return;
    yield { splices: [put(node, "TRUE")], meaning: `whatever it is, instead of ${quote(tree, node)}` };
  },
};
