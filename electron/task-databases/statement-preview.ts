import type { StatementPreview } from "#shared/domain/task-run.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTree, statementsOf } from "#shared/sql/tree/parse-tree.ts";
import type { StatementResult } from "../engines/engine.ts";

/** How many rows of each result a run shows. */
const shownRows = 100;

/** Cells that are shown are cut to this many characters. */
const shownCell = 2_000;

/** A longer text is not taken apart: nobody reads its statements one by one, and the workbench answers meanwhile. */
const longestCut = 32_000;

/** What each statement of a text did, with its first rows; the text itself where its statements are not separated. */
export function statementPreviews(
  text: string,
  results: readonly StatementResult[],
  dialect: SqlDialect,
): StatementPreview[] {
  const whole = { sql: text, from: 0 };
  const cut = results.length > 1 && text.length <= longestCut ? statementTexts(text, dialect) : [whole];
  return results.map((result, at) => {
    const { sql, from } = (cut.length >= results.length ? cut[at] : whole) ?? whole;
    return { sql, ...statementPreview(result, from) };
  });
}

/** A result with its first rows; `from` is where its statement begins in the text that ran. */
function statementPreview(result: StatementResult, from: number): Omit<StatementPreview, "sql"> {
  return {
    command: result.command,
    status: result.status,
    columns: result.columns,
    rows: result.rows.slice(0, shownRows).map((row) => row.map((cell) => cell?.slice(0, shownCell) ?? null)),
    rowCount: result.rowCount,
    truncated: result.truncated,
    affected: result.affected,
    notices: result.notices,
    error: errorWithin(result.error, from),
    elapsedMs: result.elapsedMs,
  };
}

/** The position of an error in its own statement instead of the text around it. */
function errorWithin(error: StatementResult["error"], from: number): StatementResult["error"] {
  if (error === null || error.offset === null) return error;
  return { ...error, offset: Math.max(0, error.offset - from) };
}

function statementTexts(text: string, dialect: SqlDialect): { sql: string; from: number }[] {
  const tree = parseTree(text, dialect);
  return statementsOf(tree).map(({ start, end }) => {
    const from = tree.tokens[start]?.from ?? 0;
    return { sql: text.slice(from, tree.tokens[end - 1]?.to ?? 0), from };
  });
}
