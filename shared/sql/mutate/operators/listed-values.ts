import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Fewer values in a list: one left out, or one alone. */
export const listedValues: MutationOperator = {
  id: "listed-values",
  topic: "value",
  kinds: ["in"],
  *mutationsAt({ tree, node }) {
    const list = node.children.find(({ kind }) => kind === "list");
    const values = list?.children ?? [];
    const [first] = values;
    const last = values.at(-1);
    if (first === undefined || last === undefined || values.length < 2) return;
    const written = values.map((value) => quote(tree, value));
    for (const left of written) {
      const kept = written.filter((one) => one !== left).join(", ");
      yield {
        splices: [put({ from: first.from, to: last.to }, kept)],
        meaning: `only ${kept}, without ${left}`,
      };
    }
  },
};
