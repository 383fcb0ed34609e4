import { createdHead } from "#shared/dialogue/gold-outcomes.ts";
import type { Conditions } from "#shared/domain/conditions.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { softExFixed } from "#shared/metrics/soft-ex/soft-ex.ts";
import { changedNames } from "#shared/sql/state-dependence.ts";
import { firstKeyword, hasOutermostOrderBy } from "#shared/sql/statement.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import { withoutEnd } from "#shared/text/without-end.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { StatementResult as Result, StatementLimits } from "../engines/engine.ts";
import { rewriteFixed } from "../evaluation/soft-match.ts";
import { failureText } from "../task-databases/run-texts.ts";

/** The gold of a phase, and the schema that rows are made for. */
export interface AimSetting {
  gold: readonly SqlTree[];
  schema: DatabaseSchema | null;
  limits: StatementLimits;
}

/** What texts gave on a state with some rows inserted: the rows of a query, or what probes saw of the state. */
export interface InsertedResult {
  failure: string | null;
  /** It took longer than its limit by itself, which says more of the machine than of the text. */
  isStopped: boolean;
  last: Result | null;
  probed: readonly Result[];
}

/** As the default test compares, where that is the test; or by every value, row and, of a gold that orders, place. */
export type Comparing = "as-tested" | "exactly";

/** Rows, as the statements that write them. */
type RowSet = readonly string[];

/** Runs texts where a phase begins, on several sets of rows in turn; each is taken back before the next. */
export interface InsertedRuns {
  /** Queries that show what texts leave behind, none where they end with a query; null where nothing shows it. */
  probes(trees: readonly SqlTree[]): string[] | null;
  /** What texts give on each set, on the state that `ground` leaves behind. */
  run(
    ground: RowSet,
    sets: readonly RowSet[],
    texts: readonly string[],
    probes: readonly string[],
  ): Promise<InsertedResult[]>;
  areEqual(found: InsertedResult, wanted: InsertedResult, how: Comparing): boolean;
}

export function createInsertedRuns(phase: TriedPhase, { gold, limits }: AimSetting): InsertedRuns {
  const { plan, dialect } = phase;
  const isQuery = phase.query !== null;
  const isOrdered = isQuery && hasOutermostOrderBy(gold.at(-1)?.sql ?? "", dialect);
  const isSoft = plan.fixedChoice === "default" && isQuery;
  const { conditions } = plan.part;
  const comparison = { isQuery, isOrdered, isSoft, conditions };
  const runTexts = textRunner(phase, { limits, isSoft });
  // The gold on the same rows is asked for each of its mutants.
  const known = new Map<string, InsertedResult>();
  const goldKey = gold.map(({ sql }) => sql).join("\0");

  return {
    probes(trees) {
      if (phase.query !== null) return [];
      const view = createdHead(trees.at(-1)?.sql ?? "");
      if (view !== null) return [`SELECT * FROM ${view}`];
      const names = [...changedNames([...gold, ...trees])];
      const isTable = !trees.some(({ sql }) => /\b(?:function|procedure|trigger)\b/i.test(sql));
      return names.length === 0 || !isTable ? null : names.map((name) => stateOf(name, dialect));
    },
    async run(ground, sets, texts, probes) {
      if (texts.join("\0") !== goldKey) return runTexts(ground, sets, texts, probes);
      const keys = sets.map((set) => JSON.stringify([ground, set, probes]));
      const fresh = new Map(keys.flatMap((key, at) => (known.has(key) ? [] : [[key, sets[at] ?? []]])));
      const results = await runTexts(ground, [...fresh.values()], texts, probes);
      for (const [at, key] of [...fresh.keys()].entries()) known.set(key, results[at] as InsertedResult);
      return keys.map((key) => known.get(key) as InsertedResult);
    },
    areEqual: (found, wanted, how) => areEqual(found, wanted, { ...comparison, how }),
  };
}

/**
 * All sets in one text, each behind a savepoint; where a statement fails, the sets behind it go into another text. The limit is
 * that of a text: where it is over, the rest goes into smaller ones, so that a set is stopped only where it is alone.
 */
