import { childOf, quote } from "../at-node.ts";
import { columnsInReach } from "../columns-in-reach.ts";
import type { MutationOperator } from "../operator.ts";

/** So many columns are asked to be known, one at a time. */
const mostColumns = 3;

/** Only those matches of a join of which something is known. */
export const knownMatches: MutationOperator = {
  id: "known-matches",
  topic: "join",
  kinds: ["join"],
  *mutationsAt({ tree, node, schema }) {
    const table = node.children[1];
    const condition = childOf(node, "on")?.children[0];
    const name = table === undefined ? undefined : (childOf(table, "alias") ?? childOf(table, "table-name"));
    if (condition === undefined || name === undefined || condition.kind === "or") return;
    const alias = quote(tree, name).toLowerCase();
    const used = quote(tree, condition).toLowerCase();
    const columns = columnsInReach(tree, condition, schema)
      .filter((one) => one.alias === alias && !one.column.notNull && !one.column.primaryKey)
      .filter(({ written: [written] }) => !used.includes(written))
      .slice(0, mostColumns);
    for (const { column } of columns)
      yield {
        splices: [{ from: condition.to, to: condition.to, text: ` AND ${alias}.${column.name} IS NOT NULL` }],
        meaning: `only matches whose ${column.name} is known`,
      };
  },
};
