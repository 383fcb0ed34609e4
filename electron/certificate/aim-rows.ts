import { aimedBatches } from "#shared/certificate/aimed-rows/aimed-batches.ts";
import type { AimedBatch, AimedUnit } from "#shared/certificate/aimed-rows/aimed-row.ts";
import { insertSql } from "#shared/certificate/aimed-rows/insert-sql.ts";
import { readTables } from "#shared/certificate/aimed-rows/named-columns.ts";
import { literalsOf } from "#shared/certificate/aimed-rows/other-values.ts";
import { byRelevance } from "#shared/certificate/aimed-rows/relevance.ts";
import { smallestSet } from "#shared/certificate/aimed-rows/smallest-set.ts";
import type { AimedRows } from "#shared/domain/certificate.ts";
import type { SchemaTable } from "#shared/domain/schema.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { Survivor } from "./certified-task.ts";
import {
  type AimSetting,
  type Comparing,
  createInsertedRuns,
  type InsertedResult,
  type InsertedRuns,
} from "./inserted-runs.ts";
import { readCopiedTable } from "./read-copied-table.ts";

/** So many batches are tried on one survivor, and so often one of them is halved. */
const mostBatches = 60;
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
      const { batches, usable, order } = await prepared;
      const golds = setting.gold.map(({ sql }) => sql);
      const apartOn = async (units: readonly AimedUnit[]) => {
        const inserts = insertSql(units, order);
        const wanted = await runs.run(inserts, golds, probes);
        if (wanted.failure !== null) return null;
        const found = await runs.run(inserts, survivor.texts, probes);
        return runs.areEqual(found, wanted, "exactly") ? null : { wanted, found };
      };
      let unseen: readonly AimedUnit[] | null = null;
      const chosen = byRelevance(batches, { gold, mutant, range: survivor.range }).slice(0, mostBatches);
      for (const batch of chosen) {
        const units = await usable(batch);
        if (units.length === 0) continue;
        const apart = await apartOn(units);
        if (apart === null) continue;
        if (!runs.areEqual(apart.found, apart.wanted, "as-tested")) return fewest(units, "as-tested");
        unseen ??= units;
      }
      return unseen === null ? null : fewest(unseen, "exactly");

      async function fewest(units: readonly AimedUnit[], how: Comparing): Promise<AimedEvidence | null> {
        const isApart = async (some: readonly AimedUnit[]) => {
          const found = await apartOn(some);
          return found !== null && !runs.areEqual(found.found, found.wanted, how);
        };
        const least = await smallestSet(units, isApart, mostHalvings);
        const apart = await apartOn(least);
        return apart === null
          ? null
          : { rows: shown(least, insertSql(least, order), apart), isSeen: how === "as-tested" };
      }
    },
  };
}

/** The batches of a phase; `usable` gives the units of one that the database takes and the gold runs on. */
async function prepare(phase: TriedPhase, { gold, schema, limits }: AimSetting, runs: InsertedRuns) {
  const ask = async (sql: string) => {
    const result = (await phase.attempt([], sql, limits))?.at(-1) ?? null;
    return result?.status === "ok" ? result : null;
  };
  const read = readTables(gold, schema);
  const tables = read.flatMap((one) => {
    const table = schema?.tables.find(({ name }) => name.toLowerCase() === one.table);
    return table === undefined ? [] : [{ table, columns: one.columns, read: one }];
  });
  const samples = new Map();
  for (const { table, read: own } of tables) samples.set(table.name, await readCopiedTable(ask, table, own));
  const order = parentsFirst(tables.map(({ table }) => table));
  const golds = gold.map(({ sql }) => sql);
  const takes = async (units: readonly AimedUnit[]) =>
    (await runs.run(insertSql(units, order), golds, runs.probes(gold) ?? [])).failure === null;
  const batches = aimedBatches({ tables, samples, literals: literalsOf(gold) }).flatMap((batch) =>
    Array.from({ length: Math.ceil(batch.units.length / mostUnits) }, (_, at) => ({
      ...batch,
      units: batch.units.slice(at * mostUnits, (at + 1) * mostUnits),
    })),
  );
  const tried = new Map<AimedBatch, Promise<readonly AimedUnit[]>>();
  const usable = (batch: AimedBatch) => {
    const units = tried.get(batch) ?? accepted(batch.units, takes);
    tried.set(batch, units);
    return units;
  };
  return { batches, usable, order };
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
