import type { ReadingResult } from "../domain/reading.ts";
import type { CheckedResult, CheckedState, GoldQuery, GoldResult } from "../findings/checked-phase.ts";
import { memoryRows } from "../sql/compare/comparable-rows.ts";
import { compareResults } from "../sql/compare/compare-results.ts";
import { classifyRows, exactView } from "../sql/compare/row-classes.ts";
import { rowRelation } from "../sql/compare/row-relation.ts";
import { hasOutermostOrderBy } from "../sql/statement.ts";
import type { SqlTree } from "../sql/tree/sql-node.ts";

/** Where texts run as the gold of a phase does, each time on a fresh state. */
export interface GoldRuns {
  /** The query whose rows are the gold's answer; null where the gold does not end with one. */
  query: GoldQuery | null;
  run(texts: readonly string[]): Promise<GoldResult>;
  /** The state that the last run left behind. */
  hash(): Promise<CheckedState>;
}

/** What texts came to: the rows that they gave, or the state that they left. */
interface Outcome {
  failure: string | null;
  rows: CheckedResult | null;
  state: CheckedState | null;
}

/** What other texts do, compared with the gold of their phase. */
export interface GoldOutcomes {
  /** The view, or the like, that the gold makes; null where it makes none. */
  view: string | null;
  /** Runs texts in place of the gold: by rows, in their order where the gold orders them, else by the state that is left; of a view by what it lists. */
  compare(texts: readonly string[]): Promise<GoldComparison>;
}

/** Compares exactly, whatever the tests of the phase see; the gold is run once. */
export function goldOutcomes(gold: readonly SqlTree[], runs: GoldRuns): GoldOutcomes {
  const view = viewOf(gold);
  const outcomeOf = async (texts: readonly string[]): Promise<Outcome> => {
    const ran = await runs.run(view === null ? texts : [...texts, `SELECT * FROM ${view}`]);
    const failed = ran.failure ?? ran.obstacle;
    const failure = failed === null ? null : (failed.result.error?.message ?? failed.result.status);
    const isRead = runs.query !== null || view !== null;
    return {
      failure,
      rows: isRead ? ran.last : null,
      state: failure === null && !isRead ? await runs.hash() : null,
    };
  };
  const last = gold.at(-1);
  const ordered = runs.query !== null && hasOutermostOrderBy(last?.sql ?? "", last?.dialect);
  let wanted: Promise<Outcome> | null = null;
  return {
    view,
    async compare(texts) {
      wanted ??= outcomeOf(gold.map(({ sql }) => sql));
      const goldOutcome = await wanted;
      return compare(await outcomeOf(texts), goldOutcome, ordered);
    },
  };
}

/** How texts compare with the gold. */
export type GoldComparison = Pick<ReadingResult, "outcome" | "summary">;

function compare(reading: Outcome, gold: Outcome, ordered: boolean): GoldComparison {
  if (reading.failure !== null) return { outcome: "fails", summary: `Does not run: ${reading.failure}` };
  if (reading.state !== null && gold.state !== null) return compareStates(reading.state, gold.state);
  return compareRows(reading.rows, gold.rows, ordered);
}

function compareRows(
  reading: CheckedResult | null,
  gold: CheckedResult | null,
  ordered: boolean,
): GoldComparison {
  const [rows, goldRows] = [reading, gold].map((one) => memoryRows(one?.columns ?? [], one?.rows ?? []));
  if (rows === undefined || goldRows === undefined) return { outcome: "same", summary: "No rows to compare" };
  if (rows.rowCount === 0 && goldRows.rowCount > 0)
    return { outcome: "empty", summary: `No rows instead of ${goldRows.rowCount}` };
  const { kind } = compareResults(rows, goldRows, {
    goldOrdered: ordered,
    predictedSql: "",
    goldSql: "",
  }).difference;
  if (kind === "identical" || (kind === "order" && !ordered))
    return { outcome: "same", summary: `The same ${counted(goldRows.rowCount)} on this data` };
  if (kind === "order")
    return { outcome: "differs", summary: `The same ${counted(goldRows.rowCount)} in another order` };
  if (rows.rowCount !== goldRows.rowCount)
    return { outcome: "differs", summary: `${counted(rows.rowCount)} instead of ${goldRows.rowCount}` };
  if (rows.columns.length !== goldRows.columns.length)
    return {
      outcome: "differs",
      summary: `${rows.columns.length} columns instead of ${goldRows.columns.length}`,
    };
  const { onlyPredicted } = rowRelation(classifyRows(exactView(rows), exactView(goldRows)));
  return {
    outcome: "differs",
    summary: `${counted(rows.rowCount)}, ${onlyPredicted} of them other than the gold's`,
  };
}

function compareStates(reading: CheckedState, gold: CheckedState): GoldComparison {
  const names = [...new Set([...Object.keys(reading.tables), ...Object.keys(gold.tables)])];
  const tables = names.filter((name) => reading.tables[name] !== gold.tables[name]);
  if (tables.length > 0) return { outcome: "differs", summary: `Other rows in ${tables.join(", ")}` };
  if (reading.schema !== gold.schema) return { outcome: "differs", summary: "What is made is another thing" };
  if (reading.sequences !== gold.sequences)
    return { outcome: "differs", summary: "Sequences stand elsewhere" };
  return { outcome: "same", summary: "Leaves the same database as the gold" };
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? "row" : "rows"}`;
}

/** The name of the view, or the like, that the last text makes; null where it makes none. */
function viewOf(gold: readonly SqlTree[]): string | null {
  const tree = gold.at(-1);
  const head = tree === undefined ? null : createdHead(tree.sql);
  return tree === undefined || head === null || tree.root.children.length > 1 ? null : head;
}

/** The name in CREATE VIEW name; null where a text does not begin so. */
export function createdHead(sql: string): string | null {
  const head =
    /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMP(?:ORARY)?\s+)?(?:(?:MATERIALIZED\s+)?VIEW|TABLE)\s+((?:"[^"]+"|[\w.])+)\s+AS\b/i.exec(
      sql,
    );
  return head?.[1] ?? null;
}
