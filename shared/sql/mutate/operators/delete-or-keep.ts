import { put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

/** Rows that are kept in a copy before they go, or that only a plan speaks of. */
export const deleteOrKeep: MutationOperator = {
  id: "delete-or-keep",
  topic: "statement",
  kinds: ["delete"],
  *mutationsAt({ tree, node, parents }): Generator<Mutation> {
    const name = node.children[0]?.children.find(({ kind }) => kind === "table-name");
    // Within another statement it is no statement of its own.
    if (name === undefined || parents.length > 1) return;
    const table = quote(tree, name);
    const at = { from: node.from, to: node.from };
    const copy = `${table.replaceAll('"', "").replace(/^.*\./, "")}_archive`;
    yield {
      splices: [put(at, `CREATE TABLE ${copy} AS SELECT * FROM ${table}; `)],
      meaning: `${table} is kept in ${copy} before rows go`,
    };
    yield { splices: [put(at, "EXPLAIN ")], meaning: "it is said what would be done, and nothing is done" };
  },
};
