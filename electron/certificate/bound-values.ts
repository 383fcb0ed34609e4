import { changedUnit } from "#shared/certificate/aimed-rows/aimed-batches.ts";
import type { AimedUnit, SampledRow } from "#shared/certificate/aimed-rows/aimed-row.ts";
import { cellText } from "#shared/domain/cell.ts";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import type { InsertedResult } from "./inserted-runs.ts";
import type { SmallWorld } from "./small-worlds.ts";

/** A number in a row of a small world. */
interface NumberCell {
  table: SchemaTable;
  row: SampledRow;
  column: SchemaColumn;
}

type Values = ReadonlyMap<NumberCell, string>;

/** So many numbers of a world are varied, and the gold is run so often for one world. */
const mostCells = 8;
const mostRuns = 400;
/** What a number is set to before another one is searched: nothing, and much. */
const ends = ["0", "1000", "100000"] as const;

/**
 * Values at which the result of the gold jumps, each as one change of a few rows: found by bisection between two values of a
 * number, while all others are as they are, or zero, or zero but for one. Where a bound can be met exactly by a computed value,
 * one of them meets it. `run` runs the gold in the world after a change.
 */
export async function boundValues(
  world: SmallWorld,
  numbers: readonly NumberCell[],
  run: (units: readonly AimedUnit[]) => Promise<InsertedResult>,
): Promise<AimedUnit[]> {
  let left = mostRuns;
  const known = new Map<string, InsertedResult | null>();
  const resultAt = async (values: Values): Promise<InsertedResult | null> => {
    const units = unitsOf(values);
    const key = JSON.stringify(units.map(({ rows }) => rows));
    const before = known.get(key);
    if (before !== undefined) return before;
    if (left <= 0) return null;
    left -= 1;
    const result = await run(units);
    const sound = result.failure === null ? result : null;
    known.set(key, sound);
    return sound;
  };
  const cells = numbers.slice(0, mostCells);
  const found: Values[] = [];
  for (const base of basesOf(cells))
    for (const cell of cells)
      for (const signature of [wholeOf, stepsOf]) {
        const at = async (value: string) => {
          const result = await resultAt(new Map([...base, [cell, value]]));
          return result === null ? null : signature(result);
        };
        const jumps = [
          ...(await bisected(cell.column, at, [ends[0], ends[1]])),
          ...(await bisected(cell.column, at, [ends[1], ends[2]])),
        ];
        for (const value of jumps) found.push(new Map([...base, [cell, value]]));
      }
  const all = found.map((values) => merged(world.aim, unitsOf(values)));
  return [...new Map(all.map((unit) => [JSON.stringify(unit.rows), unit])).values()];
}

/** The numbers that a world is searched by: those of its few rows, then those of the rows that these refer to. */
export function numbersIn(
  { samples, leaf }: SmallWorld,
  tables: readonly { table: SchemaTable; columns: ReadonlySet<string> }[],
): NumberCell[] {
  const own = [...tables].sort((one, other) => Number(other.table === leaf) - Number(one.table === leaf));
  return own.flatMap(({ table, columns }) =>
    (samples.get(table.name)?.rows ?? [])
      .slice(0, table === leaf ? mostCells : 1)
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
  );
}

function basesOf(cells: readonly NumberCell[]): Values[] {
  const zero = new Map(cells.map((cell) => [cell, ends[0] as string]));
  return [new Map(), zero, ...cells.map((cell) => new Map([...zero, [cell, ends[1]]]))];
}

function unitsOf(values: Values): AimedUnit[] {
  const byRow = Map.groupBy([...values], ([{ row }]) => row);
  return [...byRow].flatMap(([row, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    return changedUnit(
      first[0].table,
      row,
      Object.fromEntries(own.map(([{ column }, value]) => [column.name, value])),
    );
  });
}

function merged(aim: string, units: readonly AimedUnit[]): AimedUnit {
  return { aim: [aim, ...units.map((unit) => unit.aim)].join("; "), rows: units.flatMap(({ rows }) => rows) };
}

/** The two neighbouring values of a column between which a signature changes; none where it does not. */
async function bisected(
  { declaredType }: SchemaColumn,
  at: (value: string) => Promise<string | null>,
  between: readonly [string, string],
): Promise<string[]> {
  const scale = /int|serial/i.test(declaredType) ? 0 : Number(/,\s*(\d+)\)/.exec(declaredType)?.[1] ?? 4);
  const step = 10 ** -Math.min(scale, 6);
  const text = (steps: number) => (steps * step).toFixed(scale);
  let [low, high] = between.map((end) => Math.round(Number(end) / step)) as [number, number];
  const [first, last] = [await at(text(low)), await at(text(high))];
  if (first === null || last === null || first === last) return [];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const signature = await at(text(middle));
    if (signature === null) return [];
    if (signature === first) low = middle;
    else high = middle;
  }
  return [text(low), text(high)];
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
