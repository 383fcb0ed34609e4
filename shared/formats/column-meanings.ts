import type { InputProblem } from "../contract/errors.ts";
import type { ColumnMeaning } from "../domain/column-meaning.ts";
import { quoted } from "../text/quoted.ts";
import { type JsonNode, type JsonObjectNode, memberOf, readJsonTree } from "./json/json-tree.ts";
import { JsonSyntaxError, lineAndColumn } from "./json-text.ts";

/** A `<db>_column_meaning_base.json`: its meanings in order, and what could not be read. Keys do not depend on case. */
export interface ColumnMeaningsFile {
  meanings: ColumnMeaning[];
  problems: InputProblem[];
}

const fix = 'Write a JSON object of "db|table|column": "meaning".';

/** Reads column meanings; a JSONB column's meaning may be an object. Never throws. */
export function readColumnMeanings(text: string, file: string): ColumnMeaningsFile {
  const refused = (reason: string): ColumnMeaningsFile => ({
    meanings: [],
    problems: [{ file, row: null, field: null, reason, fix }],
  });
  let root: JsonNode;
  try {
    root = readJsonTree(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = lineAndColumn(text, error.offset);
    return refused(`The file is not JSON: line ${line}, column ${column}: ${error.message}.`);
  }
  if (root.kind !== "object") return refused("The file has no JSON object.");
  const meanings: ColumnMeaning[] = [];
  const problems: InputProblem[] = [];
  const seen = new Set<string>();
  for (const { name, value } of root.members) {
    const reason = keyProblem(name, seen);
    seen.add(name.toLowerCase());
    if (reason !== null) problems.push({ file, row: null, field: quoted(name).slice(1, -1), reason, fix });
    else meanings.push(meaningOf(text, name, value));
  }
  return { meanings, problems };
}

function keyProblem(key: string, seen: ReadonlySet<string>): string | null {
  if (key.split("|").length !== 3) return "The key does not name a database, a table and a column.";
  if (seen.has(key.toLowerCase()))
    return "The column already has a meaning; evaluators ignore the case of the keys.";
  return null;
}

/** The meanings by lower-cased key, as the evaluators look them up. */
export function meaningsByKey(meanings: readonly ColumnMeaning[]): Map<string, ColumnMeaning> {
  return new Map(meanings.map((meaning) => [meaning.key.toLowerCase(), meaning]));
}

function meaningOf(source: string, key: string, value: JsonNode): ColumnMeaning {
  const [database = "", table = "", column = ""] = key.split("|");
  const head = { key, database, table, column };
  if (value.kind !== "object") return { ...head, text: leafText(source, value), fields: [] };
  const own = memberOf(value, "column_meaning")?.value;
  const fields = memberOf(value, "fields_meaning")?.value ?? withoutOwn(value);
  return {
    ...head,
    text: own === undefined ? "" : leafText(source, own),
    fields: leaves(source, fields, []),
  };
}

function withoutOwn(value: JsonObjectNode): JsonObjectNode {
  return { ...value, members: value.members.filter(({ name }) => name !== "column_meaning") };
}

function leaves(source: string, node: JsonNode, path: string[]): { path: string[]; text: string }[] {
  if (node.kind !== "object") return [{ path, text: leafText(source, node) }];
  return node.members.flatMap(({ name, value }) => leaves(source, value, [...path, name]));
}

/** A string as it is; anything else as its JSON text. */
function leafText(source: string, node: JsonNode): string {
  return node.kind === "string" ? node.value : source.slice(node.from, node.to);
}
