import type { SqlNode, SqlTree } from "../../tree/sql-node.ts";
import { callArguments, callName, operandText, put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

/** The greatest and the least of several values; SQLite calls them by the names of its aggregates. */
const functions = { postgresql: ["greatest", "least"], sqlite: ["max", "min"] } as const;

/** A number without the bound that GREATEST or LEAST puts to it, or bound on the other side. */
export const withoutBound: MutationOperator = {
  id: "without-bound",
  topic: "arithmetic",
  kinds: ["call"],
  *mutationsAt({ tree, node }): Generator<Mutation> {
    const [name] = node.children;
    const values = callArguments(node);
    if (name === undefined || values.length < 2 || !isBound(tree, node)) return;
    const [greatest, least] = functions[tree.dialect];
    const isGreatest = callName(tree, node) === greatest;
    const bound = values.find(({ kind }) => kind === "number");
    const value = values.find((one) => one !== bound);
    if (bound !== undefined && value !== undefined && values.length === 2)
      yield {
        splices: [put(node, operandText(tree, value))],
        meaning: `without ${quote(tree, bound)} as its ${isGreatest ? "least" : "greatest"} value`,
      };
    yield {
      splices: [put(name, (isGreatest ? least : greatest).toUpperCase())],
      meaning: isGreatest ? "the least instead of the greatest" : "the greatest instead of the least",
    };
  },
};

function isBound(tree: SqlTree, node: SqlNode): boolean {
  return functions[tree.dialect].some((name) => name === callName(tree, node));
}
