import type { TextRange } from "../../domain/finding.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { clauseOf, type QueryBlock, runnable } from "./query-blocks.ts";

/** Values that are compared: by an operator, BETWEEN, IN, or by MIN and MAX. */
export interface OperandComparison {
  range: TextRange;
  /** "=", "<", "BETWEEN", "IN", "MIN" … in capitals. */
  operator: string;
  operands: SqlNode[];
  /** Shows values of each operand in turn, a column each; literals show themselves. */
  sql: string;
}

const aggregates = new Set(
  "count sum avg min max stddev variance string_agg array_agg json_agg jsonb_agg bool_or bool_and percentile_cont percentile_disc".split(
    " ",
  ),
);
const clauses = ["select-list", "where", "having", "from"] as const;

/** Where one SELECT compares values, with a query each that shows values of both sides, `rows` of them. Places that read their surroundings have one, too: it does not run. */
export function comparisonsOf(tree: SqlTree, block: QueryBlock, rows: number): OperandComparison[] {
  const { node } = block;
  const from = node.kind === "select" ? clauseOf(node, "from") : undefined;
  if (from === undefined) return [];
  const found: OperandComparison[] = [];
  for (const kind of clauses)
    for (const part of ownNodes(clauseOf(node, kind))) {
      const compared = comparedBy(tree, part);
      if (compared === null || compared.operands.length === 0) continue;
      found.push({
        ...compared,
        range: { from: part.from, to: part.to },
        sql: runnable(block, probeOf(tree, node, compared.operands, rows)),
      });
    }
  return found;
}

/** The nodes of a clause, those of the queries inside it left out. */
function* ownNodes(clause: SqlNode | undefined): Generator<SqlNode> {
  const open = clause === undefined ? [] : [clause];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const child of node.children)
      if (!["select", "set-operation", "query"].includes(child.kind)) open.push(child);
  }
}

function comparedBy(tree: SqlTree, node: SqlNode): Pick<OperandComparison, "operator" | "operands"> | null {
  const operands = node.children.filter(({ kind }) => kind !== "operator" && kind !== "list");
  if (node.kind === "comparison" || node.kind === "between" || node.kind === "in") {
    const operator = node.children.find(({ kind }) => kind === "operator");
    if (operator === undefined || operands.some(({ kind }) => kind === "tuple")) return null;
    const listed = node.children.find(({ kind }) => kind === "list")?.children ?? [];
    const compared = [...operands, ...listed].filter(({ kind }) => kind !== "subquery");
    return { operator: textOf(tree, operator).toUpperCase(), operands: compared };
  }
  const name = node.children[0];
  if (node.kind !== "call" || name?.kind !== "function-name") return null;
  const called = textOf(tree, name).toUpperCase();
  if (called !== "MIN" && called !== "MAX") return null;
  return { operator: called, operands: node.children.slice(1, 2) };
}

/** Grouped where an operand aggregates, over all rows of FROM where none does. */
function probeOf(tree: SqlTree, select: SqlNode, operands: readonly SqlNode[], rows: number): string {
  const list = operands.map((operand) => `(${textOf(tree, operand)})`).join(", ");
  const isGrouped = operands.some((operand) => [...nodesOf(operand)].some((node) => isAggregate(tree, node)));
  const kept = isGrouped ? (["from", "where", "group-by"] as const) : (["from"] as const);
  const parts = kept.map((kind) => clauseOf(select, kind)).filter((part) => part !== undefined);
  return `SELECT ${list} ${parts.map((part) => textOf(tree, part)).join(" ")} LIMIT ${rows}`;
}

function isAggregate(tree: SqlTree, { kind, children }: SqlNode): boolean {
  const [name] = children;
  const isWindow = children.some((child) => child.kind === "over");
  return (
    kind === "call" && name !== undefined && !isWindow && aggregates.has(textOf(tree, name).toLowerCase())
  );
}
