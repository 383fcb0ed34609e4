import { put } from "../at-node.ts";
import { columnsInReach } from "../columns-in-reach.ts";
import { formulaSql } from "../formula-sql.ts";
import type { MutationOperator } from "../operator.ts";

/** The formula of another node of the knowledge base, over the columns that are read here. */
export const siblingDefinition: MutationOperator = {
  id: "sibling-definition",
  topic: "knowledge",
  kinds: ["operation", "call", "case"],
  *mutationsAt({ tree, node, range, schema, knowledge }) {
    if (node.from !== range.from || node.to !== range.to) return;
    const columns = columnsInReach(tree, node, schema).map(({ column }) => column.name);
    for (const { name, definition } of knowledge) {
      const sql = formulaSql(definition, columns, tree.dialect);
      if (sql !== null) yield { splices: [put(node, sql)], meaning: `what ${name} is` };
    }
  },
};
