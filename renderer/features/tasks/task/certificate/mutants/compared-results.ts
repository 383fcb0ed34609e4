import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { alignRows } from "#shared/sql/compare/align-rows.ts";
import { memoryRows } from "#shared/sql/compare/comparable-rows.ts";
import { compareResults } from "#shared/sql/compare/compare-results.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";

/** The results of gold and mutant laid side by side, and what differs in a sentence. */
export interface ComparedResults {
  sentence: string;
  alignment: Alignment;
  lines: AlignedRow[];
}

/** Compares what both returned, as far as it is at hand: the first rows of each. */
export function comparedResults(
  mutant: StatementPreview,
  gold: StatementPreview,
  dialect: SqlDialect,
): ComparedResults {
  const rows = {
    mutant: memoryRows(mutant.columns, mutant.rows),
    gold: memoryRows(gold.columns, gold.rows),
  };
  const { difference } = compareResults(rows.mutant, rows.gold, {
    ...{ goldOrdered: hasOutermostOrderBy(gold.sql, dialect), dialect },
    ...{ predictedSql: mutant.sql, goldSql: gold.sql },
  });
  const { alignment, rows: linesOf } = alignRows(rows.mutant, rows.gold, difference);
  const side = (columns: StatementPreview["columns"], rowCount: number) =>
    ({ status: "ok", columns, rowCount }) as const;
  const sentence = differenceSentence(
    difference,
    side(mutant.columns, mutant.rows.length),
    side(gold.columns, gold.rows.length),
  );
  return {
    // What stands beside a gold is a prediction elsewhere.
    sentence: sentence.replaceAll("prediction", "mutant"),
    alignment,
    lines: linesOf(0, alignment.rows, false),
  };
}

/** The result of an answer: what its last statement that returns rows gave; null where none does. */
export function lastResult(statements: readonly StatementPreview[]): StatementPreview | null {
  return statements.findLast(({ columns, error }) => columns.length > 0 && error === null) ?? null;
}
