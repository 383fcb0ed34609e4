import type { DatabaseSchema } from "../../domain/schema.ts";
import type { KeySpace } from "../../sql/anchor/node-keys.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import { parseTree } from "../../sql/tree/parse-tree.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { type ColumnName, columnNames } from "./column-names.ts";

/** One query as exact set match sees it: the texts of its parts, values left out, names in small letters, each list without order. */
export interface QueryParts {
  select: string[];
  /** The same without the aggregate around each. */
  selectWithoutAggregate: string[];
  tables: string[];
  where: string[];
  /** What each condition is about, without its operator and value. */
  whereWithoutOperator: string[];
  /** AND and OR, each once. */
  connectors: string[];
  group: string[];
  having: string[];
  order: string[];
  hasLimit: boolean;
  /** What is behind INTERSECT, UNION and EXCEPT: each as operator and whole query. */
  compounds: string[];
  keywords: string[];
}

/**
 * The parts of the one query of a text; null where the text is not one query that could be read to its end. `space` gives nested queries
 * short names: texts that are to be compared share one.
 */
export function queryPartsOf(
  sql: string,
  { schema, dialect, space }: { schema: DatabaseSchema | null; dialect: SqlDialect; space: KeySpace },
): QueryParts | null {
  const tree = parseTree(sql, dialect);
  const [query, more] = tree.root.children;
  if (tree.skipped > 0 || query === undefined || more !== undefined || !queryKinds.has(query.kind))
    return null;
  return new QueryReader(tree, columnNames(tree, schema), space).read(query);
}

const queryKinds = new Set<SqlNodeKind>(["query", "select", "set-operation", "parenthesised-query"]);
const valueKinds = new Set<SqlNodeKind>([
  ...(["number", "string", "blob", "parameter", "constant", "typed-literal"] as const),
]);
const aggregates = new Set(["max", "min", "count", "sum", "avg"]);

class QueryReader {
  private readonly tree: SqlTree;
  private readonly columnName: ColumnName;
  /** What the names of select items stand for in ORDER BY, GROUP BY and HAVING. */
  private aliases = new Map<string, string>();

  private readonly space: KeySpace;
  private readonly known = new Map<SqlNode, string>();

  constructor(tree: SqlTree, columnName: ColumnName, space: KeySpace) {
    this.tree = tree;
    this.columnName = columnName;
    this.space = space;
  }

  read(query: SqlNode): QueryParts {
    const outer = this.aliases;
    const children = query.kind === "select" ? [] : query.children;
    const compound = query.kind === "set-operation" ? query : child(query, "set-operation");
    const body = compound?.children[0] ?? (query.kind === "select" ? query : children.find(isQuery));
    const first = body !== undefined && body.kind !== "select" ? this.read(body) : this.select(body);
    const parts: QueryParts = {
      ...first,
      tables: [...first.tables, ...this.ctes(query)],
      order: [...first.order, ...this.orderOf(query)],
      hasLimit: first.hasLimit || children.some(isLimit),
      compounds: [...first.compounds, ...this.compoundsOf(compound)],
    };
    this.aliases = outer;
    return { ...parts, keywords: keywordsOf(parts, this.tree, query) };
  }

  private select(select: SqlNode | undefined): QueryParts {
    const items = select?.children.find(({ kind }) => kind === "select-list")?.children ?? [];
    const expressions = items.flatMap((item) => {
      const expression = item.kind === "select-item" ? item.children[0] : undefined;
      if (expression === undefined) return [];
      const alias = child(item, "alias");
      if (alias) this.aliases.set(plain(textOf(this.tree, alias)), this.key(expression));
      return [expression];
    });
    const having = child(select, "having")?.children[0];
    const where = child(select, "where")?.children[0];
    return {
      select: expressions.map((expression) => this.key(expression)),
      selectWithoutAggregate: expressions.map((expression) => this.withoutAggregate(expression)),
      tables: this.tablesOf(child(select, "from")),
      ...this.conditionsOf(where),
      group: (child(select, "group-by")?.children ?? []).map((column) => unqualified(this.key(column))),
      having: having === undefined ? [] : this.conditionsOf(having).where,
      order: this.orderOf(select),
      hasLimit: select?.children.some(isLimit) === true,
      ...{ compounds: [], keywords: [] },
    };
  }

  private withoutAggregate(expression: SqlNode): string {
    const [name, ...rest] = expression.kind === "call" ? expression.children : [];
    const inside = rest.find(({ kind }) => kind !== "distinct");
    if (name === undefined || inside === undefined) return this.key(expression);
    return aggregates.has(textOf(this.tree, name).toLowerCase()) ? this.key(inside) : this.key(expression);
  }

  private tablesOf(from: SqlNode | undefined): string[] {
    const found: string[] = [];
    const visit = (node: SqlNode): void => {
      if (node.kind === "table-name") found.push(plain(textOf(this.tree, node)));
      else if (node.kind === "subquery" || node.kind === "table-function") found.push(this.key(node));
      else if (node.kind !== "on") node.children.forEach(visit);
    };
    from?.children.forEach(visit);
    return found;
  }

  /** Conditions in one list, whatever is in parentheses, with the words between them. */
  private conditionsOf(
    condition: SqlNode | undefined,
  ): Pick<QueryParts, "where" | "whereWithoutOperator" | "connectors"> {
    const [conditions, connectors] = [[] as SqlNode[], new Set<string>()];
    const visit = (node: SqlNode): void => {
      const isChain = node.kind === "and" || node.kind === "or";
      if (isChain) connectors.add(node.kind);
      if (isChain || (node.kind === "parenthesised" && node.children.length === 1))
        node.children.filter(({ kind }) => kind !== "operator").forEach(visit);
      else conditions.push(node);
    };
    if (condition !== undefined) visit(condition);
    return {
      where: conditions.map((node) => this.key(node)),
      whereWithoutOperator: conditions.map((node) => this.subjectOf(node)),
      connectors: [...connectors].sort(),
    };
  }

