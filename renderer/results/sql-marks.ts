import type { RunSummary } from "#shared/domain/result.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { sqlReferences } from "#shared/sql/references.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";
import { type CodeLink, type CodeMark, lineRanges } from "../ui/code-editor/index.ts";
import { schemaPathId } from "../ui/schema-tree/schema-path.ts";
import { shownRange } from "./shown-sql.ts";

/** What only one of the two SQL texts says, marked in each. */
export function differenceMarks(
  predicted: string,
  gold: string,
  dialect: SqlDialect,
): { predicted: CodeMark[]; gold: CodeMark[] } {
  const { a, b } = diffTokens(predicted, gold, dialect);
  return {
    predicted: a.flatMap((mark) => lineMarks(predicted, mark, "removed", "not in the gold SQL")),
    gold: b.flatMap((mark) => lineMarks(gold, mark, "added", "only in the gold SQL")),
  };
}

/** A mark over several lines as one on each, without the blanks around it. */
function lineMarks(
  sql: string,
  range: { from: number; to: number },
  kind: "added" | "removed",
  message: string,
): CodeMark[] {
  return lineRanges(sql, range).map((line) => ({ ...line, kind, message }));
}

/** The names of tables and columns in a SQL text, each leading to its node in the schema tree. */
export function schemaLinks(sql: string, schema: DatabaseSchema, dialect: SqlDialect): CodeLink[] {
  return sqlReferences(sql, schema, dialect).map(({ from, to, table, column }) => ({
    from,
    to,
    id: schemaPathId({ table: table, column: column, field: null }),
    message: `${column === null ? table : `${table}.${column}`} (Ctrl+click or F12: show in the schema)`,
  }));
}

/** Where a statement failed, in the text as shown; nothing where the engine names no position. */
export function errorMarks(
  sql: string,
  shown: string,
  summary: RunSummary | null,
  dialect: SqlDialect,
): CodeMark[] {
  const offset = summary?.error?.offset ?? null;
  if (offset === null) return [];
  const range = shownRange(sql, shown, offset, dialect);
  return range === null ? [] : [{ ...range, kind: "error", message: summary?.error?.message ?? "" }];
}
