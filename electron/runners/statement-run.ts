import type { StatementRun } from "#shared/domain/task-run.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTree, statementsOf } from "#shared/sql/tree/parse-tree.ts";
import type { StatementResult } from "../engines/task-engine.ts";

/** How many rows of each result a run shows. */
const shownRows = 100;

/** Cells that are shown are cut to this many characters. */
const shownCell = 2_000;

/** What each statement of a text did, with its first rows; the text itself where its statements cannot be told apart. */
export function statementRuns(
  text: string,
  results: readonly StatementResult[],
  dialect: SqlDialect,
): StatementRun[] {
  const sql = results.length > 1 ? statementTexts(text, dialect) : [text];
  return results.map((result, at) => ({
    sql: (sql.length >= results.length ? sql[at] : text) ?? text,
    command: result.command,
    status: result.status,
    columns: result.columns,
    rows: result.rows.slice(0, shownRows).map((row) => row.map((cell) => cell?.slice(0, shownCell) ?? null)),
    rowCount: result.rowCount,
    truncated: result.truncated,
    affected: result.affected,
    notices: result.notices,
    error: result.error,
    elapsedMs: result.elapsedMs,
  }));
}

function statementTexts(text: string, dialect: SqlDialect): string[] {
  const tree = parseTree(text, dialect);
  return statementsOf(tree).map(({ start, end }) =>
    text.slice(tree.tokens[start]?.from ?? 0, tree.tokens[end - 1]?.to ?? 0),
  );
}
