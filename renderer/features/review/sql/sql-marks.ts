import type { RunSummary } from "#shared/domain/result.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { diffTokens } from "#shared/sql/diff.ts";
import { sqlReferences } from "#shared/sql/references.ts";
import type { SqlLink, SqlMark } from "../../../ui/sql-editor/index.ts";
import { schemaNodeId } from "../schema/schema-nodes.ts";
import { shownRange } from "./shown-sql.ts";

/** What only one of the two SQL texts says, marked in each. */
export function differenceMarks(predicted: string, gold: string): { predicted: SqlMark[]; gold: SqlMark[] } {
  const { a, b } = diffTokens(predicted, gold);
  return {
    predicted: a.flatMap((mark) => lineMarks(predicted, mark, "removed", "only in the predicted SQL")),
    gold: b.flatMap((mark) => lineMarks(gold, mark, "added", "only in the gold SQL")),
  };
}

/** A mark over several lines as one on each, without the blanks around it. */
function lineMarks(
  sql: string,
  { from, to }: { from: number; to: number },
  kind: SqlMark["kind"],
  message: string,
): SqlMark[] {
  const marks: SqlMark[] = [];
  for (const { index, 0: text } of sql.slice(from, to).matchAll(/\S(?:[^\n]*\S)?/g))
    marks.push({ from: from + index, to: from + index + text.length, kind, message });
  return marks;
}

/** The names of tables and columns in a SQL text, each leading to its node in the schema tree. */
export function schemaLinks(sql: string, schema: DatabaseSchema): SqlLink[] {
  return sqlReferences(sql, schema).map(({ from, to, table, column }) => ({
    from,
    to,
    id: schemaNodeId(table, column),
    message: `${column === null ? table : `${table}.${column}`} (Ctrl+click or F12: show in the schema)`,
  }));
}

/** Where a statement failed, in the text as shown; nothing where the engine names no place. */
export function errorMarks(sql: string, shown: string, summary: RunSummary | null): SqlMark[] {
  const offset = summary?.error?.offset ?? null;
  if (offset === null) return [];
  const range = shownRange(sql, shown, offset);
  return range === null ? [] : [{ ...range, kind: "error", message: summary?.error?.message ?? "" }];
}
