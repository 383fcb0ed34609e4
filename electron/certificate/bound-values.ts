import type { AimedUnit, SampledRow } from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { AimedSetting } from "#shared/certificate/aimed-rows/aimed-setting.ts";
import { changedUnit } from "#shared/certificate/aimed-rows/changed-rows.ts";
import { cellText } from "#shared/domain/cell.ts";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import type { InsertedResult } from "./inserted-runs.ts";

/** A number in a row that is there. */
interface NumberCell {
  table: SchemaTable;
  row: SampledRow;
  column: SchemaColumn;
}

/** So many numbers are varied. */
const mostCells = 12;
/** Between these each number is searched. */
const ranges = [
  ["0", "1000"],
  ["1000", "100000"],
] as const;

/**
 * Values at which the result of the gold jumps, each as the change of one row: found by bisection between two values of a
 * number. `run` runs the gold after each of some changes; all searches go on side by side, so that each step is one question.
 */
export async function boundValues(
  cells: readonly NumberCell[],
  run: (sets: readonly (readonly AimedUnit[])[]) => Promise<InsertedResult[]>,
): Promise<AimedUnit[]> {
  const searches = cells.flatMap((cell) =>
    ranges.flatMap((between) => [wholeOf, stepsOf].map((signature) => searchOf(cell, between, signature))),
  );
  for (let going = searches; going.length > 0; going = going.filter(({ asks }) => asks() !== null)) {
    const sets = going.map((search) => search.unit(search.asks() ?? 0));
    const results = await run(sets);
    for (const [at, search] of going.entries()) search.tell(results[at] ?? null);
  }
  const found = searches.flatMap((search) => search.jumps().flatMap(search.unit));
  return [...new Map(found.map((unit) => [JSON.stringify(unit.rows), unit])).values()];
}

/** The numbers of the first rows of each table that a query reads. */
export function numbersIn({ tables, samples }: AimedSetting): NumberCell[] {
  return tables
    .flatMap(({ table, columns }) =>
      (samples.get(table.name)?.rows ?? [])
        .slice(0, 2)
        .flatMap((row) =>
          table.columns
            .filter(
              ({ name, primaryKey, references, declaredType }) =>
                !primaryKey &&
                references === null &&
                columns.has(name.toLowerCase()) &&
                /int|numeric|decimal|real|double|float/i.test(declaredType),
            )
            .map((column) => ({ table, row, column })),
        ),
    )
    .slice(0, mostCells);
}

/** A search for the two neighbouring values of a number between which a signature changes. */
function searchOf(
  { table, row, column }: NumberCell,
  between: readonly [string, string],
  signature: (result: InsertedResult) => string,
) {
  const { name, declaredType } = column;
  const scale = /int|serial/i.test(declaredType) ? 0 : Number(/,\s*(\d+)\)/.exec(declaredType)?.[1] ?? 4);
  const step = 10 ** -Math.min(scale, 6);
  let [low, high] = between.map((end) => Math.round(Number(end) / step)) as [number, number];
  const ends: string[] = [];
  let isOver = false;
  const asks = () => {
    if (isOver || high - low <= 1) return null;
    return [low, high][ends.length] ?? Math.floor((low + high) / 2);
  };
  return {
    asks,
    unit: (steps: number) => changedUnit(table, row, { [name]: (steps * step).toFixed(scale) }),
    tell(result: InsertedResult | null) {
      const asked = asks();
      if (asked === null) return;
      if (result === null || result.failure !== null) isOver = true;
      else if (ends.length < 2) {
        ends.push(signature(result));
        isOver = ends.length === 2 && ends[0] === ends[1];
      } else if (signature(result) === ends[0]) low = asked;
      else high = asked;
    },
    jumps: () => (isOver || ends.length < 2 ? [] : [low, high]),
  };
}

/** A result as it is. */
function wholeOf({ last, probed }: InsertedResult): string {
  return JSON.stringify([last?.rows ?? null, probed.map(({ rows }) => rows)]);
}

/** A result without its broken numbers, which change a little with every value. */
function stepsOf({ last }: InsertedResult): string {
  const rows = (last?.rows ?? []).map((row) =>
    row.map((cell) => {
      const text = cell === null ? null : cellText(cell);
      return text !== null && /^-?\d+\.\d+$/.test(text) ? "" : text;
    }),
  );
  return JSON.stringify(rows);
}
