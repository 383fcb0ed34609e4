import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const types = /^\w+ (text|varchar|character varying|numeric|integer|int|bigint|date|boolean)$/i;
const wider: Record<string, string> = {
  text: "varchar",
  varchar: "text",
  integer: "bigint",
  int: "bigint",
  bigint: "numeric",
};

/** A parameter of a routine that may be left out, or of a type near to its own. */
export const optionalParameter: MutationOperator = {
  id: "optional-parameter",
  topic: "statement",
  kinds: ["item"],
  *mutationsAt({ tree, node, parents }) {
    const [, type] = types.exec(quote(tree, node)) ?? [];
    const routine = parents.find(({ kind }) => kind === "command");
    const isRoutine =
      routine !== undefined && /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE)\b/i.test(quote(tree, routine));
    if (type === undefined || !isRoutine || tree.dialect === "sqlite") return;
    // A parameter behind one that may be left out must have a default, too.
    if (parents[0]?.children.at(-1) === node)
      yield {
        splices: [put({ from: node.to, to: node.to }, " DEFAULT NULL")],
        meaning: `${quote(tree, node)} may be left out`,
      };
    const other = wider[type.toLowerCase()];
    if (other !== undefined)
      yield {
        splices: [put({ from: node.to - type.length, to: node.to }, other)],
        meaning: `${other} instead of ${type}`,
      };
  },
};
