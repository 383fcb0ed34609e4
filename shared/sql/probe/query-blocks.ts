import { type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";

/** A query inside a statement, with what it takes to run it alone. */
export interface QueryBlock {
  /** A `select`, or the `set-operation` of several. */
  node: SqlNode;
  /** What ends it, in the order of the text: order-by, limit, offset, fetch, locking. */
  tail: SqlNode[];
  /** The CTEs that it may name, as they are written, each with its name. */
  ctes: string[];
  recursive: boolean;
  /** Whether its rows are those of the statement. */
  isOutermost: boolean;
}

const bodies = new Set(["select", "set-operation"]);
const tails = new Set(["order-by", "limit", "offset", "fetch", "locking"]);
const transparent = new Set(["query", "parenthesised-query"]);

type Scope = Pick<QueryBlock, "ctes" | "recursive" | "isOutermost">;

/** The queries of a statement, the outermost first; a query that reads its surroundings (LATERAL, correlated) is among them and does not run alone. */
export function queryBlocks(tree: SqlTree, statement: SqlNode): QueryBlock[] {
  const found: QueryBlock[] = [];
  const visit = (node: SqlNode, scope: Scope, tail: SqlNode[]) => {
    if (bodies.has(node.kind)) found.push({ node, tail: [...ownTail(node), ...tail], ...scope });
    const ctes = node.children.find(({ kind }) => kind === "with");
    const inside = ctes === undefined ? scope : visitCtes(tree, ctes, scope, visit);
    const passesOn = transparent.has(node.kind);
    const outer = passesOn ? [...node.children.filter(({ kind }) => tails.has(kind)), ...tail] : [];
    for (const child of node.children) {
      if (child === ctes) continue;
      const goesOn = passesOn && (bodies.has(child.kind) || transparent.has(child.kind));
      visit(child, { ...inside, isOutermost: inside.isOutermost && goesOn }, goesOn ? outer : []);
    }
  };
  visit(statement, { ctes: [], recursive: false, isOutermost: true }, []);
  return found.sort((one, other) => Number(other.isOutermost) - Number(one.isOutermost));
}

/** Each CTE may name those before it. */
function visitCtes(
  tree: SqlTree,
  clause: SqlNode,
  scope: Scope,
  visit: (node: SqlNode, scope: Scope, tail: SqlNode[]) => void,
): Scope {
  const recursive = scope.recursive || tree.tokens[clause.start + 1]?.text.toUpperCase() === "RECURSIVE";
  const ctes = [...scope.ctes];
  for (const cte of clause.children) {
    for (const child of cte.children) visit(child, { ctes: [...ctes], recursive, isOutermost: false }, []);
    ctes.push(textOf(tree, cte));
  }
  return { ...scope, ctes, recursive };
}

/** The tail that was read with a SELECT; that of the last SELECT of a compound is the compound's. */
function ownTail(node: SqlNode): SqlNode[] {
  const owner = node.kind === "set-operation" ? node.children.at(-1) : node;
  return owner?.kind === "select" ? owner.children.filter(({ kind }) => tails.has(kind)) : [];
}

/** A query of its own: the body of a query block, behind the CTEs that it may name. */
export function runnable({ ctes, recursive }: Pick<QueryBlock, "ctes" | "recursive">, body: string): string {
  if (ctes.length === 0) return body;
  return `WITH ${recursive ? "RECURSIVE " : ""}${ctes.join(", ")} ${body}`;
}

/** The select list, FROM, WHERE … of a SELECT; undefined where it has none. */
export function clauseOf(select: SqlNode, kind: SqlNode["kind"]): SqlNode | undefined {
  return select.children.find((child) => child.kind === kind);
}
