import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree } from "../../sql/tree/sql-node.ts";
import { heldConstants } from "./held-constants.ts";

/** A stretch of the gold that can answer a question, with the nodes beside it that say what it is about. */
export interface LocatableNode extends TextRange {
  /** 0-based. */
  statement: number;
  /** Empty for words of a command that no node stands for. */
  nodes: SqlNode[];
  about: SqlNode[];
  /** What it is a constant of, where it cannot answer by itself; null else. */
  holder: SqlNode | null;
}

const clauses = new Set<SqlNodeKind>([
  "order-by",
  "order-item",
  "limit",
  "fetch",
  "offset",
  "group-by",
  "having",
  "join",
  "select-item",
  "select-list",
  "assignment",
  "item",
  "case",
  "when",
  "else",
  "call",
  "operation",
  "or",
  "in",
  "conflict",
]);

/** Conditions are found below these. */
const holders = new Set<SqlNodeKind>(["where", "having", "on", "filter"]);

/**
 * The stretches of a phase's gold that can answer a question: clauses, conditions, output columns, calculations,
 * assignments. None that has to do with a snippet of phase 1, whose words are for the question about its ambiguity; only
 * which columns are shown can always be said.
 */
export function locatableNodes(context: ProvenanceContext, phase: Phase): LocatableNode[] {
  const snippets = phase === 2 ? [] : context.locations.flatMap(({ matches }) => matches);
  return context.gold[phase].flatMap((tree, statement) => {
    const taken = snippets.filter((match) => match.statement === statement).map(({ anchor }) => anchor.range);
    const isFree = ({ from, to }: TextRange) => !taken.some((range) => from < range.to && range.from < to);
    const found: LocatableNode[] = [];
    const add = (node: SqlNode, about: SqlNode[], holder: SqlNode | null) =>
      found.push({ statement, from: node.from, to: node.to, nodes: [node], about, holder });
    walk(tree.root, [], (node, about) => {
      if (isFree(node) || node.kind === "select-list") add(node, about, null);
      else
        for (const part of heldConstants(tree, node).filter(isFree))
          add(
            part,
            [...about, ...nodesOf(node)].filter(({ kind }) => kind === "column" || kind === "alias"),
            node,
          );
    });
    const inCommands = commandParts(tree).filter(isFree);
    return [
      ...found,
      ...inCommands.map((range) => ({ statement, ...range, nodes: [], about: [], holder: null })),
    ];
  });
}

type Take = (node: SqlNode, about: SqlNode[]) => void;

function walk(node: SqlNode, above: readonly SqlNode[], take: Take): void {
  if (node.kind !== "operator" && canAnswer(node, above)) take(node, aboutNode(node, above));
  for (const child of node.children) walk(child, [...above, node], take);
}

function canAnswer(node: SqlNode, above: readonly SqlNode[]): boolean {
  // Several conditions together say more than anybody asked for: each of them answers by itself.
  if (node.kind === "and") return false;
  const parent = above.at(-1);
  const isInner = above.some(({ kind }) => kind === "cte" || kind === "subquery" || kind === "derived-table");
  if (isInner && node.kind === "select-list") return false;
  const isBare = node.kind === "select-item" && node.children[0]?.kind === "column";
  if (isInner && isBare) return false;
  if (node.kind === "comparison" && parent?.kind === "on") return false;
  if (node.kind === "order-item" && parent?.children.length === 1) return false;
  return clauses.has(node.kind) || (parent !== undefined && isCondition(parent, above));
}

function isCondition(parent: SqlNode, above: readonly SqlNode[]): boolean {
  const at = above.findLastIndex(({ kind }) => holders.has(kind));
  const isWithin =
    at >= 0 && above.slice(at + 1).every(({ kind }) => ["and", "or", "parenthesised"].includes(kind));
  return isWithin && (holders.has(parent.kind) || ["and", "or", "parenthesised"].includes(parent.kind));
}

/** What a node without a name of its own is about: the column that it makes or sets. */
function aboutNode(node: SqlNode, above: readonly SqlNode[]): SqlNode[] {
  const item = node.kind === "select-item" ? null : above.findLast(({ kind }) => kind === "select-item");
  const alias = item?.children.find(({ kind }) => kind === "alias");
  const target = above.findLast(({ kind }) => kind === "assignment")?.children[0];
  return [alias, target, ...countedAs(above)].filter((name) => name !== undefined);
}

/** What a query calls the rows that it counts is what its conditions make of them: COUNT(*) AS overloaded. */
function countedAs(above: readonly SqlNode[]): SqlNode[] {
  if (!above.some(({ kind }) => kind === "where")) return [];
  const query = above.findLast(({ kind }) => kind === "select");
  const list = query?.children.find(({ kind }) => kind === "select-list");
  if (list === undefined) return [];
  const found = counts.get(list) ?? countsIn(list);
  counts.set(list, found);
  return found;
}

const counts = new WeakMap<SqlNode, SqlNode[]>();

/** What a list of columns calls the rows that it counts; read once for all conditions of its query. */
function countsIn({ children: items }: SqlNode): SqlNode[] {
  return items.flatMap(({ children }) => {
    const [value, alias] = children;
    const isCount = value?.kind === "call" && value.children.some(({ kind }) => kind === "star");
    return isCount && alias?.kind === "alias" ? [alias] : [];
  });
}

const commandWords =
  /\bRETURNS\s+\w+|\b(?:IMMUTABLE|STABLE|VOLATILE)\b|\bLANGUAGE\s+\w+|\bUNIQUE\s*\([^)]*\)|\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT)\w+\s+\w+|\bADD\s+CONSTRAINT\s+\w+/gi;

/** What a command says outside its parentheses: what a function returns, a constraint, a new column. */
function commandParts({ sql, root }: SqlTree): TextRange[] {
  const isCommand = root.children.some(({ kind }) => kind === "command" || kind === "create-as");
  if (!isCommand) return [];
  const uncommented = sql.replaceAll(/--[^\n]*|\/\*.*?\*\//gs, (comment) => " ".repeat(comment.length));
  return Array.from(uncommented.matchAll(commandWords), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}
