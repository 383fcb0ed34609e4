import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { argumentsOf, calledName, type ImplementationDetail, isZero, unwrapped } from "./detail.ts";

const wraps = ["round", "trunc", "abs"];

const cues = [
  /\b(?:treat(?:ing|ed)?|count(?:ing|ed)?|tak(?:ing|e)|show(?:ing|n)?)\b[^,.;?!()]*\b(?:zero|0|divisions? by zero|empty)\b[^,.;?!()]*\bas\b[^,.;?!()]*/iu,
  /\b(?:avoid(?:ing)?|guard(?:ing)? against|handl(?:e|ing)) (?:a )?divisions? by zero\b[^,.;?!()]*/iu,
  /(?:\b0|\bzero|\bnull|\bnothing) (?:where|when|if|for)\b[^,.;?!()]*\b(?:no|none|zero|0|not)\b[^,.;?!()]*/iu,
  /\b(?:0|zero|null|nothing) without\b[^,.;?!()]*/iu,
];

/** What a division by zero gives: NULLIF(d, 0), with the COALESCE around it, or a CASE that asks for zero. */
export const divideByZeroDetail: ImplementationDetail = {
  type: "divide_by_zero_ambiguity",
  decidedBy({ tree, node, above }) {
    if (guardsDivision(tree, node)) return node;
    if (isNullIfZero(tree, node)) return above.some((outer) => guardsDivision(tree, outer)) ? null : node;
    return node.kind === "case" && asksForZero(tree, node) ? node : null;
  },
  cues: () => cues,
  termStands: "by-name",
};

/** Whether a node is COALESCE (or the like) around a division by NULLIF(d, 0): it says what the division gives then. */
export function guardsDivision(tree: SqlTree, node: SqlNode): boolean {
  if (!["coalesce", "ifnull"].includes(calledName(tree, node))) return false;
  const [first] = argumentsOf(node);
  const inner = first === undefined ? node : unwrapped(tree, first, wraps);
  if (inner.kind !== "operation") return false;
  return inner.children.some((child) => isNullIfZero(tree, unwrapped(tree, child)));
}

function isNullIfZero(tree: SqlTree, node: SqlNode): boolean {
  return calledName(tree, node) === "nullif" && isZero(tree, argumentsOf(node)[1]);
}

/** CASE WHEN d = 0 … or WHEN d > 0 … where something is divided by d. */
function asksForZero(tree: SqlTree, node: SqlNode): boolean {
  const asked = new Set<string>();
  for (const { kind, children } of nodesOf(node)) {
    const [left, , right] = children;
    if (kind === "comparison" && left !== undefined && isZero(tree, right)) asked.add(keyOf(tree, left));
  }
  return asked.size > 0 && divisorsIn(tree, node).some((divisor) => asked.has(keyOf(tree, divisor)));
}

function divisorsIn(tree: SqlTree, node: SqlNode): SqlNode[] {
  return [...nodesOf(node)].flatMap(({ kind, children }) =>
    kind === "operation"
      ? children.filter((_, index) => {
          const operator = children[index - 1];
          return operator?.kind === "operator" && ["/", "%"].includes(textOf(tree, operator));
        })
      : [],
  );
}

function keyOf(tree: SqlTree, node: SqlNode): string {
  const inner = unwrapped(tree, node);
  const words = tree.tokens.slice(inner.start, inner.end).map(({ text }) => text.toLowerCase());
  return words.join(" ");
}