function textRunner(
  phase: TriedPhase,
  { limits, isSoft }: { limits: StatementLimits; isSoft: boolean },
): InsertedRuns["run"] {
  const { plan, dialect } = phase;
  const { conditions } = plan.part;
  return async (ground, sets, texts, probes) => {
    const written = isSoft ? rewriteFixed(texts, conditions, dialect) : texts;
    const asked = [...written.map((sql) => withoutEnd(sql, "; \t\r\n")), ...probes];
    const before = ground.length === 0 ? [] : [ground.join("\n;\n")];
    const found: InsertedResult[] = [];
    let { first, each } = sets.length > 1 ? askedOnce(asked, dialect) : behindEach(asked);
    let most = sets.length;
    while (found.length < sets.length) {
      const left = sets.slice(found.length, found.length + most);
      const all = left.flatMap((set) => [`SAVEPOINT ${mark}`, ...set, ...each, `ROLLBACK TO ${mark}`]);
      const results = await phase.attempt(before, [...first, ...all, "ROLLBACK"].join("\n;\n"), limits);
      const ran = (results === null ? [] : setsOf(results)).map((own) => resultOf(own, probes.length));
      const isStopped = results?.at(-1)?.status === "timeout";
      if (isStopped && left.length > 1) {
        found.push(...ran.slice(0, -1));
        most = Math.ceil(left.length / 2);
        continue;
      }
      if (isStopped && ran.length === 0) {
        found.push({ ...failed(failureText(results.at(-1) as Result)), isStopped });
        continue;
      }
      // What cannot be kept says why when it is asked behind the rows.
      if (ran.length === 0 && first.length > 0 && results !== null) {
        ({ first, each } = behindEach(asked));
        continue;
      }
      if (ran.length === 0) return sets.map(() => failed("what runs before fails"));
      found.push(...ran.slice(0, left.length));
    }
    return found;
  };
}

const mark = "aimed_rows";

/** What a text of several sets begins with, and what is asked behind each of them. */
interface AskedTexts {
  first: readonly string[];
  each: readonly string[];
}

const behindEach = (asked: readonly string[]): AskedTexts => ({ first: [], each: asked });

/** PostgreSQL reads and plans a statement longer than it runs it on a slice of the data: here once for all sets of a text. */
function askedOnce(asked: readonly string[], dialect: TriedPhase["dialect"]): AskedTexts {
  const after = asked.findIndex((sql) => !isMadeApart(sql));
  const [made, rest] = after < 0 ? [asked, []] : [asked.slice(0, after), asked.slice(after)];
  const isPreparable = rest.every((sql) => preparable.has(firstKeyword(sql, dialect) ?? ""));
  if (dialect !== "postgresql" || !isPreparable) return behindEach(asked);
  return {
    first: ["DEALLOCATE ALL", ...made, ...rest.map((sql, at) => `PREPARE ${mark}_${at} AS ${sql}`)],
    each: rest.map((_, at) => `EXECUTE ${mark}_${at}`),
  };
}

const preparable = new Set(["SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Whether a statement makes a view, or a table without rows, alike whatever rows are there; what counts up is not put back with them. */
function isMadeApart(sql: string): boolean {
  if (/^\s*CREATE\s+(?:OR\s+REPLACE\s+)?VIEW\b/i.test(sql)) return true;
  return (
    /^\s*CREATE\s+TABLE\s+[\w".]+\s*\(/i.test(sql) &&
    !/\b(?:AS|LIKE|INHERITS|PARTITION|DEFAULT|GENERATED|\w*SERIAL)\b/i.test(sql)
  );
}

/** The results of each set behind its savepoint; the last set may have ended early. */
function setsOf(results: readonly Result[]): Result[][] {
  const sets: Result[][] = [];
  for (const result of results)
    if (result.command.toUpperCase() === "SAVEPOINT") sets.push([]);
    else sets.at(-1)?.push(result);
  if (results.at(-1)?.status === "ok") sets.at(-1)?.pop();
  return sets;
}

/** What a set came to; the last of its results is that of taking it back. */
function resultOf(own: readonly Result[], probes: number): InsertedResult {
  const bad = own.find(({ status }) => status !== "ok");
  if (bad !== undefined) return { ...failed(failureText(bad)), isStopped: bad.status === "timeout" };
  const asked = own.slice(0, -1);
  const probed = asked.slice(asked.length - probes);
  return { failure: null, isStopped: false, last: asked.at(-1) ?? null, probed };
}

function failed(failure: string): InsertedResult {
  return { failure, isStopped: false, last: null, probed: [] };
}

/** All rows of a table as one value; of SQLite the rows themselves. */
function stateOf(name: string, dialect: TriedPhase["dialect"]): string {
  if (dialect === "sqlite") return `SELECT * FROM ${name}`;
  return `SELECT md5(string_agg(x::text, '|' ORDER BY x::text)) AS all_rows FROM ${name} x`;
}

interface Comparison {
  isQuery: boolean;
  isOrdered: boolean;
  isSoft: boolean;
  conditions: Conditions;
  how: Comparing;
}

function areEqual(
  found: InsertedResult,
  wanted: InsertedResult,
  { isQuery, isOrdered, isSoft, conditions, how }: Comparison,
): boolean {
  if (found.failure !== null || wanted.failure !== null) return found.failure === wanted.failure;
  if (isSoft && how === "as-tested" && found.last !== null && wanted.last !== null) {
    // Of a gold whose test has been through with its result under a deadline.
    return wanted.last.columns.length > 0 && softExFixed(found.last, wanted.last, conditions).equal;
  }
  const rows = ({ last, probed }: InsertedResult) => {
    const lists = isQuery ? [last?.rows ?? []] : probed.map((one) => one.rows);
    const written = lists.map((list) => list.map((row) => JSON.stringify(row)));
    return JSON.stringify(isOrdered ? written : written.map((list) => list.sort()));
  };
  return rows(found) === rows(wanted);
}
