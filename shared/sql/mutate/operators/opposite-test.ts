import { put, quote, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** The opposite of a test: IN, LIKE, BETWEEN, IS NULL, EXISTS, NOT. */
export const oppositeTest: MutationOperator = {
  id: "opposite-test",
  topic: "condition",
  kinds: ["in", "like", "between", "is", "exists", "not"],
  *mutationsAt({ tree, node, parents: [parent] }) {
    const meaning = `the opposite of ${quote(tree, node)}`;
    const [first, inner] = node.children;
    if (node.kind === "exists" && parent?.kind !== "not")
      yield { splices: [{ from: node.from, to: node.from, text: "NOT " }], meaning };
    if (node.kind === "not" && first !== undefined && inner !== undefined)
      yield { splices: [put({ from: first.from, to: inner.from }, "")], meaning };
    if (node.kind === "exists" || node.kind === "not") return;
    const sign = node.children.find(({ kind }) => kind === "operator");
    if (sign === undefined) return;
    const said = words(tree, sign);
    const splice = said.startsWith("IS")
      ? put(sign, said.startsWith("IS NOT") ? said.replace("IS NOT", "IS") : said.replace("IS", "IS NOT"))
      : put(sign, said.startsWith("NOT ") ? said.slice(4) : `NOT ${said}`);
    if (said === "ISNULL" || said === "NOTNULL") splice.text = said === "ISNULL" ? "NOTNULL" : "ISNULL";
    yield { splices: [splice], meaning };
  },
};
