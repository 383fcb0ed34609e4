import type { SchemaTable } from "../../domain/schema.ts";
import type { AimedRow, AimedUnit } from "./aimed-row.ts";

/** Each row as a unit of its own, so that those can be left out which only came along. */
export function rowByRow(units: readonly AimedUnit[]): AimedUnit[] {
  return units.flatMap((unit) =>
    unit.rows.length <= 1 ? [unit] : unit.rows.map((row) => ({ aim: unit.aim, rows: [row] })),
  );
}

/** Of some of all units those that need none of the others: a row that refers to a new row needs it. */
export function wholeUnits(
  some: readonly AimedUnit[],
  all: readonly AimedUnit[],
  tables: readonly SchemaTable[],
): AimedUnit[] {
  const isNew = new Set(keysIn(all, tables));
  let kept = [...some];
  for (;;) {
    const there = new Set(keysIn(kept, tables));
    const next = kept.filter(({ rows }) =>
      rows.every((row) => referencesOf(row, tables).every((key) => !isNew.has(key) || there.has(key))),
    );
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

/** The keys of new rows, with their tables and columns. */
function keysIn(units: readonly AimedUnit[], tables: readonly SchemaTable[]): string[] {
  return units
    .flatMap(({ rows }) => rows)
    .filter(({ at }) => at === null)
    .flatMap(({ table, values }) =>
      (tables.find(({ name }) => name === table)?.columns ?? [])
        .filter(({ primaryKey }) => primaryKey)
        .map(({ name }) => keyOf(table, name, values[name])),
    );
}

function referencesOf({ table, values }: AimedRow, tables: readonly SchemaTable[]): string[] {
  return (tables.find(({ name }) => name === table)?.columns ?? []).flatMap(({ name, references }) =>
    references === null ? [] : [keyOf(references.table, references.column, values[name])],
  );
}

function keyOf(table: string, column: string, value: string | null | undefined): string {
  return [table.toLowerCase(), column.toLowerCase(), value ?? ""].join("\0");
}
