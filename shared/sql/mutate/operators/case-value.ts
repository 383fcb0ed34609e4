import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** What a case gives: missing, 0 or 1 instead. */
export const caseValue: MutationOperator = {
  id: "case-value",
  topic: "zero",
  kinds: ["when", "else"],
  *mutationsAt({ tree, node }) {
    const value = node.children.at(-1);
    const condition = node.kind === "when" ? node.children[0] : undefined;
    if (value === undefined || value === condition) return;
    if (!["number", "constant", "string"].includes(value.kind)) return;
    const now = quote(tree, value);
    const where = condition === undefined ? "in all other cases" : `where ${quote(tree, condition)}`;
    const others = value.kind === "string" ? ["NULL"] : ["NULL", "1", "0", "-1"];
    for (const other of others)
      if (other !== now.toUpperCase())
        yield {
          splices: [put(value, other)],
          meaning: `${other === "NULL" ? "missing" : other} instead of ${now} ${where}`,
        };
  },
};
