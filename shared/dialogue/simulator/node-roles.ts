import { nameOf } from "../../sql/lex.ts";
import { calledName, isZero } from "../../sql/propose/detail.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import type { QuestionRole } from "./question-roles.ts";

const ofType: Record<string, QuestionRole[]> = {
  decimal_ambiguity: ["decimals"],
  join_ambiguity: ["partners", "missing"],
  distinct_ambiguity: ["duplicates"],
  sort_ambiguity: ["order"],
  null_ambiguity: ["missing", "partners", "stand-in"],
  rank_ambiguity: ["ties"],
  divide_by_zero_ambiguity: ["zero", "partners", "missing", "stand-in"],
  null_value_ambiguity: ["missing", "partners", "stand-in"],
  mixed_unit_ambiguity: ["units"],
  inconsistent_name_ambiguity: ["spelling"],
  semantic_ambiguity: ["threshold"],
};

/** What questions about a type of ambiguity ask for. */
export function rolesOfType(type: string): readonly QuestionRole[] {
  return ofType[type] ?? [];
}

const ofForm = /^(?:decimal|sort|distinct|rank|divide_by_zero|null|null_value|join)_ambiguity$/;

/** All that may be asked of an ambiguity whose type is about the form of a result; empty for others. */
export function rolesOfForm(type: string): readonly QuestionRole[] {
  return ofForm.test(type) ? rolesOfType(type) : [];
}

/** How well a node answers who asks for a role (0 to 1): less what it only holds within. */
export type NodeRoles = Map<QuestionRole, number>;

/** What lies deeper answers less: so much of it is left a level. */
const ofDeeper = 0.85;

/** What a question has to ask for to be about a node. */
export function rolesOfNode(tree: SqlTree, node: SqlNode): NodeRoles {
  const roles: NodeRoles = new Map();
  const within = (inner: SqlNode, degree: number): void => {
    // Nobody is shown what a query within looks up.
    const isLookup = inner !== node && node.kind !== "select-list" && inner.kind.startsWith("select-");
    for (const role of isLookup ? [] : rolesOfOne(tree, inner))
      raise(roles, role, role === "factor" && !hasNumber(inner) ? degree * ofBareFactor : degree);
    if (inner.kind === "select-item" && !isLookup) raise(roles, "columns", degree * 0.4);
    // "Visits without a flow" may speak of a column, too.
    if (inner.kind === "is" || inner.kind === "join") raise(roles, "partners", degree * 0.6);
    if (inner.kind === "call" && /^(?:coalesce|ifnull|nvl)$/.test(calledName(tree, inner)))
      raise(roles, "partners", degree * 0.75);
    if (inner.kind === "join" || countsColumn(tree, inner)) raise(roles, "missing", degree * 0.6);
    // A column of the output or brackets only hold what they show.
    const share = ["select-item", "parenthesised", "cast", "order-item", "where", "having"].includes(
      inner.kind,
    )
      ? 1
      : ofDeeper;
    // The order of a window or a list is not that of the rows.
    const isOrdered = inner.kind === "window-spec" || inner.kind === "call";
    for (const child of inner.children)
      if (!isOrdered || child.kind !== "order-by") within(child, degree * share);
  };
  within(node, 1);
  // Who asks how rows are sorted wants to hear all of it.
  if (isOrderItem(node)) roles.set("order", ofDeeper);
  return roles;
}

/** So well a calculation without a number answers by what something is multiplied. */
const ofBareFactor = 0.93;

function hasNumber({ children }: SqlNode): boolean {
  return children.some(({ kind }) => kind === "number");
}

/** Whether only what is there is counted. */
function countsColumn(tree: SqlTree, node: SqlNode): boolean {
  return (
    node.kind === "call" &&
    calledName(tree, node) === "count" &&
    node.children.some(({ kind }) => kind === "column")
  );
}

/** Notes that something answers a role so well, unless it answers it better. */
export function raise(roles: NodeRoles, role: QuestionRole, degree: number): void {
  roles.set(role, Math.max(roles.get(role) ?? 0, degree));
}

/** What the first words of a stretch of a statement answer, or words of a command that no node stands for. */
export function rolesOfText(text: string): QuestionRole[] {
  if (/^create\b/i.test(text)) return ["object", "label"];
  if (/^drop\b/i.test(text)) return ["object", "removal"];
  if (/^(?:delete|truncate)\b/i.test(text)) return ["removal"];
  if (/^add\b/i.test(text)) return ["label", "type"];
  if (/^unique\b/i.test(text)) return ["duplicates", "columns"];
  return /^(?:returns|language|immutable|stable|volatile)\b/i.test(text) ? ["type"] : [];
}

