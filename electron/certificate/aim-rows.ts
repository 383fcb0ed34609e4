import { type AimedUnit, mostAimedRows } from "#shared/certificate/aimed-rows/aimed-row.ts";
import { byRelevance } from "#shared/certificate/aimed-rows/relevance.ts";
import { rowSql } from "#shared/certificate/aimed-rows/row-sql.ts";
import { smallestSet } from "#shared/certificate/aimed-rows/smallest-set.ts";
import { rowByRow, wholeUnits } from "#shared/certificate/aimed-rows/whole-rows.ts";
import type { AimedRows } from "#shared/domain/certificate.ts";
import type { SchemaTable } from "#shared/domain/schema.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import { type AimedStage, type Ground, prepareStages } from "./aimed-stages.ts";
import type { Survivor } from "./certified-task.ts";
import {
  type AimSetting,
  type Comparing,
  createInsertedRuns,
  type InsertedResult,
  type InsertedRuns,
} from "./inserted-runs.ts";

/** So many batches run in one text: the first few of a stage, which are the likeliest, then more. */
const batchesAtOnce = [3, 9, 18] as const;
/** A batch that parts gold and survivor is cut down so often at most, and so many batches of one survivor are. */
const mostHalvings = 60;
const mostProofs = 6;
const halvesAtOnce = 6;

/** Finds rows that part a survivor from the gold; null where none of those tried does. */
export interface RowAimer {
  aim(survivor: Survivor): Promise<AimedEvidence | null>;
}

/** Rows that part a survivor from the gold, and whether the test of the phase then sees it. */
export interface AimedEvidence {
  rows: AimedRows;
  isSeen: boolean;
  /** By how much of the data and by how many rows, as the rules of the certificate name it. */
  rule: "aimed-rows" | "more-rows" | "small-world";
}

/** Aims rows at the survivors of one phase; its tables are looked at once. */
export function createRowAimer(phase: TriedPhase, setting: AimSetting): RowAimer {
  const runs = createInsertedRuns(phase, setting);
  let prepared: ReturnType<typeof prepareStages> | null = null;
  return {
    async aim(survivor) {
      const probes = runs.probes(survivor.trees);
      const [gold, mutant] = [setting.gold[survivor.statement], survivor.trees[survivor.statement]];
      if (probes === null || gold === undefined || mutant === undefined) return null;
      prepared ??= prepareStages(phase, setting, runs);
      const { stages, further, tables } = await prepared;
      const parting = partingOf({ runs, setting, survivor, probes, tables });
      const text = changedText(gold, mutant, survivor);
      const chosen = (some: readonly AimedStage[]) =>
        some
          .filter(({ isFor }) => isFor(text))
          .map((stage) => ({
            ...stage,
            batches: async () =>
              byRelevance(await stage.batches(), { gold, mutant, range: survivor.range }).slice(
                0,
                stage.most,
              ),
          }));
      return (await search(chosen(stages), parting)) ?? search(chosen(await further()), parting);
    },
  };
}

/** What a survivor says otherwise: the text of the gold, and what stands there instead. */
function changedText(gold: SqlTree, mutant: SqlTree, { range }: Survivor): string {
  const behind = gold.sql.length - range.to;
  return gold.sql.slice(range.from, range.to) + mutant.sql.slice(range.from, mutant.sql.length - behind);
}

/** What gold and survivor give on the same rows, where that is not the same. */
interface Apart {
  wanted: InsertedResult;
  found: InsertedResult;
}

/** Tells rows that part one survivor from its gold. */
interface Parting {
  /** For each set of units what both give with them, null where that is the same or the gold fails. */
  on(ground: readonly string[], sets: readonly (readonly AimedUnit[])[]): Promise<(Apart | null)[]>;
  isSeen(apart: Apart, how: Comparing): boolean;
  /** Of some of all units those whose parents are among them. */
  whole(some: readonly AimedUnit[], all: readonly AimedUnit[]): AimedUnit[];
  shown(ground: Ground, units: readonly AimedUnit[], apart: Apart): AimedRows;
}

