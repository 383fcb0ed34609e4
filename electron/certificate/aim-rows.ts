import {
  type AimedSetting,
  aimedBatches,
  changedBatches,
} from "#shared/certificate/aimed-rows/aimed-batches.ts";
import type { AimedBatch, AimedUnit } from "#shared/certificate/aimed-rows/aimed-row.ts";
import { readTables } from "#shared/certificate/aimed-rows/named-columns.ts";
import { literalsOf } from "#shared/certificate/aimed-rows/other-values.ts";
import { byRelevance } from "#shared/certificate/aimed-rows/relevance.ts";
import { rowSql } from "#shared/certificate/aimed-rows/row-sql.ts";
import { smallestSet } from "#shared/certificate/aimed-rows/smallest-set.ts";
import { cellText } from "#shared/domain/cell.ts";
import type { AimedRows } from "#shared/domain/certificate.ts";
import type { SchemaTable } from "#shared/domain/schema.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { StatementResult } from "../engines/engine.ts";
import { boundValues, numbersIn } from "./bound-values.ts";
import type { Survivor } from "./certified-task.ts";
import {
  type AimSetting,
  type Comparing,
  createInsertedRuns,
  type InsertedResult,
  type InsertedRuns,
} from "./inserted-runs.ts";
import { readCopiedTable } from "./read-copied-table.ts";
import { smallWorlds } from "./small-worlds.ts";

/** So many batches of each kind are tried on one survivor, and so often one of them is halved. */
const mostBatches = { rows: 40, changes: 30, worlds: 90, bounds: 50 } as const;
const mostHalvings = 40;
/** Rows of one batch, so that a statement stays short. */
const mostUnits = 60;

/** Finds rows that part a survivor from the gold; null where none of those tried does. */
export interface RowAimer {
  aim(survivor: Survivor): Promise<AimedEvidence | null>;
}

/** Rows that part a survivor from the gold, and whether the test of the phase then sees it. */
export interface AimedEvidence {
  rows: AimedRows;
  isSeen: boolean;
}

/** Aims rows at the survivors of one phase; its tables are looked at once. */
export function createRowAimer(phase: TriedPhase, setting: AimSetting): RowAimer {
  const runs = createInsertedRuns(phase, setting);
  let prepared: ReturnType<typeof prepare> | null = null;
  return {
    async aim(survivor) {
      const probes = runs.probes(survivor.trees);
      const [gold, mutant] = [setting.gold[survivor.statement], survivor.trees[survivor.statement]];
      if (probes === null || gold === undefined || mutant === undefined) return null;
      prepared ??= prepare(phase, setting, runs);
      const { stages, usable, order } = await prepared;
      const golds = setting.gold.map(({ sql }) => sql);
      const apartOn = async (world: readonly string[], units: readonly AimedUnit[]) => {
        const written = [...world, ...rowSql(units, order)];
        const wanted = await runs.run(written, golds, probes);
        if (wanted.failure !== null) return null;
        const found = await runs.run(written, survivor.texts, probes);
        return runs.areEqual(found, wanted, "exactly") ? null : { wanted, found };
      };
      let unseen: { world: readonly string[]; units: readonly AimedUnit[] } | null = null;
      for (const { batches, most, isFor } of stages) {
        if (!isFor(changedText(gold, mutant, survivor))) continue;
        const chosen = byRelevance(await batches(), { gold, mutant, range: survivor.range }).slice(0, most);
        for (const batch of chosen) {
          const units = await usable(batch);
          if (units.length === 0) continue;
          const apart = await apartOn(batch.world, units);
          if (apart === null) continue;
          if (!runs.areEqual(apart.found, apart.wanted, "as-tested"))
            return fewest(batch.world, units, "as-tested");
          unseen ??= { world: batch.world, units };
        }
      }
      return unseen === null ? null : fewest(unseen.world, unseen.units, "exactly");

      async function fewest(
        world: readonly string[],
        units: readonly AimedUnit[],
        how: Comparing,
      ): Promise<AimedEvidence | null> {
        const isApart = async (some: readonly AimedUnit[]) => {
          const found = await apartOn(world, some);
          return found !== null && !runs.areEqual(found.found, found.wanted, how);
        };
        const least = await smallestSet(
          await smallestSet(units, isApart, mostHalvings).then(rowByRow),
          isApart,
          mostHalvings,
        );
        const apart = await apartOn(world, least);
        const sql = [...world, ...rowSql(least, order)];
        return apart === null ? null : { rows: shown(least, sql, apart), isSeen: how === "as-tested" };
      }
    },
  };
}

