import { put } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A row that is there already stays as it is. */
export const conflictAction: MutationOperator = {
  id: "conflict-action",
  topic: "change",
  kinds: ["conflict"],
  *mutationsAt({ node }) {
    const [first] = node.children;
    const last = node.children.at(-1);
    if (first?.kind !== "set" || last === undefined) return;
    // "DO UPDATE SET …": UPDATE stands before SET.
    const update = { from: first.from - "UPDATE ".length, to: last.to };
    yield { splices: [put(update, "NOTHING")], meaning: "rows that are there already stay as they are" };
  },
};
