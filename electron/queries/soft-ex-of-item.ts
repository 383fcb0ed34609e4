import type { Cell } from "#shared/domain/cell.ts";
import { defaultConditions } from "#shared/domain/conditions.ts";
import { rewriteAsShipped } from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";
import { type SoftExResult, softExAsShipped, softExFixed } from "#shared/metrics/soft-ex/soft-ex.ts";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import type { QueryOptions, QueryRunner } from "./query-runner.ts";

/** Soft exact match of a prediction and its gold, under both behaviours; null where the gold gives no result. */
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
  options: QueryOptions,
): Promise<SoftEx> {
  const { database, predictedSql, goldSql, dialect } = item;
  const conditions = { ...defaultConditions, order: hasOutermostOrderBy(goldSql, dialect) };
  const results = (written: (sql: string) => string) =>
    Promise.all([predictedSql, goldSql].map((sql) => resultOf(runner, database, written(sql), options)));
  const [shipped, fixed] = await Promise.all([
    results((sql) => rewriteAsShipped([sql])[0] ?? ""),
    results((sql) => withoutOuterRound(sql, dialect)),
  ]);
  const verdict = ([predicted, gold]: typeof shipped, match: typeof softExFixed): boolean | null => {
    if (!gold) return null;
    return predicted ? match(predicted, gold, conditions).equal : false;
  };
  return { shipped: verdict(shipped.map(asFetched), softExAsShipped), fixed: verdict(fixed, softExFixed) };

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