  private subjectOf(condition: SqlNode): string {
    const [first, second] = condition.children;
    if (condition.kind === "not" && second) return this.subjectOf(second);
    return first === undefined || condition.kind === "exists" ? this.key(condition) : this.key(first);
  }

  private orderOf(query: SqlNode | undefined): string[] {
    return (child(query, "order-by")?.children ?? []).map((item) => {
      const [expression] = item.children;
      const direction = child(item, "order-direction");
      const isDescending = direction !== undefined && textOf(this.tree, direction).toLowerCase() === "desc";
      return `${expression ? this.key(expression) : ""} ${isDescending ? "desc" : "asc"}`;
    });
  }

  private compoundsOf(compound: SqlNode | undefined): string[] {
    return (compound?.children ?? []).flatMap((node, at, all) => {
      const operator = all[at - 1];
      if (operator?.kind !== "operator") return [];
      return [`${textOf(this.tree, operator).toLowerCase().split(/\s+/)[0]} ${this.whole(node)}`];
    });
  }

  private ctes(query: SqlNode): string[] {
    return (child(query, "with")?.children ?? []).map((cte) => {
      const body = cte.children.find(isQuery);
      return `with ${body === undefined ? this.key(cte) : this.whole(body)}`;
    });
  }

  /** A whole query as one text that two queries share if they match exactly. */
  private whole(query: SqlNode): string {
    const { keywords: _, selectWithoutAggregate: __, whereWithoutOperator: ___, ...parts } = this.read(query);
    const key = JSON.stringify(
      Object.values(parts).map((part) => (Array.isArray(part) ? [...part].sort() : part)),
    );
    const short = this.space.get(key) ?? `query ${this.space.size}`;
    this.space.set(key, short);
    return short;
  }

  /** An expression as a text: values are "?", columns have their tables, DISTINCT and parentheses go. */
  private key(node: SqlNode): string {
    const known = this.known.get(node) ?? this.keyOf(node);
    this.known.set(node, known);
    return known;
  }

  private keyOf(node: SqlNode): string {
    if (valueKinds.has(node.kind) || isSigned(node)) return "?";
    if (isQuery(node)) return `(${this.whole(node)})`;
    const inner = node.children.find(isQuery);
    if (node.kind === "subquery" && inner) return `(${this.whole(inner)})`;
    if (node.kind === "column") return this.columnKey(node);
    if (node.kind === "star") return "*";
    if (node.kind === "list")
      return node.children.every((one) => this.key(one) === "?") ? "?" : this.joined(node);
    if (node.kind === "parenthesised" && node.children.length === 1)
      return this.key(node.children[0] as SqlNode);
    return this.joined(node);
  }

  private columnKey(node: SqlNode): string {
    const alias = node.end - node.start === 1 ? this.aliases.get(plain(textOf(this.tree, node))) : undefined;
    return alias ?? this.columnName(node.start, node.end) ?? "?";
  }

  /** The words of a node with the keys of its children at their places. */
  private joined(node: SqlNode): string {
    const words: string[] = [];
    let at = node.start;
    const own = (end: number) => {
      for (; at < end; at += 1) words.push(spelled(this.tree.tokens[at]?.text ?? ""));
    };
    for (const one of node.children) {
      own(one.start);
      if (one.kind !== "distinct")
        words.push(one.kind === "function-name" ? plain(textOf(this.tree, one)) : this.key(one));
      at = one.end;
    }
    own(node.end);
    return words.join(" ");
  }
}

const isQuery = ({ kind }: SqlNode): boolean => queryKinds.has(kind);
const isLimit = ({ kind }: SqlNode): boolean => kind === "limit" || kind === "fetch";
const child = (node: SqlNode | undefined, kind: SqlNodeKind): SqlNode | undefined =>
  node?.children.find((one) => one.kind === kind);
const isSigned = ({ kind, children }: SqlNode): boolean =>
  kind === "unary" && children.every((one) => one.kind === "operator" || one.kind === "number");
const plain = (name: string): string => name.replaceAll(/["`[\]]/g, "").toLowerCase();
const spelled = (word: string): string => (word === "<>" ? "!=" : word === "==" ? "=" : word.toLowerCase());
/** Spider compares the columns of GROUP BY without their tables. */
const unqualified = (key: string): string => key.slice(key.lastIndexOf(".") + 1);

const wordsOf: Partial<Record<SqlNodeKind, string>> = { in: "in", like: "like", not: "not", or: "or" };

function keywordsOf(parts: QueryParts, tree: SqlTree, query: SqlNode): string[] {
  const words = new Set<string>();
  if (parts.where.length > 0) words.add("where");
  if (parts.group.length > 0) words.add("group");
  if (parts.having.length > 0) words.add("having");
  for (const item of parts.order) words.add("order").add(item.endsWith(" desc") ? "desc" : "asc");
  if (parts.hasLimit) words.add("limit");
  for (const compound of parts.compounds) words.add(compound.slice(0, compound.indexOf(" ")));
  for (const node of nodesOf(query)) {
    const word = wordsOf[node.kind];
    if (word !== undefined) words.add(word);
    if (node.kind === "operator" && /^not\b/i.test(textOf(tree, node))) words.add("not");
  }
  return [...words].sort();
}