/** Each row as a unit of its own, so that those can be left out which only came along. */
function rowByRow(units: readonly AimedUnit[]): AimedUnit[] {
  return units.flatMap((unit) =>
    unit.rows.length <= 1 ? [unit] : unit.rows.map((row) => ({ aim: unit.aim, rows: [row] })),
  );
}

/** The batches of a phase, the likeliest kind first; `usable` gives the units of one that the database takes and the gold runs on. */
async function prepare(phase: TriedPhase, { gold, schema, limits }: AimSetting, runs: InsertedRuns) {
  const ask = async (sql: string) => {
    const result = (await phase.attempt([], sql, limits))?.at(-1) ?? null;
    return result?.status === "ok" ? result : null;
  };
  const tables = readTables(gold, schema).flatMap((read) => {
    const table = schema?.tables.find(({ name }) => name.toLowerCase() === read.table);
    return table === undefined ? [] : [{ table, columns: read.columns, read }];
  });
  const samples = new Map();
  for (const { table, read } of tables) samples.set(table.name, await readCopiedTable(ask, table, read));
  const order = parentsFirst(tables.map(({ table }) => table));
  const golds = gold.map(({ sql }) => sql);
  const probes = runs.probes(gold) ?? [];
  const goldAfter = (sql: readonly string[]) => runs.run(sql, golds, probes);
  const all: AimedSetting = { tables, samples, literals: literalsOf(gold), world: [] };
  const worlds = once(() =>
    smallWorlds(ask, {
      ...{ schema, tables, samples, dialect: phase.dialect },
      returnsRows: async (sql) => hasValues((await goldAfter(sql)).last?.rows ?? []),
    }),
  );
  const inWorlds = once(async () =>
    (await worlds()).flatMap((world) =>
      worldBatches({ ...all, ...world, world: world.sql }, world.aim, order),
    ),
  );
  const atBounds = once(async () => {
    const found: AimedBatch[] = [];
    for (const world of (await worlds()).filter(({ leaf }) => leaf !== null).slice(0, 1)) {
      const units = await boundValues(world, numbersIn(world, tables), (some) =>
        goldAfter([...world.sql, ...rowSql(some, order)]),
      );
      found.push(...units.map((unit) => ({ table: "", column: null, units: [unit], world: world.sql })));
    }
    return found;
  });
  const inAll = once(async () => split(aimedBatches(all)));
  const changed = once(async () => split(changedBatches(all)));
  const tried = new Map<AimedBatch, Promise<readonly AimedUnit[]>>();
  const usable = (batch: AimedBatch) => {
    const takes = async (units: readonly AimedUnit[]) =>
      (await goldAfter([...batch.world, ...rowSql(units, order)])).failure === null;
    const units = tried.get(batch) ?? accepted(batch.units, takes);
    tried.set(batch, units);
    return units;
  };
  const stages = [
    { batches: inAll, most: mostBatches.rows, isFor: always },
    { batches: changed, most: mostBatches.changes, isFor: always },
    { batches: inWorlds, most: mostBatches.worlds, isFor: always },
    { batches: atBounds, most: mostBatches.bounds, isFor: compares },
  ];
  return { stages, usable, order };
}

