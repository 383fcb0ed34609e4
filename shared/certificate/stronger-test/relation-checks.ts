import { type Cell, cellTag } from "../../domain/cell.ts";
import type { ResultColumn } from "../../domain/result.ts";
import type { TestCheck } from "../../domain/test-form.ts";
import { expectedOf } from "../../formats/test-form/expected-of.ts";
import type { SqlDialect } from "../../sql/lex.ts";

/** A table or view as the gold leaves it, and as another answer does. */
export interface SeenRelation {
  name: string;
  /** The columns that tell its rows apart; none where that is not known. */
  key: readonly string[];
  columns: readonly ResultColumn[];
  gold: readonly (readonly Cell[])[];
  other: readonly (readonly Cell[])[];
  /** Whether the gold gives the column the same values each time. */
  isSteady(column: number): boolean;
}

/** So many rows are a test that a person can read. */
const mostRows = 50;
const mostKeys = 5;
/** Numbers of an answer that is right may differ so much; the second where only that sees the difference. */
const tolerances = ["0.01", "0.000001"];

/** Checks that the relation as the gold leaves it passes and the other fails, the most readable first; none where they are alike. */
export function relationChecks(seen: SeenRelation, dialect: SqlDialect): TestCheck[] {
  const { gold, other } = seen;
  const columns = seen.columns.flatMap((_, at) => (isReadable(seen, at, dialect) ? [at] : []));
  const lineOf = (row: readonly Cell[]) => JSON.stringify(columns.map((at) => row[at]));
  const [lines, otherLines] = [gold.map(lineOf), other.map(lineOf)];
  const onlyGold = gold.filter((_, at) => isExtra(lines, otherLines, at));
  const onlyOther = other.filter((_, at) => isExtra(otherLines, lines, at));
  if (onlyGold.length + onlyOther.length === 0) return [];
  const difference = { columns, onlyGold, onlyOther };
  return [
    ...keyedChecks(seen, difference, dialect),
    ...(gold.length <= mostRows ? rowChecks(seen, { columns, rows: gold, where: "" }, dialect) : []),
    ...countChecks(seen, difference),
  ];
}

interface Difference {
  /** The columns that a test can compare. */
  columns: readonly number[];
  onlyGold: readonly (readonly Cell[])[];
  onlyOther: readonly (readonly Cell[])[];
}

/** The rows that differ, by their keys: what the gold has in the columns that the other has otherwise. */
function keyedChecks(
  seen: SeenRelation,
  { columns, onlyGold, onlyOther }: Difference,
  dialect: SqlDialect,
): TestCheck[] {
  const { columns: all, gold, key } = seen;
  const keyAt = key.map((name) => all.findIndex((column) => column.name === name));
  if (keyAt.length === 0 || keyAt.some((at) => !columns.includes(at))) return [];
  const keyOf = (row: readonly Cell[]) => JSON.stringify(keyAt.map((at) => row[at]));
  const differing = [...new Map([...onlyGold, ...onlyOther].map((row) => [keyOf(row), row])).values()];
  const chosen = differing.slice(0, mostKeys);
  const keys = new Set(chosen.map(keyOf));
  const others = new Map(onlyOther.map((row) => [keyOf(row), row]));
  const changed = columns.filter((at) =>
    onlyGold.some((row) => keys.has(keyOf(row)) && others.get(keyOf(row))?.[at] !== row[at]),
  );
  const shown = [...new Set([...keyAt, ...(others.size > 0 ? changed : [])])];
  const conditions = chosen.map((row) =>
    keyAt.map((at) => `${quotedName(all[at]?.name ?? "")} = ${literalOf(row[at] ?? null)}`).join(" AND "),
  );
  const [only] = keyAt;
  const where =
    keyAt.length === 1 && only !== undefined
      ? `${quotedName(all[only]?.name ?? "")} IN (${chosen.map((row) => literalOf(row[only] ?? null)).join(", ")})`
      : conditions.map((one) => `(${one})`).join(" OR ");
  const rows = gold.filter((row) => keys.has(keyOf(row)));
  return rowChecks(seen, { columns: shown, rows, where: ` WHERE ${where}` }, dialect);
}

interface CheckedRows {
  columns: readonly number[];
  rows: readonly (readonly Cell[])[];
  where: string;
}

/** A query that gives these rows. */
function rowChecks(
  { name, columns: all }: SeenRelation,
  { columns, rows, where }: CheckedRows,
  dialect: SqlDialect,
): TestCheck[] {
  const names = columns.map((at) => quotedName(all[at]?.name ?? ""));
  const sql = `SELECT ${names.join(", ")} FROM ${name}${where}`;
  if (rows.length === 0) return [{ kind: "query-returns", sql, expected: { kind: "no-rows" } }];
  const expected = rows.map((row) =>
    columns.map((at) => expectedOf(row[at] ?? null, all[at]?.declaredType ?? "", dialect) ?? null),
  );
  return tolerances.map((tolerance) => ({
    ...{ kind: "query-returns", sql },
    expected: { kind: "rows", rows: expected, isOrdered: false, tolerance },
  }));
}

/** How many rows are like one that only one side has. */
function countChecks(
  { name, columns: all, gold }: SeenRelation,
  { columns, onlyGold, onlyOther }: Difference,
): TestCheck[] {
  const row = onlyGold[0] ?? onlyOther[0];
  const named = columns.filter((at) => ["i", "t"].includes(cellTag(row?.[at] ?? null)));
  if (row === undefined || named.length === 0) return [];
  const like = named.map((at) => `${quotedName(all[at]?.name ?? "")} = ${literalOf(row[at] ?? null)}`);
  const count = gold.filter((one) => named.every((at) => one[at] === row[at])).length;
  const sql = `SELECT COUNT(*) FROM ${name} WHERE ${like.join(" AND ")}`;
  return [{ kind: "value-within", sql, value: String(count), tolerance: "0" }];
}

function isReadable({ columns, gold, isSteady }: SeenRelation, at: number, dialect: SqlDialect): boolean {
  const declaredType = columns[at]?.declaredType ?? "";
  return (
    isSteady(at) && gold.every((row) => expectedOf(row[at] ?? null, declaredType, dialect) !== undefined)
  );
}

/** Whether a line occurs, up to where it stands, more often here than there. */
function isExtra(here: readonly string[], there: readonly string[], at: number): boolean {
  const line = here[at];
  const before = here.slice(0, at + 1).filter((one) => one === line).length;
  return before > there.filter((one) => one === line).length;
}

function quotedName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function literalOf(cell: Cell): string {
  if (cell === null) return "NULL";
  const text = cell.slice(1);
  return cellTag(cell) === "t" ? `'${text.replaceAll("'", "''")}'` : text;
}
