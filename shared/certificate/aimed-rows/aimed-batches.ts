import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import { type AimedBatch, type AimedUnit, mostAimedRows, type SampledRow } from "./aimed-row.ts";
import { type AimedSetting, isVaried, unit, type Varied, valuesFor } from "./aimed-setting.ts";
import { KeyMaker } from "./key-maker.ts";
import { linkedBatches, movedBatches } from "./linked-rows.ts";
import { isNumeric, timeSpans } from "./other-values.ts";

/**
 * Rows that may part a query from a mutant, in batches: a copy of a row as it is (a duplicate, an unmatched row, a tie), copies that
 * differ in one column (NULL; at, below and above a constant; zero), and new parents with children of their own. Keys are
 * new, foreign keys refer to rows that are there or to new ones.
 */
export function aimedBatches(setting: AimedSetting): AimedBatch[] {
  const keys = new KeyMaker(setting);
  const single: AimedBatch[] = setting.tables.flatMap(({ table, columns }) => {
    const rows = setting.samples.get(table.name)?.rows ?? [];
    const copies = rows.flatMap((row) =>
      unit(`a second row of ${table.name} like one that is there`, [keys.copy(table, row)]),
    );
    const varied = table.columns
      .filter((column) => isVaried(table, column))
      .map((column) => ({
        ...{ table: table.name, column: column.name.toLowerCase() },
        units: basesOf(table, columns, rows).flatMap((row) =>
          variedUnits(setting, keys, { table, column, row }),
        ),
      }));
    const spans = rows
      .slice(0, 2)
      .flatMap((row) =>
        timeSpans(table, columns, row, setting.literals).flatMap(({ column, value }) =>
          unit(aimOf(table, column, value), [keys.copy(table, { ...row, [column.name]: value })]),
        ),
      );
    const rest = [spans, largerUnits(setting, keys, { table, columns, rows })];
    return [
      { table: table.name, column: null, units: copies },
      ...varied,
      ...rest.map((units) => ({ table: table.name, column: null, units })),
    ];
  });
  return [...single, ...movedBatches(setting, keys), ...linkedBatches(setting, keys)].filter(
    ({ units }) => units.length > 0,
  );
}

/** Copies of the first row of another kind, by a text of the SQL, with a number ten times as large: what is picked by kind shows then. */
function largerUnits(
  { literals }: AimedSetting,
  keys: KeyMaker,
  of: { table: SchemaTable; columns: ReadonlySet<string>; rows: readonly SampledRow[] },
): AimedUnit[] {
  const { table, columns, rows } = of;
  const [row] = rows;
  if (row === undefined) return [];
  const named = table.columns.filter(
    (column) => isVaried(table, column) && columns.has(column.name.toLowerCase()),
  );
  const numbers = named.filter(
    ({ declaredType, name, references }) =>
      references === null && isNumeric(declaredType) && Number(row[name]) > 0,
  );
  const kinds = named.filter(({ name }) => literals.texts.includes(row[name] ?? ""));
  return kinds.flatMap((kind) =>
    numbers.flatMap((number) =>
      literals.texts.flatMap((text) => {
        const value = String(10 * Number(row[number.name]));
        const copy = keys.copy(table, { ...row, [kind.name]: text, [number.name]: value });
        return unit(`${aimOf(table, kind, text)} and ${number.name} = ${value}`, [copy]);
      }),
    ),
  );
}

/** The rows that are varied: as they are, and the first without one of the values that may be missing. */
function basesOf(
  { columns }: SchemaTable,
  named: ReadonlySet<string>,
  rows: readonly SampledRow[],
): SampledRow[] {
  const [first] = rows;
  const nullable = columns.filter(
    ({ name, notNull, references }) => !notNull && references === null && named.has(name.toLowerCase()),
  );
  return [...rows, ...(first === undefined ? [] : nullable.map(({ name }) => ({ ...first, [name]: null })))];
}

function variedUnits(setting: AimedSetting, keys: KeyMaker, varied: Varied): AimedUnit[] {
  const { table, column, row } = varied;
  const isFirst = setting.samples.get(table.name)?.rows[0] === row;
  return valuesFor(setting, varied).flatMap((value) => {
    const copy = () => keys.copy(table, { ...row, [column.name]: value });
    const one = unit(aimOf(table, column, value), [copy()]);
    const several = Array.from({ length: isFirst ? mostAimedRows : 0 }, copy);
    return [...one, ...unit(`${mostAimedRows} times ${aimOf(table, column, value)}`, several)];
  });
}

function aimOf({ name }: SchemaTable, column: SchemaColumn, value: string | null): string {
  return `a row of ${name} ${value === null ? `without ${column.name}` : `with ${column.name} = ${value}`}`;
}
