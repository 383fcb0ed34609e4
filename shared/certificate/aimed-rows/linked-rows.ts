import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import { listed } from "../../text/listed.ts";
import { linkedAim } from "./aim-words.ts";
import {
  type AimedBatch,
  type AimedRow,
  type AimedUnit,
  mostAimedRows,
  type SampledRow,
} from "./aimed-row.ts";
import { type AimedSetting, isVaried, unit, valuesFor } from "./aimed-setting.ts";
import { changedUnit } from "./changed-rows.ts";
import type { KeyMaker } from "./key-maker.ts";

/** Paths along foreign keys that new rows are linked by, and rows that are there are moved along. */
const mostPaths = 6;
const mostMovedPaths = 12;
/** Rows that a new parent gets, each in a unit of its own, once and twice. */
const mostLeaves = 4;
/** With a column varied a new parent gets its rows in so many ways, where few rows are wanted. */
const mostVariedGroups = 3;
/** Variations of one column in linked rows, each of which takes several rows; and so many more that are numbers of the SQL. */
const mostLinkedValues = 12;
const mostConstants = 6;

/** A parent, a child that refers to it, a child of that one, and so on. */
type Path = { table: SchemaTable; by: SchemaColumn | null }[];

/** Rows that are there, with all that refers to them, under new parents: groups of their own, alike but for these rows. */
export function movedBatches(setting: AimedSetting, keys: KeyMaker): AimedBatch[] {
  const paths = pathsOf(setting.tables.map(({ table }) => table)).filter(
    ({ length }) => length < setting.mostRows,
  );
  return paths.slice(0, mostMovedPaths).flatMap((path) =>
    [false, true].map((isNamedAnew): AimedBatch => {
      const last = path.at(-1) as Path[number];
      const altered = (_: SchemaTable, own: SampledRow) => own;
      const units = (setting.samples.get(last.table.name)?.rows ?? []).flatMap((row) => {
        const parents = newParents(setting, keys, path, { altered, isNamedAnew });
        const values = { [last.by?.name ?? ""]: parents.key };
        const [move] = changedUnit(last.table, row, values).flatMap(({ rows }) => rows);
        const above = path.slice(0, -1).map(({ table }) => table.name);
        const aim = `a row of ${last.table.name} under ${above.length === 1 ? "a new row" : "new rows"} of ${listed(above)}`;
        return unit(aim, [...parents.rows, move ?? null]);
      });
      return { table: last.table.name, column: null, units };
    }),
  );
}

interface NewParents {
  /** A new row with what differs in it. */
  altered(table: SchemaTable, row: SampledRow): SampledRow;
  /** Whether the first of them has other names than any row: then it makes a group of its own wherever rows are grouped. */
  isNamedAnew: boolean;
}

/** New rows of all tables of a path but the last, each below the one before; the key of the lowest. */
function newParents(
  { samples }: AimedSetting,
  keys: KeyMaker,
  path: Path,
  { altered, isNamedAnew }: NewParents,
): { rows: (AimedRow | null)[]; key: string | null } {
  const rows: (AimedRow | null)[] = [];
  let key: string | null = null;
  for (const { table, by } of path.slice(0, -1)) {
    const sample = samples.get(table.name)?.rows[0];
    const own: SampledRow | undefined =
      by === null || sample === undefined ? sample : { ...sample, [by.name]: key };
    const named: SampledRow | undefined = isNamedAnew && by === null ? own && keys.named(table, own) : own;
    const row: AimedRow | null = named === undefined ? null : keys.copy(table, altered(table, named));
    rows.push(row);
    key = row === null ? null : keyOf(table, row);
  }
  return { rows, key };
}