const ofKind: Partial<Record<SqlNodeKind, QuestionRole[]>> = {
  "order-by": ["order"],
  "order-item": ["order"],
  limit: ["limit"],
  fetch: ["limit"],
  offset: ["limit"],
  conflict: ["duplicates"],
  "nulls-order": ["missing"],
  "group-by": ["groups"],
  distinct: ["duplicates"],
  "select-list": ["columns"],
  "select-item": ["shown"],
  comparison: ["filter"],
  in: ["choice", "filter"],
  between: ["threshold", "filter"],
  operation: ["calculation", "factor"],
  "typed-literal": ["period"],
  join: ["link"],
  else: ["rest"],
  item: ["type"],
  or: ["either"],
  assignment: ["entered"],
};

/** What a node answers by itself, whatever it holds. */
export function rolesOfOne(tree: SqlTree, node: SqlNode): QuestionRole[] {
  const roles = isPath(tree, node) ? [] : [...(ofKind[node.kind] ?? [])];
  const text = textOf(tree, node);
  // Who asks where something stands asks for its path.
  if (isPath(tree, node)) roles.push("link");
  if (node.kind === "join" && /^\s*(?:left|right|full)/i.test(text)) roles.push("partners");
  if (node.kind === "is") roles.push("filter", /\bnull\b/i.test(text) ? "missing" : "choice");
  if (node.kind === "not") roles.push("filter", "choice");
  if (comparesTime(tree, node)) roles.push("period");
  if (node.kind === "exists") roles.push("partners", "duplicates", "choice", "filter", "either");
  if (node.kind === "item" && /\bnull\b/i.test(text)) roles.push("missing");
  if (breaksTies(tree, node)) roles.push("tie-break");
  if (node.kind === "string" && /\d{4}-\d\d/.test(text)) roles.push("period");
  if (isLink(tree, node)) return ["link"];
  if (node.kind === "comparison") roles.push(isOrdering(tree, node) ? "threshold" : "choice");
  if (node.kind === "case" && /like/i.test(text)) roles.push("units");
  if (substitutes(node)) roles.push("stand-in");
  // A classification is a ladder of limits.
  if (node.kind === "case" && /[<>]|\bbetween\b/i.test(text)) roles.push("threshold", "label");
  if (isTimed.has(node.kind) && /\b(?:now\s*\(|current_(?:date|timestamp)|interval\b)/i.test(text))
    roles.push("period");
  if (node.kind === "comparison" && takesFirst(tree, node)) roles.push("limit");
  if (node.kind === "operation" && (/epoch/i.test(text) || isChangeOfUnit(tree, node))) roles.push("units");
  if (node.kind === "item" && /\breferences\b/i.test(text)) roles.push("link");
  if (node.kind === "when" && node.children[0]?.children.some((child) => isZero(tree, child)))
    roles.push("zero", "missing");
  if (node.kind === "operator" && /^or$/i.test(text)) roles.push("either");
  if (isSelfMatch(tree, node)) roles.push(isOrdering(tree, node) ? "survivor" : "duplicates");
  if (node.kind === "call" && node.children.some(({ kind }) => kind === "distinct")) roles.push("duplicates");
  if (node.kind === "call" && !isPivot(tree, node)) roles.push(...rolesOfCall(calledName(tree, node)));
  return roles;
}

/** Whether a choice only replaces some of the values of a column: CASE WHEN … THEN … ELSE value END. */
function substitutes({ kind, children }: SqlNode): boolean {
  return (
    kind === "case" && children.at(-1)?.kind === "else" && children.at(-1)?.children[0]?.kind === "column"
  );
}

/** Whether something is held against a day or a moment. */
function comparesTime(tree: SqlTree, { kind, children }: SqlNode): boolean {
  return (
    (kind === "comparison" || kind === "between") &&
    children.some((child) => /^(?:\w+\s*)?'\d{4}-\d\d/.test(textOf(tree, child)))
  );
}

const isTimed: ReadonlySet<SqlNodeKind> = new Set(["comparison", "between", "assignment"]);
const places = /^(?:rank|dense_rank|row_number)$/;

/** Whether a comparison keeps the first places of a ranking: r.place <= 3. */
function takesFirst(tree: SqlTree, { children }: SqlNode): boolean {
  const column = children.find(({ kind }) => kind === "column");
  const name = column === undefined ? null : nameOf(tree.tokens[column.end - 1])?.toLowerCase();
  return name !== null && name !== undefined && orderOf(tree).places.has(name);
}

/** What is found in the whole of a tree, read once for all of its nodes. */
interface TreeOrder {
  /** The names, in small letters, of columns that hold the place in a ranking. */
  places: ReadonlySet<string>;
  /** The items of orders that are not the first of theirs. */
  laterItems: ReadonlySet<SqlNode>;
}

const orders = new WeakMap<SqlTree, TreeOrder>();

function orderOf(tree: SqlTree): TreeOrder {
  const found = orders.get(tree) ?? readOrder(tree);
  orders.set(tree, found);
  return found;
}

function readOrder(tree: SqlTree): TreeOrder {
  const names = new Set<string>();
  const laterItems = new Set<SqlNode>();
  // A place is known behind the nodes that it holds, so parents are read last.
  const ranking = new Set<SqlNode>();
  for (const node of [...nodesOf(tree.root)].reverse()) {
    const { kind, children } = node;
    const isPlace = kind === "call" && places.test(calledName(tree, node));
    if (isPlace || children.some((child) => ranking.has(child))) ranking.add(node);
    const [value, alias] = children;
    if (kind === "select-item" && value !== undefined && alias?.kind === "alias" && ranking.has(value)) {
      const name = nameOf(tree.tokens[alias.start])?.toLowerCase();
      if (name !== undefined) names.add(name);
    }
    if (kind === "order-by") for (const item of children.filter(isOrderItem).slice(1)) laterItems.add(item);
  }
  return { places: names, laterItems };
}

const isOrderItem = ({ kind }: SqlNode): boolean => kind === "order-item";

/** Whether a comparison only says which rows of two tables belong together. */
function isLink(tree: SqlTree, { kind, children }: SqlNode): boolean {
  const isPlain = children.every((child) => child.kind === "column" || child.kind === "operator");
  return kind === "comparison" && isPlain && children.some((child) => textOf(tree, child) === "=");
}

/** Whether an order decides between rows that are equal by its first item, or is an item that does. */
function breaksTies(tree: SqlTree, node: SqlNode): boolean {
  if (node.kind === "order-by") return node.children.filter(isOrderItem).length > 1;
  return isOrderItem(node) && orderOf(tree).laterItems.has(node);
}

/** Whether an aggregate only picks the one value that its filter leaves. */
function isPivot(tree: SqlTree, node: SqlNode): boolean {
  return /^(?:max|min)$/.test(calledName(tree, node)) && node.children.some(({ kind }) => kind === "filter");
}

/** Whether an operation calculates nothing: it looks something up in JSON, or joins texts. */
function isPath(tree: SqlTree, { kind, children }: SqlNode): boolean {
  const operators = children.filter((child) => child.kind === "operator").map((child) => textOf(tree, child));
  return (
    kind === "operation" && operators.length > 0 && operators.every((one) => /^(?:->>?|#>>?|\|\|)$/.test(one))
  );
}

/** Whether something is multiplied or divided by what two units of a thing differ by. */
function isChangeOfUnit(tree: SqlTree, { children }: SqlNode): boolean {
  return children.some(
    (child) => child.kind === "number" && /^(?:1000|0\.001|24|60|3600|86400)$/.test(textOf(tree, child)),
  );
}

/** Whether a comparison matches two rows of one table: the same columns on both sides. */
function isSelfMatch(tree: SqlTree, node: SqlNode): boolean {
  const { kind, children } = node;
  const [left, , right] = kind === "comparison" ? children : [];
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  if (left.kind !== "tuple" && !(left.kind === "column" && isOrdering(tree, node))) return false;
  const bare = (side: SqlNode) => textOf(tree, side).toLowerCase().replaceAll(/\w+\./g, "");
  return bare(left) === bare(right);
}

/** Whether a comparison sets a limit, by its own operator. */
function isOrdering(tree: SqlTree, { children }: SqlNode): boolean {
  return children.some((child) => child.kind === "operator" && /^(?:<=?|>=?)$/.test(textOf(tree, child)));
}

const ofCall: [name: RegExp, roles: QuestionRole[]][] = [
  [/^(?:round|trunc|ceil|ceiling|floor)$/, ["decimals"]],
  [/^(?:coalesce|ifnull|nvl)$/, ["missing", "stand-in"]],
  [/^num_nonnulls$/, ["missing"]],
  [/^nullif$/, ["zero"]],
  [/^(?:upper|lower|trim|btrim|initcap|replace)$/, ["spelling"]],
  [/^(?:rank|dense_rank|row_number)$/, ["ties"]],
  [/^(?:to_char|strftime|format)$/, ["period", "shown"]],
  [/^(?:extract|date_trunc|date_part)$/, ["period"]],
  [/^(?:string_agg|group_concat|array_agg)$/, ["separator"]],
  [/^count$/, ["counted", "calculation"]],
  [
    /^(?:avg|sum|max|min|median|mode|percentile_cont|percentile_disc|stddev\w*|var\w*|corr)$/,
    ["aggregate", "calculation"],
  ],
  [/^ntile$/, ["groups", "ties"]],
  [/^(?:jsonb?_\w+|to_jsonb?|row_to_json|array_to_json)$/, ["type", "shown"]],
  [/^(?:bool_or|bool_and)$/, ["either"]],
];

function rolesOfCall(name: string): QuestionRole[] {
  return ofCall.find(([pattern]) => pattern.test(name))?.[1] ?? [];
}
