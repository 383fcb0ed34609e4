import { TestCheck, type TestForm } from "../../domain/test-form.ts";
import type { TestScript } from "../../domain/test-script.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import { objectSql } from "./object-sql.ts";
import { LiteralReader } from "./python-literal.ts";
import { checkText, writeTestForm } from "./write-test-form.ts";

/** The form that a script was written from for a dialect; null for a script of another hand, or one that was edited since (rule F2). */
export function readTestForm(script: TestScript, dialect: SqlDialect): TestForm | null {
  const checks: TestCheck[] = [];
  let at = script.search(/^ {4}# /m);
  while (at >= 0 && at < script.length) {
    const check = checkAt(script.slice(at), dialect);
    if (check === null) return null;
    const text = checkText(check, dialect);
    if (!script.startsWith(text, at)) return null;
    checks.push(check);
    at += text.length;
    if (script.slice(at) === "\n") at = script.length;
    else if (script.startsWith("\n\n", at)) at += 2;
    else return null;
  }
  if (checks.length === 0) return null;
  const form = { checks };
  return writeTestForm(form, dialect) === script ? form : null;
}

/** The check whose comment and values are here; whether the rest is as it was written is for the caller to compare. */
function checkAt(text: string, dialect: SqlDialect): TestCheck | null {
  const end = text.indexOf("\n");
  const title = text.slice(4, end);
  const reader = new LiteralReader(text.slice(end));
  for (const [pattern, read] of readers) {
    const match = pattern.exec(title);
    if (match === null) continue;
    const parsed = TestCheck.safeParse(read(reader, match.groups ?? {}, dialect));
    return parsed.success ? parsed.data : null;
  }
  return null;
}

type Groups = Record<string, string>;
type Read = (reader: LiteralReader, groups: Groups, dialect: SqlDialect) => unknown;

/** What each comment promises, and how the values behind it are read. */
const readers: readonly (readonly [RegExp, Read])[] = [
  [/^# A query gives rows\.$/, (reader) => query(reader, { kind: "some-rows" })],
  [/^# A query gives no rows\.$/, (reader) => query(reader, { kind: "no-rows" })],
  [/^# A query gives these rows in (?<order>this|any) order, numbers within (?<tolerance>\S+)\.$/, queryRows],
  [/^# A query gives \S+, within (?<tolerance>\S+)\.$/, valueWithin],
  [/^# The (?<object>table|view) .* exists(?<columns> with these columns)?\.$/, relation],
  [/^# The function .* exists\.$/, functionExists],
  [/^# The function .* gives these values, numbers within (?<tolerance>\S+)\.$/, functionReturns],
  [/^# .* has (?<count>\d+) rows\.$/, rowCount],
  [/^# .* is as it was\.$/, unchanged],
];

function sqlBehind(reader: LiteralReader, start: string): string | null {
  return reader.accept(`${start} = rows_of(`) ? reader.string() : null;
}

function query(reader: LiteralReader, expected: unknown): unknown {
  return { kind: "query-returns", sql: sqlBehind(reader, "rows"), expected };
}

function queryRows(reader: LiteralReader, { order, tolerance }: Groups): unknown {
  const sql = sqlBehind(reader, "rows");
  reader.accept(")");
  reader.accept("expected =");
  const rows = reader.list("[", "]", () => tuple(reader));
  return {
    kind: "query-returns",
    sql,
    expected: { kind: "rows", rows, isOrdered: order === "this", tolerance },
  };
}

function tuple(reader: LiteralReader): unknown[] | null {
  // NULL is a value of a row: each is wrapped, so that it differs from what is not a literal.
  const items = reader.list("(", ")", () => {
    const value = reader.value();
    return value === undefined ? undefined : { value };
  });
  return items === null ? null : items.map(({ value }) => value);
}

function valueWithin(reader: LiteralReader, { tolerance }: Groups): unknown {
  const sql = sqlBehind(reader, "rows");
  reader.accept(")");
  const value = reader.accept("expected =") ? reader.number() : null;
  return { kind: "value-within", sql, value, tolerance };
}

function relation(
  reader: LiteralReader,
  { object, columns: hasColumns }: Groups,
  dialect: SqlDialect,
): unknown {
  const { nameInRelation, haveNames } = objectSql[dialect];
  const name = quotedIn(sqlBehind(reader, "kind"), nameInRelation);
  if (hasColumns === undefined) return { kind: "object-exists", object, name, columns: null };
  const [before = ""] = haveNames("columns", "[").split("[");
  reader.passBehind(`assert ${before}`);
  const columns = reader.list("[", "]", () => reader.string());
  return { kind: "object-exists", object, name, columns };
}

function functionExists(reader: LiteralReader, _groups: Groups, dialect: SqlDialect): unknown {
  const name = quotedIn(sqlBehind(reader, "kind"), objectSql[dialect].nameInFunction);
  return { kind: "object-exists", object: "function", name, columns: null };
}

function functionReturns(reader: LiteralReader, { tolerance }: Groups): unknown {
  reader.accept("cases =");
  const cases = reader.list("[", "]", () => {
    if (!reader.accept("(")) return null;
    const values = reader.list("[", "]", () => reader.string());
    reader.accept(",");
    const expected = reader.value();
    return values !== null && expected !== undefined && reader.accept(")")
      ? { arguments: values, expected }
      : null;
  });
  reader.passBehind("for arguments, expected in cases:");
  const call = sqlBehind(reader, "rows");
  return { kind: "function-returns", name: quotedIn(call, /^SELECT (.*)$/s), cases, tolerance };
}

function rowCount(reader: LiteralReader, { count }: Groups): unknown {
  return {
    kind: "row-count",
    table: quotedIn(sqlBehind(reader, "count"), /^SELECT COUNT\(\*\) FROM (.*)$/s),
    count: Number(count),
  };
}

function unchanged(reader: LiteralReader, _groups: Groups, dialect: SqlDialect): unknown {
  const table = dialect === "sqlite" ? fingerprinted(reader) : probed(reader);
  const rows = reader.number();
  reader.accept(",");
  return { kind: "unchanged", table, rows: Number(rows), fingerprint: reader.string() };
}

function probed(reader: LiteralReader): string | null {
  const table = quotedIn(sqlBehind(reader, "rows"), / FROM zone, (.*) x WHERE zone\.name = /s);
  reader.passBehind("assert rows == [(");
  return table;
}

function fingerprinted(reader: LiteralReader): string | null {
  const table = reader.accept("assert fingerprint(") ? reader.string() : null;
  reader.passBehind(") == (");
  return table;
}

/** What a pattern finds in a text, doubled quotes taken for one. */
function quotedIn(text: string | null, pattern: RegExp): string | null {
  const found = text === null ? undefined : pattern.exec(text)?.[1];
  return found === undefined ? null : pattern.source.includes("'") ? found.replaceAll("''", "'") : found;
}
