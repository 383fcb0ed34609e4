import { aimedBatches } from "#shared/certificate/aimed-rows/aimed-batches.ts";
import {
  type AimedBatch,
  type AimedUnit,
  type CopiedTable,
  mostAimedRows,
  mostRowsOfGroup,
} from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { AimedSetting } from "#shared/certificate/aimed-rows/aimed-setting.ts";
import { changedBatches, removedBatches } from "#shared/certificate/aimed-rows/changed-rows.ts";
import { readTables } from "#shared/certificate/aimed-rows/named-columns.ts";
import { literalsOf } from "#shared/certificate/aimed-rows/other-values.ts";
import { rowSql } from "#shared/certificate/aimed-rows/row-sql.ts";
import type { DatabaseSchema, SchemaTable } from "#shared/domain/schema.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import { boundValues, numbersIn } from "./bound-values.ts";
import type { AimSetting, InsertedResult, InsertedRuns } from "./inserted-runs.ts";
import { type GoldAfter, withLiveRows } from "./live-rows.ts";
import { readCopiedTable } from "./read-copied-table.ts";
import { sliceOfData } from "./slice-of-data.ts";
import { type SmallWorld, smallWorlds } from "./small-worlds.ts";

/** So many batches of each kind are tried on one survivor; of those that a slice of the data was searched by fewer on all data. */
const mostBatches = { rows: 60, changes: 48, removals: 12, bounds: 60, groups: 60, worlds: 90 } as const;
const mostOnAllData = { rows: 18, changes: 18 } as const;
/** Copies under other parents, beside which rows are changed. */
const mostTies = 2;
/** Rows of one batch, so that a statement stays short. */
const mostUnits = 60;

/** Data that rows are written into: all of it, or what some statements leave of it. */
export interface Ground {
  sql: readonly string[];
  /** What a small world leaves of the data, and its statements are part of the proof; null where rows are confirmed on all data. */
  world: string | null;
  /** So many rows at most make a proof. */
  mostRows: number;
  /** The units of each batch that the database takes and the gold runs on. */
  usable(batches: readonly AimedBatch[]): Promise<(readonly AimedUnit[])[]>;
}

/** One kind of rows on one ground. */
export interface AimedStage {
  ground: Ground;
  batches(): Promise<readonly AimedBatch[]>;
  most: number;
  /** Whether it is worth trying on a mutant that says this otherwise. */
  isFor(changedText: string): boolean;
  /** Whether it is left out where rows were found already that the test does not see. */
  isLate: boolean;
}

export interface PreparedStages {
  stages: readonly AimedStage[];
  /** Those with more rows, whole groups of them, then those in small worlds: for survivors that none of the others explains. */
  further(): Promise<readonly AimedStage[]>;
  tables: readonly SchemaTable[];
}

/** The stages of a phase, the likeliest kind first, and its tables so that parents come before children. */
export async function prepareStages(
  phase: TriedPhase,
  { gold, schema, limits }: AimSetting,
  runs: InsertedRuns,
): Promise<PreparedStages> {
  const ask = async (sql: string) => {
    const result = (await phase.attempt([], sql, limits))?.at(-1) ?? null;
    return result?.status === "ok" ? result : null;
  };
  const read = readTables(gold, schema).flatMap((one) => {
    const table = schema?.tables.find(({ name }) => name.toLowerCase() === one.table);
    return table === undefined ? [] : [{ table, columns: one.columns, read: one }];
  });
  const samples = new Map<string, CopiedTable>();
  for (const one of read) samples.set(one.table.name, await readCopiedTable(ask, one.table, one.read));
  const { dialect } = phase;
  const looked = {
    tables: read,
    samples,
    literals: literalsOf(gold),
    referred: referredTables(schema),
    ...{ dialect, mostRows: mostAimedRows },
  };
  const tables = parentsFirst(read.map(({ table }) => table));
  const golds = gold.map(({ sql }) => sql);
  const goldAfter: GoldAfter = (statements) => runs.run([], statements, golds, runs.probes(gold) ?? []);
  const filters = new Map(read.map((one) => [one.table.name, one.read.filters]));
  const live = await withLiveRows(ask, looked, { filters, goldAfter });
  const setting = { ...looked, samples: live };
  const slice = await sliceOfData(ask, setting);
  const asked = goldWith(gold, runs, tables);
  const returnsRows = async (sql: readonly string[]) => {
    // Within the transaction: a ground of its own would put the database back first.
    const [result] = await goldAfter([sql]);
    return result !== undefined && result.failure === null && (result.last?.rows.length ?? 0) > 0;
  };
  const further = once(async () => {
    const worlds = await smallWorlds(ask, { schema, tables: read, samples, returnsRows, dialect });
    const first = worlds.find(({ leaf }) => leaf !== null);
    const inWorlds = worlds.map((world) => worldStages(setting, world, { asked, isFirst: world === first }));
    return [largeStage(setting, asked), ...inWorlds.flat()];
  });
  return { stages: stagesOf(setting, slice, asked), further, tables };
}

