import { nodeKeys } from "../../../sql/anchor/node-keys.ts";
import { textOf } from "../../../sql/tree/sql-node.ts";
import { conjuncts } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

/** The same condition twice in a chain of AND. */
export const saidTwice: EquivalenceRule = {
  id: "said-twice",
  because: "The same condition is asked twice.",
  rewrite({ tree, select }) {
    const key = nodeKeys(tree, new Map());
    return ownNodes(select)
      .flatMap((chain) => {
        if (chain.kind !== "and") return [];
        const all = conjuncts(chain);
        // Keys overlook qualifiers, in which two conditions may differ.
        const kept = new Map(all.map((one) => [`${key(one)} ${namesIn(textOf(tree, one))}`, one]));
        const text = [...kept.values()].map((one) => textOf(tree, one)).join(" AND ");
        return kept.size === all.length ? [] : [{ from: chain.from, to: chain.to, text }];
      })
      .slice(0, 1);
  },
};

function namesIn(text: string): string {
  return (text.toLowerCase().match(/[\w"]+\s*\.\s*[\w"]+/g) ?? []).sort().join(" ");
}