/** What a survivor says otherwise: the text of the gold, and what stands there instead. */
function changedText(gold: SqlTree, mutant: SqlTree, { range }: Survivor): string {
  const behind = gold.sql.length - range.to;
  return gold.sql.slice(range.from, range.to) + mutant.sql.slice(range.from, mutant.sql.length - behind);
}

const always = () => true;
const compares = (text: string) => /[<>=]/.test(text);

/** Whether rows hold anything but nothing: an aggregate of no rows is one row, of NULL or zero. */
function hasValues(rows: StatementResult["rows"]): boolean {
  const isNothing = (text: string) => /^(?:0(?:\.0+)?|f|false)$/.test(text);
  return rows.some((row) => row.some((cell) => cell !== null && !isNothing(cellText(cell))));
}

/** A small world as it is, its rows once more among all others, and in it further rows, changes, and changes beside copies under other parents (ties). */
function worldBatches(setting: AimedSetting, aim: string, order: readonly string[]): AimedBatch[] {
  const { world } = setting;
  const alone = { table: "", column: null, world, units: [{ aim, rows: [] }] };
  const further = aimedBatches(setting);
  const changes = changedBatches(setting);
  const ties = further.filter(
    ({ table, column, units }) =>
      units.some(({ rows }) => rows.length > 1) &&
      setting.tables
        .find((one) => one.table.name === table)
        ?.table.columns.some((one) => one.name.toLowerCase() === column && one.references !== null),
  );
  const beside = ties.slice(0, 2).flatMap(({ units }) => {
    const most = Math.max(...units.map(({ rows }) => rows.length));
    const copies = rowSql(
      units.filter(({ rows }) => rows.length === most),
      order,
    );
    return changes.map((batch) => ({ ...batch, world: [...world, ...copies] }));
  });
  const amongAll = further
    .filter(({ column, units }) => column === null && units.some(({ rows }) => rows.length > 1))
    .map((batch) => ({ ...batch, world: [] }));
  return split([alone, ...amongAll, ...further, ...changes, ...beside]);
}

/** Batches of so many units that a statement stays short. */
function split(batches: readonly AimedBatch[]): AimedBatch[] {
  return batches.flatMap((batch) =>
    Array.from({ length: Math.ceil(batch.units.length / mostUnits) }, (_, at) => ({
      ...batch,
      units: batch.units.slice(at * mostUnits, (at + 1) * mostUnits),
    })),
  );
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

function parentsFirst(tables: readonly SchemaTable[]): string[] {
  const order: string[] = [];
  const visit = (table: SchemaTable, above: readonly SchemaTable[]) => {
    if (order.includes(table.name) || above.includes(table)) return;
    for (const { references } of table.columns) {
      const parent = tables.find(({ name }) => name.toLowerCase() === references?.table.toLowerCase());
      if (parent !== undefined) visit(parent, [...above, table]);
    }
    order.push(table.name);
  };
  for (const table of tables) visit(table, []);
  return order;
}

/** The first few of the rows that only one side returns. */
const mostShown = 5;

function shown(
  units: readonly AimedUnit[],
  sql: string[],
  { wanted, found }: { wanted: InsertedResult; found: InsertedResult },
): AimedRows {
  const only = (one: InsertedResult, other: InsertedResult) => {
    const known = new Set((other.last?.rows ?? []).map((row) => JSON.stringify(row)));
    return (one.last?.rows ?? []).filter((row) => !known.has(JSON.stringify(row))).slice(0, mostShown);
  };
  const aim = units.map((unit) => unit.aim).join("; ");
  const failure = found.failure === null ? "" : `; on it the mutant fails: ${found.failure}`;
  return {
    ...{ aim: `${aim}${failure}`, sql, columns: [...(wanted.last?.columns ?? [])] },
    ...{ gold: only(wanted, found), mutant: only(found, wanted) },
  };
}