/** Whole groups of rows beside all data. */
function largeStage(setting: AimedSetting, asked: Asked): AimedStage {
  return {
    ground: { ...groundOf([], asked), mostRows: mostRowsOfGroup },
    batches: once(async () => split(aimedBatches({ ...setting, mostRows: mostRowsOfGroup }))),
    ...{ most: mostBatches.groups, isFor: () => true, isLate: true },
  };
}

/**
 * A small world as it is, with rows of the few that are left, with some of them changed, and with some changed beside copies under
 * other parents (ties). In the first world bounds are searched, too: a group of one row shows them.
 */
function worldStages(
  setting: AimedSetting,
  { aim, sql, samples, leaf }: SmallWorld,
  { asked, isFirst }: { asked: Asked; isFirst: boolean },
): AimedStage[] {
  const inWorld = { ...setting, samples, mostRows: mostRowsOfGroup };
  const stage = (
    world: string,
    ground: readonly string[],
    batches: () => Promise<readonly AimedBatch[]>,
  ): AimedStage => ({
    ground: { ...groundOf(ground, asked), world, mostRows: mostRowsOfGroup },
    ...{ batches: once(batches), most: mostBatches.worlds, isFor: () => true, isLate: true },
  });
  const further = aimedBatches(inWorld);
  const changes = split(changedBatches(inWorld));
  const ties = further.filter((batch) => isUnderOtherParents(batch, setting)).slice(0, mostTies);
  const beside = ties.map(({ units }) => {
    const most = Math.max(...units.map(({ rows }) => rows.length));
    const copies = asked.sqlOf(units.filter(({ rows }) => rows.length === most));
    return stage(`${aim}, and copies of them`, [...sql, ...copies], async () => changes);
  });
  const alone = { table: "", column: null, units: [] };
  const bounds = stage(aim, sql, async () => boundBatches(inWorld, (sets) => asked.goldOn(sql, sets)));
  return [
    stage(aim, sql, async () => [alone, ...split(further), ...changes]),
    ...beside,
    ...(isFirst && leaf !== null ? [{ ...bounds, isFor: compares }] : []),
  ];
}

/** Whether a batch has copies of several rows that differ in their parent. */
function isUnderOtherParents({ table, column, units }: AimedBatch, { tables }: AimedSetting): boolean {
  const own = tables.find((one) => one.table.name === table)?.table.columns ?? [];
  return (
    units.some(({ rows }) => rows.length > 1) &&
    own.some(({ name, references }) => name.toLowerCase() === column && references !== null)
  );
}

async function boundBatches(
  setting: AimedSetting,
  goldOn: (sets: readonly (readonly AimedUnit[])[]) => Promise<InsertedResult[]>,
): Promise<AimedBatch[]> {
  const found = await boundValues(numbersIn(setting), goldOn);
  return found.map((unit) => ({ table: "", column: null, units: [unit] }));
}

function stagesOf(setting: AimedSetting, slice: readonly string[], asked: Asked): AimedStage[] {
  const all = groundOf([], asked);
  const stage = (
    ground: Ground,
    kind: keyof typeof mostBatches,
    batches: () => Promise<readonly AimedBatch[]>,
    more: Partial<Omit<AimedStage, "ground" | "batches">> = {},
  ): AimedStage => ({
    ...{ ground, batches, most: mostBatches[kind], isFor: () => true, isLate: false },
    ...more,
  });
  const rows = once(async () => split(aimedBatches(setting)));
  const changes = once(async () => split(changedBatches(setting)));
  const removals = stage(
    all,
    "removals",
    once(async () => removedBatches(setting)),
    { isLate: true },
  );
  if (slice.length > 0) {
    const sliced = groundOf(slice, asked);
    return [
      stage(sliced, "rows", rows),
      stage(sliced, "changes", changes),
      stage(all, "rows", rows, { isLate: true, most: mostOnAllData.rows }),
      stage(all, "changes", changes, { isLate: true, most: mostOnAllData.changes }),
      removals,
    ];
  }
  const bounds = once(async () => boundBatches(setting, (sets) => asked.goldOn([], sets)));
  return [
    stage(all, "rows", rows),
    stage(all, "changes", changes),
    removals,
    stage(all, "bounds", bounds, { isFor: compares, isLate: true }),
  ];
}

