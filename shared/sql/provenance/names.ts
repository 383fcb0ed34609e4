import type { ColumnMeaning } from "../../domain/column-meaning.ts";
import type { DatabaseSchema, SchemaTable } from "../../domain/schema.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../lex.ts";
import { sqlReferences } from "../references.ts";
import { nodesOf, type SqlNode, type SqlTree } from "../tree/sql-node.ts";
import type { Trace } from "./origin.ts";
import { type ProvenanceContext, type Sources, tracesIn } from "./sources.ts";
import { hasWhole, saysValue, saysWords } from "./word-index.ts";

/** Which names of a statement are the schema's, and which the gold gives itself. */
export interface NamesOf {
  /** `table` or `table.column` by the offset at which the name ends. */
  ofSchema: ReadonlyMap<number, string>;
  /** Names that the gold gives, in small letters: aliases, CTEs, parameters, variables, objects it creates. */
  given: ReadonlySet<string>;
}

/** Reads the names of all statements, since a later one may use what an earlier one created. */
export function namesOf({ gold, schema: loaded, meanings }: ProvenanceContext, phase: Phase): NamesOf[] {
  const schema = loaded ?? meantSchema(meanings, "");
  const earlier = phase === 2 ? gold[1] : [];
  const given = new Set([...earlier, ...gold[phase]].flatMap(givenNames));
  return gold[phase].map((tree) => {
    const references = sqlReferences(tree.sql, schema, tree.dialect);
    const entries = references.map(
      ({ to, table, column }) => [to, column === null ? table : `${table}.${column}`] as const,
    );
    return { ofSchema: new Map([...unscoped(tree, schema), ...entries]), given };
  });
}

/** Names by what they are called alone: of the schema's tables, and of the columns of those that the statement names. */
function unscoped(tree: SqlTree, schema: DatabaseSchema): [number, string][] {
  const nodes = [...nodesOf(tree.root)].flatMap(({ kind, end }) => {
    const token = kind === "table-name" || kind === "column" ? tree.tokens[end - 1] : undefined;
    const name = nameOf(token)?.toLowerCase();
    return token === undefined || name === undefined ? [] : [{ kind, name, to: token.to }];
  });
  const named = new Set(nodes.filter(({ kind }) => kind === "table-name").map(({ name }) => name));
  const known = new Map<string, string>();
  for (const { name, columns } of schema.tables) {
    known.set(`table-name ${name.toLowerCase()}`, name);
    if (!named.has(name.toLowerCase())) continue;
    for (const column of columns) known.set(`column ${column.name.toLowerCase()}`, `${name}.${column.name}`);
  }
  return nodes.flatMap(({ kind, name, to }) => {
    const found = known.get(`${kind} ${name}`);
    return found === undefined ? [] : [[to, found] as [number, string]];
  });
}

function givenNames(tree: SqlTree): string[] {
  return [...nodesOf(tree.root)].flatMap((node) => {
    const { kind, start } = node;
    // AS x(a, b): the columns behind an alias are outside its nodes.
    if (kind === "derived-table" || kind === "table-function" || kind === "cte")
      return namesOutside(tree, node);
    const isName = kind === "alias" || kind === "item" || kind === "body-statement";
    const name = isName ? nameOf(tree.tokens[start]) : null;
    return name === null
      ? createdName(tree, node.kind === "command" || kind === "create-as" ? start : -1)
      : [name.toLowerCase()];
  });
}

/** The names in a node that are in none of its parts but its alias. */
function namesOutside(tree: SqlTree, { start, end, children }: SqlNode): string[] {
  const bodies = children.filter(({ kind }) => kind !== "alias");
  return tree.tokens.slice(start, end).flatMap((token) => {
    const isInBody = bodies.some(({ from, to }) => from <= token.from && token.to <= to);
    return isInBody ? [] : (nameOf(token)?.toLowerCase() ?? []);
  });
}

/** CREATE … name: the first name behind the words that say what is created. */
function createdName(tree: SqlTree, start: number): string[] {
  if (start < 0 || !/^create$/i.test(tree.tokens[start]?.text ?? "")) return [];
  const at = createdNameAt(tree, start);
  return at === null ? [] : [(nameOf(tree.tokens[at]) as string).toLowerCase()];
}

const createWords =
  /^(?:create|or|replace|temp|temporary|unique|materialized|unlogged|table|view|function|procedure|trigger|type|domain|sequence|index|schema|if|not|exists|concurrently|recursive)$/i;

/** The token that names what a CREATE makes; null where there is none. */
export function createdNameAt(tree: SqlTree, start: number): number | null {
  let at = start;
  while (createWords.test(tree.tokens[at]?.text ?? "")) at += 1;
  while (tree.tokens[at + 1]?.text === "." && nameOf(tree.tokens[at + 2]) !== null) at += 2;
  return nameOf(tree.tokens[at]) === null ? null : at;
}

/** Where a column or table name can be known from. */
export function nameTraces(
  { name, to }: { name: string; to: number },
  names: NamesOf,
  { schema }: ProvenanceContext,
  sources: Sources,
): Trace[] {
  const known = names.ofSchema.get(to);
  if (known !== undefined) {
    const words = (known.split(".").at(-1) ?? "").replaceAll(/_+/g, " ");
    const asked = tracesIn(
      [sources.question, ...sources.knowledge],
      (index) => saysWords(index, words),
      `says "${words}"`,
    );
    const evidence = `The ${schema === null ? "column meanings have" : "schema has"} ${known}.`;
    return [{ origin: "schema", evidence }, ...asked];
  }
  if (names.given.has(name.toLowerCase()))
    return [{ origin: "gold", evidence: `The gold itself defines ${name}.` }];
  if (schema === null)
    return [
      { origin: "schema", evidence: "The project has no schema, so this is assumed to be a name in it." },
    ];
  if (/^(?:pg_\w+|information_schema|sqlite_\w+|excluded|new|old|ctid|rowid|oid)$/i.test(name))
    return [{ origin: "rules", evidence: `${name} is a name of the database system.` }];
  // SQLite takes a name in double quotes that it does not know for a text.
  return tracesIn(sources.texts, (index) => saysValue(index, name), `says ${name}`);
}

/** Where the name of an object that the gold creates can be known from: it is the asker's to choose. */
export function createdNameTraces(name: string, { texts }: Sources): Trace[] {
  return tracesIn(texts, (index) => hasWhole(index, name), `names ${name}`);
}

/** The tables and columns that column meanings name; their types and keys are not known. */
export function meantSchema(meanings: readonly ColumnMeaning[], dbId: string): DatabaseSchema {
  const tables = new Map<string, SchemaTable>();
  for (const { table, column, text: description } of meanings) {
    const known = tables.get(table) ?? { name: table, kind: "table", columns: [], description: "" };
    const declared = { declaredType: "", primaryKey: false, notNull: false, references: null };
    known.columns.push({ name: column, ...declared, description });
    tables.set(table, known);
  }
  return { dbId, tables: [...tables.values()] };
}
