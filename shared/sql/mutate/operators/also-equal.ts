import { put, quote } from "../at-node.ts";
import { columnsInReach } from "../columns-in-reach.ts";
import type { MutationOperator } from "../operator.ts";

/** So many other columns are asked to be equal, one at a time. */
const mostColumns = 6;

/** Two rows of one table that are alike in one more column. */
export const alsoEqual: MutationOperator = {
  id: "also-equal",
  topic: "condition",
  kinds: ["comparison"],
  *mutationsAt(site) {
    const { tree, node } = site;
    const [left, , right] = node.children.map((side) => (side.kind === "tuple" ? side.children[0] : side));
    if (left?.kind !== "column" || right?.kind !== "column") return;
    const [one, other] = [left, right].map((column) => quote(tree, column).toLowerCase());
    const reach = columnsInReach(tree, left, site.schema);
    const tableOf = (text: string | undefined) => reach.find(({ written }) => written[0] === text);
    const [mine, theirs] = [tableOf(one), tableOf(other)];
    if (
      mine === undefined ||
      theirs === undefined ||
      mine.table !== theirs.table ||
      mine.alias === theirs.alias
    )
      return;
    const compared = quote(tree, node).toLowerCase();
    const columns = reach
      .filter(
        ({ alias, column, written }) =>
          alias === mine.alias && !column.primaryKey && !compared.includes(written[0]),
      )
      .slice(0, mostColumns);
    for (const { column } of columns)
      yield {
        splices: [
          put(
            node,
            `(${quote(tree, node)} AND ${mine.alias}.${column.name} = ${theirs.alias}.${column.name})`,
          ),
        ],
        meaning: `only where ${column.name} is the same, too`,
      };
  },
};