function partingOf({
  runs,
  setting,
  survivor: { texts },
  probes,
  tables,
}: {
  runs: InsertedRuns;
  setting: AimSetting;
  survivor: Survivor;
  probes: readonly string[];
  tables: readonly SchemaTable[];
}): Parting {
  const golds = setting.gold.map(({ sql }) => sql);
  const order = tables.map(({ name }) => name);
  return {
    async on(ground, sets) {
      const rows = sets.map((units) => rowSql(units, order));
      const wanted = await runs.run(ground, rows, golds, probes);
      const sound = rows.filter((_, at) => wanted[at]?.failure === null);
      const found = (await runs.run(ground, sound, texts, probes)).values();
      return wanted.map((own) => {
        if (own.failure !== null) return null;
        const other = found.next().value as InsertedResult;
        return other.isStopped || runs.areEqual(other, own, "exactly") ? null : { wanted: own, found: other };
      });
    },
    whole: (some, all) => wholeUnits(some, all, tables),
    isSeen: ({ found, wanted }, how) => !runs.areEqual(found, wanted, how),
    shown: (ground, units, apart) =>
      shownRows(
        [...(ground.world === null ? [] : [ground.world]), ...units.map(({ aim }) => aim)],
        [...confirmedOn(ground), ...rowSql(units, order)],
        apart,
      ),
  };
}

/** Goes through the stages until rows part the two for the test; else those that part them exactly, which the first stages found. */
async function search(stages: readonly AimedStage[], parting: Parting): Promise<AimedEvidence | null> {
  let unseen: AimedEvidence | null = null;
  let proofs = mostProofs;
  for (const { batches, ground, isLate } of stages) {
    if (isLate && unseen !== null) break;
    for (const some of inChunks(await batches())) {
      const isEmptyTried = ground.world !== null;
      const sets = (await ground.usable(some)).filter(({ length }) => length > 0 || isEmptyTried);
      const results = await parting.on(ground.sql, sets);
      for (const [at, apart] of results.entries()) {
        if (apart === null) continue;
        const how = parting.isSeen(apart, "as-tested") ? "as-tested" : "exactly";
        if (proofs <= 0 || (how === "exactly" && unseen !== null)) continue;
        proofs -= 1;
        const found = await proven(sets[at] ?? [], { ground, parting, how });
        if (found?.isSeen) return found;
        unseen ??= found;
      }
    }
  }
  return unseen;
}

function ruleOf({ world }: Ground, units: readonly AimedUnit[]): AimedEvidence["rule"] {
  if (world !== null) return "small-world";
  return rowCount(units) > mostAimedRows ? "more-rows" : "aimed-rows";
}

const rowCount = (units: readonly AimedUnit[]) => units.reduce((sum, { rows }) => sum + rows.length, 0);

/** What a proof begins with: nothing, where its rows part the two on all data. */
const confirmedOn = ({ sql, world }: Ground): readonly string[] => (world === null ? [] : sql);

/** The fewest of some units that part the two, run once more on all data; null where that takes too many rows. */
async function proven(
  units: readonly AimedUnit[],
  { ground, parting, how }: { ground: Ground; parting: Parting; how: Comparing },
): Promise<AimedEvidence | null> {
  const first = async (parts: readonly (readonly AimedUnit[])[]) => {
    const whole = parts.map((part) => parting.whole(part, units));
    for (let from = 0; from < parts.length; from += halvesAtOnce) {
      const results = await parting.on(ground.sql, whole.slice(from, from + halvesAtOnce));
      const at = results.findIndex((apart) => apart !== null && parting.isSeen(apart, how));
      if (at >= 0) return from + at;
    }
    return -1;
  };
  const most = { parts: mostHalvings, members: ground.mostRows };
  const few = await smallestSet(units, first, most);
  if (few.length > ground.mostRows) return null;
  const rows = await smallestSet(rowByRow(few), first, most);
  const least = parting.whole(rows, units);
  if (rowCount(least) > ground.mostRows) return null;
  const [apart = null] = await parting.on(confirmedOn(ground), [least]);
  if (apart === null) return null;
  return {
    rows: parting.shown(ground, least, apart),
    isSeen: parting.isSeen(apart, "as-tested"),
    rule: ruleOf(ground, least),
  };
}

function inChunks<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let from = 0; from < items.length; ) {
    const size = batchesAtOnce[Math.min(chunks.length, batchesAtOnce.length - 1)] ?? 1;
    chunks.push(items.slice(from, from + size));
    from += size;
  }
  return chunks;
}

/** The first few of the rows that only one side returns. */
const mostShown = 5;

function shownRows(aims: readonly string[], sql: string[], { wanted, found }: Apart): AimedRows {
  const only = (one: InsertedResult, other: InsertedResult) => {
    const known = new Set((other.last?.rows ?? []).map((row) => JSON.stringify(row)));
    return (one.last?.rows ?? []).filter((row) => !known.has(JSON.stringify(row))).slice(0, mostShown);
  };
  const aim = [...new Set(aims)].join("; ");
  const failure = found.failure === null ? "" : `; on it the mutant fails: ${found.failure}`;
  return {
    ...{ aim: `${aim}${failure}`, sql, columns: [...(wanted.last?.columns ?? [])] },
    ...{ gold: only(wanted, found), mutant: only(found, wanted) },
  };
}
