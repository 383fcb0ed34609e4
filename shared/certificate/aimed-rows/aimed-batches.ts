import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import type { AimedBatch, AimedRow, AimedUnit, CopiedTable, SampledRow } from "./aimed-row.ts";
import { type Literals, otherValues, timeSpans } from "./other-values.ts";

/** What rows are made of: the tables that the texts read, with the columns that they name, and rows that are there. */
export interface AimedSetting {
  tables: readonly { table: SchemaTable; columns: ReadonlySet<string> }[];
  samples: ReadonlyMap<string, CopiedTable>;
  literals: Literals;
}

/** Rows of a family that go with a new parent. */
const mostInFamily = 8;
/** Paths along foreign keys that new rows are linked by. */
const mostPaths = 6;
/** Variations of one column in linked rows: each takes several rows. */
const mostLinkedValues = 14;

/**
 * Rows that may part a query from a mutant, in batches: a copy of a row as it is (a duplicate, an unmatched row, a tie), copies that
 * differ in one column (NULL; at, below and above a constant; zero), and new parents with children of their own. Keys are
 * new, foreign keys refer to rows that are there or to new ones.
 */
export function aimedBatches(setting: AimedSetting): AimedBatch[] {
  const keys = new KeyMaker(setting);
  const single = setting.tables.flatMap(({ table, columns }) => {
    const rows = setting.samples.get(table.name)?.rows ?? [];
    const copies = rows.flatMap((row) =>
      unit(`a second row of ${table.name} like one that is there`, [keys.copy(table, row)]),
    );
    const varied = table.columns
      .filter(
        (column) =>
          columns.has(column.name.toLowerCase()) && !isKey(table, column) && column.references === null,
      )
      .map((column) => ({
        ...{ table: table.name, column: column.name.toLowerCase() },
        units: rows.flatMap((row) => variedUnits(setting, keys, { table, column, row })),
      }));
    const spans = rows
      .slice(0, 2)
      .flatMap((row) =>
        timeSpans(table, columns, row, setting.literals).flatMap(({ column, value }) =>
          unit(aimOf(table, column, value), [keys.copy(table, { ...row, [column.name]: value })]),
        ),
      );
    const apart = { table: table.name, column: null, units: spans };
    return [{ table: table.name, column: null, units: copies }, ...varied, apart];
  });
  return [...single, ...linkedBatches(setting, keys)].filter(({ units }) => units.length > 0);
}

function isKey({ columns }: SchemaTable, column: SchemaColumn): boolean {
  return column.primaryKey && columns.filter(({ primaryKey }) => primaryKey).length === 1;
}

function unit(aim: string, rows: readonly (AimedRow | null)[]): AimedUnit[] {
  const whole = rows.filter((row) => row !== null);
  return whole.length < rows.length || rows.length === 0 ? [] : [{ aim, rows: whole }];
}

interface Varied {
  table: SchemaTable;
  column: SchemaColumn;
  row: SampledRow;
}

function valuesFor({ samples, literals }: AimedSetting, { table, column, row }: Varied): (string | null)[] {
  const present = samples.get(table.name)?.values[column.name] ?? [];
  return otherValues(column, row[column.name] ?? null, present, literals);
}

function variedUnits(setting: AimedSetting, keys: KeyMaker, varied: Varied): AimedUnit[] {
  const { table, column, row } = varied;
  return valuesFor(setting, varied).flatMap((value) =>
    unit(aimOf(table, column, value), [keys.copy(table, { ...row, [column.name]: value })]),
  );
}

function aimOf({ name }: SchemaTable, column: SchemaColumn, value: string | null): string {
  return `a row of ${name} ${value === null ? `without ${column.name}` : `with ${column.name} = ${value}`}`;
}

/** A parent, a child that refers to it, a child of that one, and so on. */
type Path = { table: SchemaTable; by: SchemaColumn | null }[];

