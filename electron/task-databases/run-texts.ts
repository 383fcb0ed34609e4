import type { StatementPreview } from "#shared/domain/task-run.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, StatementLimits, StatementResult } from "../engines/engine.ts";
import { statementPreviews } from "./statement-preview.ts";

/** A text that ran, and what its last statement gave; null where it holds none. */
export interface TextEnd {
  text: string;
  last: StatementResult | null;
}

/** What a list of texts gave, up to the first statement that failed. */
export interface TextsResult {
  statements: StatementPreview[];
  ends: TextEnd[];
  /** What the last statement gave: null for an empty list. */
  last: StatementResult | null;
  /** The result of the statement that failed, or null. */
  failed: StatementResult | null;
}

/** Runs texts on a state one after another; rejects for the signal or a lost engine only. */
export async function runTexts(
  state: DatabaseState,
  texts: readonly string[],
  { dialect, ...options }: { limits: StatementLimits; dialect: SqlDialect; signal?: AbortSignal | undefined },
): Promise<TextsResult> {
  const { limits, signal } = options;
  const statements: StatementPreview[] = [];
  const ends: TextEnd[] = [];
  let last: StatementResult | null = null;
  for (const text of texts) {
    const results = await state.run([text], signal ? { limits, signal } : { limits });
    statements.push(...statementPreviews(text, results, dialect));
    ends.push({ text, last: results.at(-1) ?? null });
    last = results.at(-1) ?? last;
    if (last !== null && last.status !== "ok") return { statements, ends, last, failed: last };
  }
  return { statements, ends, last, failed: null };
}

/** Why a statement failed, in words. */
export function failureText({ status, error }: Pick<StatementResult, "status" | "error">): string {
  return error?.message ?? (status === "timeout" ? "it reached the time limit" : status);
}
