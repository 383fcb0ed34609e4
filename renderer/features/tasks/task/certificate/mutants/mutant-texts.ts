import type { TextRange } from "#shared/domain/finding.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";
import type { CodeMark } from "../../../../../ui/code-editor/index.ts";
import type { ShownMutant } from "./shown-mutants.ts";

/** The gold with the change of a mutant in it, statement by statement. */
export function mutantTexts({ gold, mutant }: ShownMutant): string[] {
  const { statement, range, replacement } = mutant;
  return gold.map((sql, at) =>
    at === statement ? sql.slice(0, range.from) + replacement + sql.slice(range.to) : sql,
  );
}

/** Some lines of a text, the first of them by its number (1-based), with what is marked in them. */
export interface CodeExcerpt {
  text: string;
  firstLine: number;
  marks: CodeMark[];
}

/** How many lines are shown around a change. */
const around = 2;

/** The changed statement of the gold and of a mutant around the change, with what differs marked. */
export function changeExcerpts(
  shown: ShownMutant,
  dialect: SqlDialect,
): { gold: CodeExcerpt; mutant: CodeExcerpt } {
  const { statement, range, replacement } = shown.mutant;
  const gold = shown.gold[statement] ?? "";
  const mutant = mutantTexts(shown)[statement] ?? "";
  const put = { from: range.from, to: range.from + replacement.length };
  const before = excerptOf(gold, range);
  const after = excerptOf(mutant, put);
  const { a, b } = diffTokens(before.text, after.text, dialect);
  return {
    gold: { ...before, marks: marksOf(a, "removed", "only in the gold") },
    mutant: { ...after, marks: marksOf(b, "added", "only in the mutant") },
  };
}

function excerptOf(sql: string, { from, to }: TextRange): Omit<CodeExcerpt, "marks"> {
  const lines = sql.split("\n");
  const lineOf = (offset: number) => sql.slice(0, offset).split("\n").length - 1;
  const first = Math.max(0, lineOf(from) - around);
  const last = Math.min(lines.length - 1, lineOf(to) + around);
  return { text: lines.slice(first, last + 1).join("\n"), firstLine: first + 1 };
}

function marksOf(ranges: readonly TextRange[], kind: "added" | "removed", message: string): CodeMark[] {
  return ranges.map(({ from, to }) => ({ from, to, kind, message }));
}
