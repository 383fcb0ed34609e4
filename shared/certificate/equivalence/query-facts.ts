import type { DatabaseSchema, SchemaTable } from "../../domain/schema.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import { callName, childOf } from "../../sql/mutate/at-node.ts";
import { type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import {
  columnIn,
  conjuncts,
  idOf,
  joinKind,
  type KnownColumn,
  lastNameIn,
  ordinal,
  type SelectBlock,
  type Source,
} from "./block.ts";
import { isNotNull } from "./not-null.ts";
import { strictColumns } from "./strict-columns.ts";

/** What the rows of a query are like. */
interface Made {
  columns: (Omit<KnownColumn, "id"> & { name: string })[];
  /** By names. */
  keys: string[][];
}

const aggregates = new Set(
  "count sum avg min max string_agg group_concat array_agg bool_or bool_and every json_agg jsonb_agg json_object_agg jsonb_object_agg total stddev variance percentile_cont percentile_disc mode".split(
    " ",
  ),
);

const queryKinds = new Set(["select", "query", "set-operation", "parenthesised-query", "subquery", "values"]);

/** What the constraints of a schema say about every SELECT of a text. */
export function queryFacts(tree: SqlTree, schema: DatabaseSchema | null): SelectBlock[] {
  const blocks: SelectBlock[] = [];
  const tables = new Map((schema?.tables ?? []).map((table) => [table.name.toLowerCase(), table]));
  visit({ tree, tables, blocks, ctes: new Map() }, tree.root);
  return blocks;
}

interface Reading {
  tree: SqlTree;
  tables: ReadonlyMap<string, SchemaTable>;
  /** Filled on the way. */
  blocks: SelectBlock[];
  ctes: ReadonlyMap<string, Made | null>;
}

/** Reads a node and all queries within; gives what its rows are like where it is a query, null where that is not known. */
function visit(reading: Reading, node: SqlNode): Made | null {
  if (node.kind === "select") return readSelect(reading, node);
  if (node.kind === "query") return readQuery(reading, node);
  if (node.kind === "update" || node.kind === "delete") reading.blocks.push(changingBlock(reading, node));
  const made = node.children.map((child) => visit(reading, child));
  const isWrapper = node.kind === "subquery" || node.kind === "parenthesised-query";
  return isWrapper && node.children.length === 1 ? (made[0] ?? null) : null;
}

/** An UPDATE or DELETE: nothing is known of its rows, but its conditions can be read. */
function changingBlock({ tree, blocks }: Reading, select: SqlNode): SelectBlock {
  const conditions = conjuncts(childOf(select, "where")?.children[0]);
  return {
    tree,
    select,
    sources: [],
    isKnown: false,
    conditions,
    present: new Set(),
    groupItems: [],
    isAggregated: false,
    all: blocks,
  };
}

/** WITH … SELECT: the CTEs are read in their order, each with those before it. */
function readQuery(reading: Reading, node: SqlNode): Made | null {
  const ctes = new Map(reading.ctes);
  let last: Made | null = null;
  const isRecursive = /\brecursive\b/i.test(textOf(reading.tree, childOf(node, "with") ?? node).slice(0, 20));
  for (const child of node.children)
    if (child.kind === "with")
      for (const cte of child.children) {
        const alias = childOf(cte, "alias");
        const body = cte.children.find(({ kind }) => queryKinds.has(kind));
        const made = body === undefined ? null : visit({ ...reading, ctes }, body);
        const isPlain = !isRecursive && cte.children.length === 2;
        if (alias !== undefined) ctes.set(lastNameIn(reading.tree, alias), isPlain ? made : null);
      }
    else last = visit({ ...reading, ctes }, child);
  return last;
}

function readSelect(reading: Reading, select: SqlNode): Made | null {
  const { tree, blocks } = reading;
  const from = childOf(select, "from");
  const known: Source[] = [];
  let isKnown = true;
  let joined: SqlNode[] = [];
  for (const child of from?.children ?? []) {
    const item = child.kind === "join" ? child.children[1] : child;
    const source =
      item === undefined ? null : readSource(reading, item, child.kind === "join" ? child : null);
    const how = child.kind === "join" ? joinKind(tree, child) : "cross";
    if (how === "right" || how === "full") {
      // A row that has no match meets none of the conditions before.
      joined = [];
      for (const one of known) one.isOptional = true;
    }
    if (source === null) isKnown = false;
    else known.push({ ...source, isOptional: how === "left" || how === "full" });
    const on = child.kind === "join" ? childOf(child, "on") : undefined;
    if (how === "inner") joined.push(...conjuncts(on?.children[0]));
    if (childOf(child, "using") !== undefined) isKnown = false;
    for (const part of child.children) if (part !== item) visit(reading, part);
  }
  const conditions = [...joined, ...conjuncts(childOf(select, "where")?.children[0])];
  const groupBy = childOf(select, "group-by");
  const items = childOf(select, "select-list")?.children.filter(({ kind }) => kind === "select-item") ?? [];
  const partial: SelectBlock = {
    ...{ tree, select, sources: known, isKnown, conditions, present: new Set() },
    groupItems: (groupBy?.children ?? []).map((item) => ordinal(tree, item, items)),
    isAggregated: groupBy !== undefined || isAggregating(tree, select),
    all: blocks,
  };
  const present = conditions.flatMap((condition) => [...strictColumns(partial, condition)]);
  const block = { ...partial, present: new Set(present) };
  for (const child of select.children) if (child !== from) visit(reading, child);
  blocks.push(block);
  return madeBy(block, items);
}

function readSource(reading: Reading, item: SqlNode, join: SqlNode | null): Source | null {
  const { tree, tables, ctes } = reading;
  const made = item.kind === "derived-table" ? visitAll(reading, item) : undefined;
  const nameNode = childOf(item, "table-name");
  const aliasNode = childOf(item, "alias") ?? nameNode;
  if (aliasNode === undefined) return null;
  const alias = lastNameIn(tree, aliasNode);
  if (made !== undefined) return made === null ? null : madeSource(alias, made, join);
  if (item.kind !== "table" || nameNode === undefined) return null;
  const name = lastNameIn(tree, nameNode);
  if (ctes.has(name)) {
    const cte = ctes.get(name) ?? null;
    return cte === null ? null : madeSource(alias, cte, join);
  }
  const table = tables.get(name);
  return table === undefined || table.kind === "view" ? null : tableSource(alias, table, join, tree.dialect);
}

function visitAll(reading: Reading, item: SqlNode): Made | null {
  const body = item.children.find(({ kind }) => queryKinds.has(kind));
  const made = body === undefined ? null : visit(reading, body);
  return /\blateral\b/i.test(textOf(reading.tree, item).slice(0, 8)) ? null : made;
}

function madeSource(alias: string, { columns, keys }: Made, join: SqlNode | null): Source {
  return {
    ...{ alias, table: null, join, isOptional: false },
    columns: new Map(columns.map(({ name, ...column }) => [name, { id: `${alias}.${name}`, ...column }])),
    keys: keys.map((key) => key.map((name) => `${alias}.${name}`)),
  };
}

/** SQLite lets NULL into a primary key that is neither declared NOT NULL nor an INTEGER PRIMARY KEY. */
function tableSource(
  alias: string,
  { name, columns }: SchemaTable,
  join: SqlNode | null,
  dialect: SqlDialect,
): Source {
  const key = columns.filter(({ primaryKey }) => primaryKey);
  const isRowId = key.length === 1 && key[0]?.declaredType.toLowerCase() === "integer";
  const isSure =
    key.length > 0 && (dialect === "postgresql" || isRowId || key.every(({ notNull }) => notNull));
  return {
    ...{ alias, table: name.toLowerCase(), join, isOptional: false },
    columns: new Map(
      columns.map(({ name: column, notNull, declaredType, references, primaryKey }) => [
        column.toLowerCase(),
        {
          id: `${alias}.${column.toLowerCase()}`,
          notNull: notNull || (primaryKey && isSure),
          type: declaredType.toLowerCase(),
          references: references === null ? null : `${references.table}.${references.column}`.toLowerCase(),
        },
      ]),
    ),
    keys: isSure ? [key.map((column) => `${alias}.${column.name.toLowerCase()}`)] : [],
  };
}

/** The columns that a SELECT gives, and its keys where the columns of a grouping are all among them. */
function madeBy(block: SelectBlock, items: readonly SqlNode[]): Made | null {
  const { tree, groupItems, isAggregated, sources, isKnown } = block;
  const columns: Made["columns"] = [];
  const namesOf = new Map<string, string>();
  for (const item of items) {
    const [value] = item.children;
    const alias = childOf(item, "alias");
    if (value === undefined || value.kind === "star" || /\*$/.test(textOf(tree, value))) return null;
    const name = alias ?? (value.kind === "column" ? value : undefined);
    if (name === undefined) continue;
    const text = lastNameIn(tree, name);
    const { type, references } = columnIn(block, value) ?? { type: "", references: null };
    columns.push({ name: text, notNull: isNotNull(block, value), type, references });
    namesOf.set(idOf(block, value), text);
  }
  const rowKey = isAggregated
    ? groupItems.map((item) => idOf(block, item))
    : isKnown && sources.length === 1
      ? (sources[0]?.keys[0] ?? null)
      : null;
  const key = rowKey?.map((id) => namesOf.get(id));
  const isKey = key?.every((name) => name !== undefined) === true && (isAggregated || key.length > 0);
  const hasKeyNotNull = isKey && key.every((name) => columns.find((one) => one.name === name)?.notNull);
  return { columns, keys: hasKeyNotNull ? [key as string[]] : [] };
}

/** Whether a SELECT without GROUP BY has an aggregate of its own. */
function isAggregating(tree: SqlTree, select: SqlNode): boolean {
  if (childOf(select, "having") !== undefined) return true;
  const open = select.children.filter(({ kind }) => kind === "select-list" || kind === "order-by");
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "subquery" || node.kind === "exists") continue;
    if (aggregates.has(callName(tree, node)) && childOf(node, "over") === undefined) return true;
    open.push(...node.children);
  }
  return false;
}
