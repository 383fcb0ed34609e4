import { nameOf } from "../../lex.ts";
import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** So many other tables are offered for one. */
const mostTables = 4;

/** Another table that has the columns which are used of this one. */
export const siblingTable: MutationOperator = {
  id: "sibling-table",
  topic: "column",
  kinds: ["table-name"],
  *mutationsAt({ tree, node, parents: [table], schema }) {
    const alias = table?.children.find(({ kind }) => kind === "alias");
    const name = quote(tree, node);
    // "public.scans" is the table scans.
    const own = nameOf(tree.tokens[node.end - 1])?.toLowerCase();
    const called = (alias === undefined ? name : quote(tree, alias)).toLowerCase();
    const used = new Set(
      tree.tokens.flatMap(({ text }, at) =>
        text === "." && tree.tokens[at - 1]?.text.toLowerCase() === called
          ? (tree.tokens[at + 1]?.text.toLowerCase() ?? [])
          : [],
      ),
    );
    if (used.size === 0) return;
    const others = (schema?.tables ?? []).filter(({ name: other, columns }) => {
      const names = new Set(columns.map((column) => column.name.toLowerCase()));
      return other.toLowerCase() !== own && [...used].every((column) => names.has(column));
    });
    for (const other of others.slice(0, mostTables))
      yield { splices: [put(node, other.name)], meaning: `${other.name} instead of ${name}` };
  },
};