function goldWith(gold: readonly SqlTree[], runs: InsertedRuns, tables: readonly SchemaTable[]): Asked {
  const order = tables.map(({ name }) => name);
  const probes = runs.probes(gold) ?? [];
  const golds = gold.map(({ sql }) => sql);
  const sqlOf = (units: readonly AimedUnit[]) => rowSql(units, order);
  const written = (sets: readonly (readonly AimedUnit[])[]) => sets.map(sqlOf);
  return {
    sqlOf,
    goldOn: (ground, sets) => runs.run(ground, written(sets), golds, probes),
    taken: (sets) => runs.run([], written(sets), [], []),
  };
}

interface Asked {
  sqlOf(units: readonly AimedUnit[]): string[];
  /** What the gold gives with each set of units. */
  goldOn(ground: readonly string[], sets: readonly (readonly AimedUnit[])[]): Promise<InsertedResult[]>;
  /** Whether the database takes each set. */
  taken(sets: readonly (readonly AimedUnit[])[]): Promise<InsertedResult[]>;
}

function groundOf(sql: readonly string[], { goldOn, taken }: Asked): Ground {
  const tried = new Map<AimedBatch, Promise<readonly AimedUnit[]>>();
  const runsOn = async (units: readonly AimedUnit[]) => (await goldOn(sql, [units]))[0]?.failure === null;
  const usable = async (units: readonly AimedUnit[]) => {
    const alone = await taken(units.map((unit) => [unit]));
    return accepted(
      units.filter((_, at) => alone[at]?.failure === null),
      runsOn,
    );
  };
  return {
    ...{ sql, world: null, mostRows: mostAimedRows },
    async usable(batches) {
      const fresh = batches.filter((batch) => !tried.has(batch));
      const whole = await goldOn(
        sql,
        fresh.map(({ units }) => units),
      );
      for (const [at, batch] of fresh.entries())
        tried.set(batch, whole[at]?.failure === null ? Promise.resolve(batch.units) : usable(batch.units));
      return Promise.all(batches.map((batch) => tried.get(batch) ?? []));
    },
  };
}

const compares = (text: string) => /[<>=]/.test(text);

/** Batches of so many units that a statement stays short: the first of each, then what is left. */
function split(batches: readonly AimedBatch[]): AimedBatch[] {
  const pieces = batches.map((batch) =>
    Array.from({ length: Math.ceil(batch.units.length / mostUnits) }, (_, at) => ({
      ...batch,
      units: batch.units.slice(at * mostUnits, (at + 1) * mostUnits),
    })),
  );
  const most = Math.max(0, ...pieces.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => pieces.flatMap((own) => own[at] ?? [])).flat();
}

/** Makes something when it is first asked for. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** Units that work together: those that break a constraint, or the gold, are left out. */
async function accepted(
  units: readonly AimedUnit[],
  takes: (units: readonly AimedUnit[]) => Promise<boolean>,
): Promise<readonly AimedUnit[]> {
  if (units.length === 0 || (await takes(units))) return units;
  if (units.length === 1) return [];
  const half = Math.ceil(units.length / 2);
  const [one, other] = [
    await accepted(units.slice(0, half), takes),
    await accepted(units.slice(half), takes),
  ];
  const both = [...one, ...other];
  return one.length === 0 || other.length === 0 || (await takes(both)) ? both : one;
}

function referredTables(schema: DatabaseSchema | null): Set<string> {
  const columns = (schema?.tables ?? []).flatMap((table) => table.columns);
  return new Set(columns.flatMap(({ references }) => references?.table.toLowerCase() ?? []));
}

function parentsFirst(tables: readonly SchemaTable[]): SchemaTable[] {
  const order: SchemaTable[] = [];
  const visit = (table: SchemaTable, above: readonly SchemaTable[]) => {
    if (order.includes(table) || above.includes(table)) return;
    for (const { references } of table.columns) {
      const parent = tables.find(({ name }) => name.toLowerCase() === references?.table.toLowerCase());
      if (parent !== undefined) visit(parent, [...above, table]);
    }
    order.push(table);
  };
  for (const table of tables) visit(table, []);
  return order;
}
