import { callArguments, callName, childOf, put, quote } from "../../../sql/mutate/at-node.ts";
import { columnIn } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

/** COUNT of one column of a joined table that is never NULL for COUNT of another. */
export const countedMatches: EquivalenceRule = {
  id: "counted-matches",
  because: "The columns are never NULL in their table, so each is there for every row that has a match.",
  rewrite: (block) =>
    ownNodes(block.select).flatMap((node) => {
      const [value, ...others] = callArguments(node);
      const isCount = callName(block.tree, node) === "count" && childOf(node, "distinct") === undefined;
      const column = value === undefined || others.length > 0 ? null : columnIn(block, value);
      const source = block.sources.find(({ alias }) => column?.id.startsWith(`${alias}.`));
      if (!isCount || value === undefined || column?.notNull !== true || source?.isOptional !== true)
        return [];
      const [first] = [...source.columns].filter(([, one]) => one.notNull).sort(byName);
      const text = first === undefined ? "" : `${source.alias}.${first[0]}`;
      return text === "" || text === quote(block.tree, value) ? [] : [put(value, text)];
    }),
};

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
