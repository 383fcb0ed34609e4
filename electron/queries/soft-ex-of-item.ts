import type { Cell } from "#shared/domain/cell.ts";
import { defaultConditions } from "#shared/domain/conditions.ts";
import type { SoftExResult } from "#shared/metrics/soft-ex/soft-ex.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import type { Rewriting, SoftMatching } from "../sql-analysis/computations.ts";
import { GivenUp } from "../sql-analysis/sql-analysis.ts";
import type { QueryOptions, QueryRunner } from "./query-runner.ts";

/** Soft exact match of a prediction and its gold, under both behaviours; null where the gold gives no result, or where comparing them was given up. */
export interface SoftEx {
  shipped: boolean | null;
  fixed: boolean | null;
}

/** So many rows are fetched of each side; longer results count as cut off. */
const mostRows = 10_000;

/**
 * Runs both sides as the default test writes them and matches them softly (SPEC E1…E9), the order counting where the gold has one.
 * A prediction that fails where its gold runs is not equal.
 */
export async function softExOfItem(
  runner: QueryRunner,
  item: { database: DatabaseRef; predictedSql: string; goldSql: string; dialect: SqlDialect },
  { matching, ...options }: QueryOptions & { matching: SoftMatching },
): Promise<SoftEx> {
  const { database, predictedSql, goldSql, dialect } = item;
  const conditions = { ...defaultConditions, order: hasOutermostOrderBy(goldSql, dialect) };
  const verdict = async (
    how: "shipped" | "fixed",
    rewriting: Rewriting,
    seen = (result: SoftExResult | null) => result,
  ): Promise<boolean | null> => {
    // One by one: rewriting keeps the number of texts.
    const written = await Promise.all(
      [predictedSql, goldSql].map(async (sql) => (await matching.rewrite(rewriting, [sql]))[0] ?? ""),
    );
    const results = await Promise.all(written.map((sql) => resultOf(runner, database, sql, options)));
    const [predicted = null, gold = null] = results.map(seen);
    if (gold === null) return null;
    return predicted !== null && (await matching.match({ how, predicted, gold, conditions })).equal;
  };
  const unlessGivenUp = (error: unknown): null => {
    if (error instanceof GivenUp) return null;
    throw error;
  };
  const [shipped, fixed] = await Promise.all([
    verdict("shipped", "asShipped", asFetched).catch(unlessGivenUp),
    verdict("fixed", dialect === "sqlite" ? "fixedOnSqlite" : "fixedOnPostgresql").catch(unlessGivenUp),
  ]);
  return { shipped, fixed };

  /** Python's sqlite3 hands every value over as it is stored, whatever the column is declared as. */
  function asFetched(result: SoftExResult | null): SoftExResult | null {
    if (result === null || dialect !== "sqlite") return result;
    return { ...result, columns: result.columns.map(({ name }) => ({ name, declaredType: "" })) };
  }
}

async function resultOf(
  runner: QueryRunner,
  database: DatabaseRef,
  sql: string,
  options: QueryOptions,
): Promise<SoftExResult | null> {
  const { resultId, summary, page } = await runner.runQuery({ database, sql }, options);
  if (summary.status !== "ok" || resultId === null) return null;
  const rows: Cell[][] = [...page.rows];
  const wanted = Math.min(summary.rowCount, mostRows);
  while (rows.length < wanted) {
    const more = await runner.page(resultId, rows.length, wanted - rows.length);
    if (more.rows.length === 0) break;
    rows.push(...more.rows);
  }
  return { columns: summary.columns, rows, truncated: summary.truncated || summary.rowCount > rows.length };
}