function linkedBatches(setting: AimedSetting, keys: KeyMaker): AimedBatch[] {
  return pathsOf(setting.tables.map(({ table }) => table)).flatMap((path) => {
    const steps = path.map(({ table }) => table);
    const plain = {
      table: steps[0]?.name ?? "",
      column: null,
      units: [linked(setting, keys, path, {}), linked(setting, keys, path, {})].flat(),
    };
    const varied = steps.flatMap((table) => {
      const named = setting.tables.find((one) => one.table === table)?.columns ?? new Set();
      return table.columns
        .filter(
          (column) =>
            named.has(column.name.toLowerCase()) && !isKey(table, column) && column.references === null,
        )
        .map((column): AimedBatch => {
          const row = setting.samples.get(table.name)?.rows[0] ?? {};
          const values = valuesFor(setting, { table, column, row }).slice(0, mostLinkedValues);
          const units = values.flatMap((value) => linked(setting, keys, path, { table, column, value }));
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
    .sort((one, other) => other.length - one.length)
    .slice(0, mostPaths);
}

/** New rows along a path; of the last table one row, and another unit with a whole family of rows. */
function linked(
  { samples }: AimedSetting,
  keys: KeyMaker,
  path: Path,
  change: { table?: SchemaTable; column?: SchemaColumn; value?: string | null },
): AimedUnit[] {
  const { table: changed, column, value = null } = change;
  const altered = (table: SchemaTable, row: SampledRow): SampledRow =>
    changed === table && column !== undefined ? { ...row, [column.name]: value } : row;
  const last = path.at(-1) as Path[number];
  const families = last.by === null ? [] : (samples.get(last.table.name)?.families[last.by.name] ?? []);
  const groups = [samples.get(last.table.name)?.rows.slice(0, 1) ?? [], families.slice(0, mostInFamily)];
  const what = column === undefined ? "" : `, ${column.name} ${value === null ? "missing" : `= ${value}`}`;
  return groups.flatMap((leaves, at) => {
    if (leaves.length === 0 || (at === 1 && leaves.length < 2)) return [];
    const rows: (AimedRow | null)[] = [];
    let parentKey: string | null = null;
    for (const { table, by } of path.slice(0, -1)) {
      const sample = samples.get(table.name)?.rows[0];
      const row: AimedRow | null =
        sample === undefined
          ? null
          : keys.copy(table, altered(table, by === null ? sample : { ...sample, [by.name]: parentKey }));
      rows.push(row);
      parentKey = row === null ? null : keyOf(table, row);
    }
    for (const leaf of leaves)
      rows.push(keys.copy(last.table, altered(last.table, { ...leaf, [last.by?.name ?? ""]: parentKey })));
    return unit(
      `a new row of ${path[0]?.table.name} with ${leaves.length} of ${last.table.name}${what}`,
      rows,
    );
  });
}

function keyOf({ columns }: SchemaTable, { values }: AimedRow): string | null {
  const key = columns.filter(({ primaryKey }) => primaryKey);
  return key.length === 1 ? (values[key[0]?.name ?? ""] ?? null) : null;
}

/** Gives each new row a key of its own. */
class KeyMaker {
  readonly #setting: AimedSetting;
  #made = 0;

  constructor(setting: AimedSetting) {
    this.#setting = setting;
  }

  /** The row under a new key; null where none can be made up. */
  copy(table: SchemaTable, row: SampledRow): AimedRow | null {
    const key = table.columns.filter(({ primaryKey }) => primaryKey);
    const own = key.findLast(({ references }) => references === null);
    if (key.length === 0) return { table: table.name, values: row };
    if (own === undefined) return null;
    this.#made += 1;
    const largest = this.#setting.samples.get(table.name)?.largestKey ?? null;
    const isNumber = /int|numeric|serial/i.test(own.declaredType);
    if (!isNumber && !/text|char/i.test(own.declaredType)) return null;
    const fresh = isNumber ? String(BigInt(largest ?? "1000000") + BigInt(this.#made)) : `~${this.#made}`;
    return { table: table.name, values: { ...row, [own.name]: fresh } };
  }
}
