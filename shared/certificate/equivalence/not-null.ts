import { callArguments, callName, childOf, quote } from "../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../sql/tree/sql-node.ts";
import { columnIn, type SelectBlock } from "./block.ts";
import { strictCalls } from "./strict-columns.ts";

/** Aggregates that are NULL only where no value comes in. */
const ofValues = new Set(["min", "max", "sum", "avg", "string_agg", "array_agg", "bool_or", "bool_and"]);
const neverNull = new Set([
  "count",
  "num_nonnulls",
  "num_nulls",
  "row_number",
  "rank",
  "dense_rank",
  "concat",
]);

/** Whether an expression of the select list, GROUP BY, HAVING or ORDER BY of a block is never NULL. */
export function isNotNull(block: SelectBlock, node: SqlNode | undefined): boolean {
  if (node === undefined) return false;
  const { kind, children } = node;
  const operands = () => children.filter((child) => child.kind !== "operator");
  switch (kind) {
    case "number":
    case "string":
    case "typed-literal":
    case "exists":
    case "is":
      return true;
    case "constant":
      return /^(?:true|false)$/i.test(quote(block.tree, node));
    case "column":
      return isColumnNotNull(block, node);
    case "parenthesised":
    case "cast":
    case "at-time-zone":
      return isNotNull(block, children[0]);
    case "unary":
    case "comparison":
    case "like":
    case "between":
      return operands().every((one) => isNotNull(block, one));
    case "operation":
      return isOperationNotNull(block, node);
    case "case":
      return (
        childOf(node, "else") !== undefined &&
        children
          .filter((one) => one.kind === "when" || one.kind === "else")
          .every((one) => isNotNull(block, one.children.at(-1)))
      );
    case "call":
      return isCallNotNull(block, node);
    default:
      return false;
  }
}

function isColumnNotNull(block: SelectBlock, node: SqlNode): boolean {
  const column = columnIn(block, node);
  if (column === null) return false;
  if (block.present.has(column.id)) return true;
  const source = block.sources.find(({ alias }) => column.id.startsWith(`${alias}.`));
  return column.notNull && source?.isOptional === false;
}

/** SQLite divides by zero to NULL; PostgreSQL fails. */
function isOperationNotNull(block: SelectBlock, { children }: SqlNode): boolean {
  const known = block.tree.dialect === "postgresql" ? /^(?:[-+*/%]|\|\|)$/ : /^(?:[-+*]|\|\|)$/;
  return children.every((one) =>
    one.kind === "operator" ? known.test(quote(block.tree, one)) : isNotNull(block, one),
  );
}

function isCallNotNull(block: SelectBlock, node: SqlNode): boolean {
  const name = callName(block.tree, node);
  const values = callArguments(node);
  if (neverNull.has(name)) return true;
  if (name === "coalesce" || name === "ifnull") return values.some((one) => isNotNull(block, one));
  if (name === "greatest" || name === "least") return values.some((one) => isNotNull(block, one));
  const isWindow = childOf(node, "over") !== undefined;
  if (ofValues.has(name) && !isWindow)
    return (
      block.groupItems.length > 0 && childOf(node, "filter") === undefined && isNotNull(block, values[0])
    );
  return strictCalls.has(name) && values.length > 0 && values.every((one) => isNotNull(block, one));
}
