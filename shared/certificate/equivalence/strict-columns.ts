import { callArguments, callName, quote } from "../../sql/mutate/at-node.ts";
import type { SqlNode, SqlTree } from "../../sql/tree/sql-node.ts";
import { columnIn, type SelectBlock } from "./block.ts";

/** Functions that give NULL where any argument is NULL. */
export const strictCalls = new Set(
  "upper lower trim ltrim rtrim btrim abs round trunc floor ceil ceiling power sqrt exp ln length char_length substr substring replace split_part to_char to_date to_timestamp date_trunc date_part extract left right reverse initcap mod sign date strftime julianday datetime age lpad rpad position strpos".split(
    " ",
  ),
);

const arithmetic = /^(?:[-+*/%]|\|\|)$/;
const comparisons = /^(?:=|<>|!=|<|>|<=|>=)$/;

/**
 * The columns, by their ids, that are not NULL wherever a condition is true; of any other expression those that are not NULL
 * wherever it has a value.
 */
export function strictColumns(block: SelectBlock, node: SqlNode | undefined): Set<string> {
  if (node === undefined) return new Set();
  const { children } = node;
  const all = (nodes: readonly SqlNode[]) => new Set(nodes.flatMap((one) => [...strictColumns(block, one)]));
  switch (node.kind) {
    case "column": {
      const id = columnIn(block, node)?.id;
      return new Set(id === undefined ? [] : [id]);
    }
    case "parenthesised":
    case "cast":
    case "unary":
    case "at-time-zone":
      return all(children.slice(0, node.kind === "unary" ? undefined : 1));
    case "operation":
      return operators(block.tree, node).every((text) => arithmetic.test(text))
        ? all(children.filter(({ kind }) => kind !== "operator"))
        : new Set();
    case "call":
      return strictCalls.has(callName(block.tree, node)) ? all(callArguments(node)) : new Set();
    case "case":
      return inEach(
        block,
        children.filter(({ kind }) => kind === "when" || kind === "else").map((one) => one.children.at(-1)),
      );
    case "comparison":
      if (countsAll(block.tree, node)) return all(callArguments(children[0] as SqlNode));
      return operators(block.tree, node).every((text) => comparisons.test(text)) ? all(children) : new Set();
    case "between":
    case "in":
      return all(children.slice(0, 1));
    case "like":
      return all(children.filter(({ kind }) => kind !== "operator"));
    case "is":
      return /^IS NOT NULL$/i.test(operators(block.tree, node)[0] ?? "")
        ? all(children.slice(0, 1))
        : new Set();
    case "and":
      return all(children);
    case "or":
      return inEach(
        block,
        children.filter(({ kind }) => kind !== "operator"),
      );
    default:
      return new Set();
  }
}

/** The columns without which none of some expressions has a value. */
function inEach(block: SelectBlock, nodes: readonly (SqlNode | undefined)[]): Set<string> {
  const [first, ...others] = nodes.map((node) => strictColumns(block, node));
  return new Set([...(first ?? [])].filter((id) => others.every((one) => one.has(id))));
}

/** Whether a comparison asks whether all of some values are there: num_nonnulls(a, b) = 2. */
export function countsAll(tree: SqlTree, { children: [call, operator, count] }: SqlNode): boolean {
  if (call === undefined || operator === undefined || count === undefined) return false;
  const isAll = Number(quote(tree, count)) === callArguments(call).length;
  return callName(tree, call) === "num_nonnulls" && quote(tree, operator) === "=" && isAll;
}

function operators(tree: SqlTree, { children }: SqlNode): string[] {
  return children.filter(({ kind }) => kind === "operator").map((one) => quote(tree, one).toUpperCase());
}
