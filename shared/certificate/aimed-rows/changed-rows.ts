import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import { type AimedBatch, type AimedUnit, mostAimedRows, type SampledRow } from "./aimed-row.ts";
import { type AimedSetting, isVaried, valuesFor } from "./aimed-setting.ts";

/** A column of a row that is there takes so many other values. */
const mostChanges = 24;

/**
 * Changes of rows that are there, in batches: each row takes one other value in one column, in turns, or all take one. A change
 * reaches what no new row can: a value missing in a group that is whole else, or a parent whose children are there already.
 */
export function changedBatches(setting: AimedSetting): AimedBatch[] {
  const varied = setting.tables.flatMap(({ table, columns }) =>
    table.columns
      .filter((column) => isVaried(table, column))
      .map((column) => ({ table, column, isNamed: columns.has(column.name.toLowerCase()) })),
  );
  const alike = varied.filter(({ isNamed }) => isNamed).flatMap((one) => alikeBatches(setting, one));
  const turns = varied.map((one) => turnBatches(setting, one));
  const longest = Math.max(0, ...turns.map(({ length }) => length));
  // The first turn of each column, then the second of each: those that are not tried any more are then the least likely.
  const inTurns = Array.from({ length: longest }, (_, turn) => turns.flatMap((own) => own[turn] ?? []));
  return [...alike, ...inTurns.flat()];
}

type VariedColumn = { table: SchemaTable; column: SchemaColumn };

function turnBatches(setting: AimedSetting, { table, column }: VariedColumn): AimedBatch[] {
  const rows = setting.samples.get(table.name)?.rows ?? [];
  const changes = rows.map((row) =>
    valuesFor(setting, { table, column, row })
      .slice(0, mostChanges)
      .flatMap((value) => changedUnit(table, row, { [column.name]: value })),
  );
  const rounds = Math.max(0, ...changes.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => ({
    ...{ table: table.name, column: column.name.toLowerCase() },
    units: changes.flatMap((own, at) => own[(round + at) % own.length] ?? []),
  }));
}

/** All rows with a value by which they come to be alike, whatever is computed from them: missing, and no number. */
function alikeBatches({ samples, dialect }: AimedSetting, { table, column }: VariedColumn): AimedBatch[] {
  const rows = samples.get(table.name)?.rows ?? [];
  const isBroken = dialect === "postgresql" && /numeric|decimal|real|double|float/i.test(column.declaredType);
  const missing = column.notNull || column.references !== null ? [] : [null];
  const values: (string | null)[] = [...missing, ...(isBroken ? ["NaN"] : [])];
  if (rows.length < 2) return [];
  return values.map((value) => ({
    ...{ table: table.name, column: column.name.toLowerCase() },
    units: rows.flatMap((row) => changedUnit(table, row, { [column.name]: value })),
  }));
}

/** Rows that go: each by itself, and all few of one parent. */
export function removedBatches({ tables, samples, referred }: AimedSetting): AimedBatch[] {
  return tables.flatMap(({ table }) => {
    if (referred.has(table.name.toLowerCase())) return [];
    const { rows = [], families = {} } = samples.get(table.name) ?? {};
    const gone = (row: SampledRow) => changedUnit(table, row, {});
    const whole = Object.values(families).flatMap((family) => {
      const units = family.flatMap(gone);
      const aim = `without ${units.length} rows of ${table.name}`;
      const all = { aim, rows: units.flatMap((one) => one.rows) };
      return family.length > 1 && units.length <= mostAimedRows ? [all] : [];
    });
    const single = rows.flatMap(gone);
    return [single, ...whole.map((one) => [one])].flatMap((units) =>
      units.length === 0 ? [] : [{ table: table.name, column: null, units }],
    );
  });
}

/** A row that is there with other values, or, with none, taken away; none where nothing tells it from other rows. */
export function changedUnit(
  { name, columns }: SchemaTable,
  row: SampledRow,
  values: SampledRow,
): AimedUnit[] {
  const key = columns.filter(({ primaryKey }) => primaryKey);
  const at = Object.fromEntries(key.map((column) => [column.name, row[column.name] ?? ""]));
  if (key.length === 0 || Object.values(at).includes("")) return [];
  const said = Object.entries(values).map(([column, value]) => `${column} = ${value ?? "NULL"}`);
  const own = `the row ${Object.values(at).join(", ")} of ${name}`;
  return [
    {
      aim: said.length === 0 ? `without ${own}` : `${own} with ${said.join(", ")}`,
      rows: [{ table: name, values, at }],
    },
  ];
}
