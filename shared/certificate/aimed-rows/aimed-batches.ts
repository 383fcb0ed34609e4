import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import {
  type AimedBatch,
  type AimedRow,
  type AimedUnit,
  type CopiedTable,
  mostAimedRows,
  type SampledRow,
} from "./aimed-row.ts";
import { type Literals, otherValues, timeSpans } from "./other-values.ts";

/** What rows are made of: the tables that the texts read, with the columns that they name, and rows that are there. */
export interface AimedSetting {
  tables: readonly { table: SchemaTable; columns: ReadonlySet<string> }[];
  samples: ReadonlyMap<string, CopiedTable>;
  literals: Literals;
  /** The tables, in small letters, that another one refers to: their rows cannot just go. */
  referred: ReadonlySet<string>;
}

/** Paths along foreign keys that new rows are linked by, and rows that are there are moved along. */
const mostPaths = 6;
const mostMovedPaths = 12;
/** Rows that a new parent gets, each in a unit of its own, once and twice. */
const mostLeaves = 4;
/** A column that no text names is varied by so many values. */
const mostUnnamedValues = 2;
/** A column of a row that is there takes so many other values. */
const mostChanges = 24;
/** Variations of one column in linked rows: each takes several rows. */
const mostLinkedValues = 8;

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
    const apart = { table: table.name, column: null, units: spans };
    return [{ table: table.name, column: null, units: copies }, ...varied, apart];
  });
  return [...single, ...movedBatches(setting, keys), ...linkedBatches(setting, keys)].filter(
    ({ units }) => units.length > 0,
  );
}

/**
 * Changes of rows that are there, in batches: each row takes one other value in one column, in turns. A change reaches what no
 * new row can: a value missing in a group that is whole else, or a parent whose children are there already.
 */
export function changedBatches(setting: AimedSetting): AimedBatch[] {
  return setting.tables.flatMap(({ table, columns }) => {
    const rows = setting.samples.get(table.name)?.rows ?? [];
    return table.columns
      .filter((column) => columns.has(column.name.toLowerCase()) && isVaried(table, column))
      .flatMap((column) => {
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
      });
  });
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

/** Keys are new; a foreign key may refer to another row; all else can differ. */
function isVaried(table: SchemaTable, column: SchemaColumn): boolean {
  if (isKey(table, column)) return false;
  return column.references === null || !column.primaryKey;
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

function valuesFor(
  { tables, samples, literals }: AimedSetting,
  { table, column, row }: Varied,
): (string | null)[] {
  const present = samples.get(table.name)?.values[column.name] ?? [];
  if (column.references !== null)
    return [...present, ...(column.notNull ? [] : [null])].filter((value) => value !== row[column.name]);
  const values = otherValues(column, row[column.name] ?? null, present, literals);
  const isNamed = tables.find((one) => one.table === table)?.columns.has(column.name.toLowerCase());
  return isNamed === true ? values : values.slice(0, mostUnnamedValues);
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

/** A parent, a child that refers to it, a child of that one, and so on. */
type Path = { table: SchemaTable; by: SchemaColumn | null }[];

/** Rows that are there, with all that refers to them, under new parents: groups of their own, alike but for these rows. */
function movedBatches(setting: AimedSetting, keys: KeyMaker): AimedBatch[] {
  const paths = pathsOf(setting.tables.map(({ table }) => table)).filter(
    ({ length }) => length < mostAimedRows,
  );
  return paths.slice(0, mostMovedPaths).map((path) => {
    const last = path.at(-1) as Path[number];
    const moved = (setting.samples.get(last.table.name)?.rows ?? []).flatMap((row) => {
      const parents = newParents(setting, keys, path, (_, values) => values);
      const values = { [last.by?.name ?? ""]: parents.key };
      const [move] = changedUnit(last.table, row, values).flatMap(({ rows }) => rows);
      return unit(`a row of ${last.table.name} under a new row of ${path[0]?.table.name}`, [
        ...parents.rows,
        move ?? null,
      ]);
    });
    return { table: last.table.name, column: null, units: moved };
  });
}

/** New rows of all tables of a path but the last, each below the one before; the key of the lowest. */
function newParents(
  { samples }: AimedSetting,
  keys: KeyMaker,
  path: Path,
  altered: (table: SchemaTable, row: SampledRow) => SampledRow,
): { rows: (AimedRow | null)[]; key: string | null } {
  const rows: (AimedRow | null)[] = [];
  let key: string | null = null;
  for (const { table, by } of path.slice(0, -1)) {
    const sample = samples.get(table.name)?.rows[0];
    const row: AimedRow | null =
      sample === undefined
        ? null
        : keys.copy(table, altered(table, by === null ? sample : { ...sample, [by.name]: key }));
    rows.push(row);
    key = row === null ? null : keyOf(table, row);
  }
  return { rows, key };
}

function linkedBatches(setting: AimedSetting, keys: KeyMaker): AimedBatch[] {
  const paths = pathsOf(setting.tables.map(({ table }) => table)).slice(0, mostPaths);
  return paths.flatMap((path) => {
    const steps = path.map(({ table }) => table);
    const plain = {
      table: steps[0]?.name ?? "",
      column: null,
      units: [linked(setting, keys, path, {}), linked(setting, keys, path, {})].flat(),
    };
    const varied = path.flatMap(({ table, by }) => {
      return table.columns
        .filter((column) => column !== by && isVaried(table, column))
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
    .sort((one, other) => other.length - one.length);
}

/** New rows along a path; of the last table one row, and another unit with a whole family of rows. */
function linked(
  setting: AimedSetting,
  keys: KeyMaker,
  path: Path,
  change: { table?: SchemaTable; column?: SchemaColumn; value?: string | null },
): AimedUnit[] {
  const { samples } = setting;
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
  const room = mostAimedRows - (path.length - 1);
  const groups = [
    ...single.flatMap((leaf) => [[leaf], [leaf, leaf]]),
    ...shares,
    families.slice(0, room),
  ].filter(({ length }) => length <= room);
  const what = column === undefined ? "" : `, ${column.name} ${value === null ? "missing" : `= ${value}`}`;
  return groups.flatMap((leaves) => {
    if (leaves.length === 0) return [];
    const { rows, key } = newParents(setting, keys, path, altered);
    for (const leaf of leaves)
      rows.push(keys.copy(last.table, altered(last.table, { ...leaf, [last.by?.name ?? ""]: key })));
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
    if (key.length === 0) return { table: table.name, values: row, at: null };
    if (own === undefined) return null;
    this.#made += 1;
    const largest = this.#setting.samples.get(table.name)?.largestKey ?? null;
    const isNumber = /int|numeric|serial/i.test(own.declaredType);
    if (!isNumber && !/text|char/i.test(own.declaredType)) return null;
    const fresh = isNumber ? String(BigInt(largest ?? "1000000") + BigInt(this.#made)) : `~${this.#made}`;
    return { table: table.name, values: { ...row, [own.name]: fresh }, at: null };
  }
}
