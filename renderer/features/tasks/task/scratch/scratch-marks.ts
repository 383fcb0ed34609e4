import { type SqlDialect, significantTokens } from "#shared/sql/lex.ts";
import type { TaskScratchState } from "../../../../data/task-scratch.ts";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";

/** Where the statements of a run failed in the text, as long as it is the text that ran; nothing where no position is named. */
export function scratchMarks(sql: string, run: TaskScratchState | null, dialect: SqlDialect): CodeMark[] {
  if (run === null || run.sql[0] !== sql) return [];
  let searched = 0;
  return run.statements.flatMap(({ sql: statement, error }): CodeMark[] => {
    const start = Math.max(0, sql.indexOf(statement, searched));
    searched = start + statement.length;
    if (error === null || error.offset === null) return [];
    const at = start + error.offset;
    const tokens = significantTokens(sql, dialect);
    const token = tokens.find(({ to }) => to > at) ?? tokens.at(-1);
    return token === undefined
      ? []
      : [{ from: token.from, to: token.to, kind: "error", message: error.message }];
  });
}
