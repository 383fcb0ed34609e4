import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";
import { outputColumns } from "../output-columns.ts";

/** So many other columns are offered. */
const mostColumns = 5;

/** Another output column to order by. */
export const orderColumn: MutationOperator = {
  id: "order-column",
  topic: "order",
  kinds: ["order-item"],
  *mutationsAt({ tree, node, parents }) {
    const [key] = node.children;
    const [clause, query] = parents;
    if (key === undefined || clause?.kind !== "order-by" || query === undefined) return;
    const used = new Set(
      clause.children.map((item) => (item.children[0] ? quote(tree, item.children[0]) : "")),
    );
    const columns = outputColumns(tree, query)
      .filter(({ name, expression }) => !used.has(name) && !used.has(expression))
      .slice(0, mostColumns);
    for (const { name } of columns)
      yield { splices: [put(key, name)], meaning: `ordered by ${name} instead of ${quote(tree, key)}` };
  },
};
