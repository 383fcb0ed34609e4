import { put, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const others: Record<string, readonly [text: string, meaning: string][]> = {
  UNION: [
    ["UNION ALL", "equal rows as often as they occur instead of once"],
    ["INTERSECT", "rows of both instead of either"],
  ],
  "UNION ALL": [["UNION", "equal rows once instead of as often as they occur"]],
  INTERSECT: [
    ["UNION", "rows of either instead of both"],
    ["EXCEPT", "rows of the first alone instead of both"],
  ],
  EXCEPT: [["INTERSECT", "rows that are in both instead of the first alone"]],
};

/** How two queries are put together. */
export const setOperator: MutationOperator = {
  id: "set-operator",
  topic: "duplicates",
  kinds: ["set-operation"],
  *mutationsAt({ tree, node }) {
    for (const child of node.children)
      if (child.kind === "operator")
        for (const [text, meaning] of others[words(tree, child)] ?? [])
          yield { splices: [put(child, text)], meaning };
  },
};
