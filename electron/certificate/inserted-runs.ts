import { createdHead } from "#shared/dialogue/gold-outcomes.ts";
import type { Conditions } from "#shared/domain/conditions.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { changedNames } from "#shared/sql/state-dependence.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { StatementResult as Result, StatementLimits } from "../engines/engine.ts";
import { rewriteFixed, softMatchFixed } from "../evaluation/soft-match.ts";
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
  last: Result | null;
  probed: readonly Result[];
}

/** As the default test compares, where that is the test; or by every value, row and, of a gold that orders, place. */
export type Comparing = "as-tested" | "exactly";

/** Runs texts where a phase begins, with rows inserted before and taken back after. */
export interface InsertedRuns {
  /** Queries that show what texts leave behind, none where they end with a query; null where nothing shows it. */
  probes(trees: readonly SqlTree[]): string[] | null;
  run(
    inserts: readonly string[],
    texts: readonly string[],
    probes: readonly string[],
  ): Promise<InsertedResult>;
  areEqual(found: InsertedResult, wanted: InsertedResult, how: Comparing): boolean;
}

export function createInsertedRuns(phase: TriedPhase, { gold, limits }: AimSetting): InsertedRuns {
  const { plan, dialect } = phase;
  const isQuery = phase.query !== null;
  const isOrdered = isQuery && hasOutermostOrderBy(gold.at(-1)?.sql ?? "", dialect);
  const isSoft = plan.fixedChoice === "default" && isQuery;
  const { conditions } = plan.part;
  const comparison = { isQuery, isOrdered, isSoft, conditions };
  // The gold of a query on the same rows is asked for each of its mutants.
  const known = new Map<string, Promise<InsertedResult>>();
  const goldKey = gold.map(({ sql }) => sql).join("\0");

  async function runTexts(
    inserts: readonly string[],
    texts: readonly string[],
    probes: readonly string[],
  ): Promise<InsertedResult> {
    const written = isSoft ? rewriteFixed(texts, conditions, dialect) : texts;
    const all = [...inserts, ...written.map(withoutEnd), ...probes, "ROLLBACK"];
    const results = await phase.attempt([], all.join("\n;\n"), limits);
    const bad = results?.find(({ status }) => status !== "ok");
    if (results == null || bad !== undefined)
      return {
        failure: bad === undefined ? "what runs before fails" : failureText(bad),
        last: null,
        probed: [],
      };
    const probed = results.slice(results.length - 1 - probes.length, -1);
    return {
      failure: null,
      last: (probes.length > 0 ? probed : results).at(probes.length > 0 ? -1 : -2) ?? null,
      probed,
    };
  }

  return {
    probes(trees) {
      if (phase.query !== null) return [];
      const view = createdHead(trees.at(-1)?.sql ?? "");
      if (view !== null) return [`SELECT * FROM ${view}`];
      const names = [...changedNames([...gold, ...trees])];
      const isTable = !trees.some(({ sql }) => /\b(?:function|procedure|trigger)\b/i.test(sql));
      return names.length === 0 || !isTable ? null : names.map((name) => stateOf(name, dialect));
    },
    run(inserts, texts, probes) {
      if (texts.join("\0") !== goldKey) return runTexts(inserts, texts, probes);
      const key = JSON.stringify([inserts, probes]);
      const run = known.get(key) ?? runTexts(inserts, texts, probes);
      known.set(key, run);
      return run;
    },
    areEqual: (found, wanted, how) => areEqual(found, wanted, { ...comparison, how }),
  };
}

/** A text without the semicolon at its end. */
function withoutEnd(sql: string): string {
  return sql.replace(/[\s;]+$/, "");
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
    const side = (last: Result) => ({
      run: { statements: [], ends: [], last, failed: null },
      hash: null,
    });
    return softMatchFixed(side(found.last), side(wanted.last), conditions).equal;
  }
  const rows = ({ last, probed }: InsertedResult) => {
    const lists = isQuery ? [last?.rows ?? []] : probed.map((one) => one.rows);
    const written = lists.map((list) => list.map((row) => JSON.stringify(row)));
    return JSON.stringify(isOrdered ? written : written.map((list) => list.sort()));
  };
  return rows(found) === rows(wanted);
}