/** New parents with children of their own, as they are and with one column varied. */
export function linkedBatches(setting: AimedSetting, keys: KeyMaker): AimedBatch[] {
  const paths = pathsOf(setting.tables.map(({ table }) => table)).slice(0, mostPaths);
  return paths.flatMap((path) => {
    const steps = path.map(({ table }) => table);
    const plain = {
      table: steps[0]?.name ?? "",
      column: null,
      units: [1, 2].flatMap(() => [
        ...linked(setting, keys, path, {}),
        ...linked(setting, keys, path, { isNamedAnew: true }),
      ]),
    };
    const varied = path.flatMap(({ table, by }) => {
      return table.columns
        .filter((column) => column !== by && isVaried(table, column))
        .map((column): AimedBatch => {
          const row = setting.samples.get(table.name)?.rows[0] ?? {};
          const present = setting.samples.get(table.name)?.values[column.name] ?? [];
          const others = valuesFor(setting, { table, column, row });
          // A group of its own is where a bound on an average, a sum or a formula is met: by the constants of the formula.
          const constants = others.filter((value) => setting.literals.numbers.includes(value ?? ""));
          const usual = [...new Set([...others.slice(0, 1), ...present.slice(0, 4), ...others])];
          const values = new Set([...usual.slice(0, mostLinkedValues), ...constants.slice(0, mostConstants)]);
          const units = [...values].flatMap((value) => [
            ...linked(setting, keys, path, { table, column, value }),
            ...linked(setting, keys, path, { table, column, value, isNamedAnew: true }),
          ]);
          return {
            table: table.name,
            column: column.name.toLowerCase(),
            units: [...plain.units.slice(0, 1), ...units],
          };
        });
    });
    return [plain, ...varied];
  });
}

/** The longest paths first: they make new groups of whatever is grouped. */
function pathsOf(tables: readonly SchemaTable[]): Path[] {
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  const longer = (path: Path): Path[] => {
    const [top] = path;
    const parents = (top?.table.columns ?? []).flatMap((column): Path[] => {
      const parent = byName.get(column.references?.table.toLowerCase() ?? "");
      if (parent === undefined || path.some(({ table }) => table === parent) || path.length >= 5) return [];
      return [
        [{ table: parent, by: null }, { table: (top as Path[number]).table, by: column }, ...path.slice(1)],
      ];
    });
    return [path, ...parents.flatMap(longer)];
  };
  return tables
    .flatMap((table) => longer([{ table, by: null }]))
    .filter(({ length }) => length > 1)
    .sort((one, other) => other.length - one.length);
}

/** New rows along a path; of the last table one row, and another unit with a whole family of rows. */
function linked(
  setting: AimedSetting,
  keys: KeyMaker,
  path: Path,
  change: { table?: SchemaTable; column?: SchemaColumn; value?: string | null; isNamedAnew?: true },
): AimedUnit[] {
  const { samples, mostRows } = setting;
  const { table: changed, column, value = null } = change;
  const altered = (table: SchemaTable, row: SampledRow): SampledRow =>
    changed === table && column !== undefined ? { ...row, [column.name]: value } : row;
  const last = path.at(-1) as Path[number];
  const families = last.by === null ? [] : (samples.get(last.table.name)?.families[last.by.name] ?? []);
  const single = samples.get(last.table.name)?.rows.slice(0, mostLeaves) ?? [];
  const [most, least] = single;
  const shares =
    most === undefined || least === undefined
      ? []
      : [1, 4].map((count) => [most, ...Array.from({ length: count }, () => least)]);
  const room = mostRows - (path.length - 1);
  const all = [
    ...single.flatMap((leaf) => [[leaf], [leaf, leaf]]),
    ...shares,
    families.slice(0, room),
  ].filter(({ length }) => length <= room);
  const isShort = column !== undefined && mostRows <= mostAimedRows;
  const groups = isShort ? all.slice(0, mostVariedGroups) : all;
  const what =
    changed === undefined || column === undefined
      ? null
      : { table: changed.name, column: column.name, value };
  const tables = path.map(({ table }) => table.name);
  return groups.flatMap((leaves) => {
    if (leaves.length === 0) return [];
    const { rows, key } = newParents(setting, keys, path, {
      altered,
      isNamedAnew: change.isNamedAnew === true,
    });
    for (const leaf of leaves)
      rows.push(keys.copy(last.table, altered(last.table, { ...leaf, [last.by?.name ?? ""]: key })));
    return unit(linkedAim(tables, leaves.length, what), rows);
  });
}

function keyOf({ columns }: SchemaTable, { values }: AimedRow): string | null {
  const key = columns.filter(({ primaryKey }) => primaryKey);
  return key.length === 1 ? (values[key[0]?.name ?? ""] ?? null) : null;
}
