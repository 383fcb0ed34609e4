import type { RunError } from "#shared/domain/result.ts";
import type { StatementResult } from "./task-engine.ts";

/** What a statement that gave nothing is told as: why it failed, and what is known besides. */
export function failedResult(
  error: RunError,
  {
    status = "error",
    notices = [],
    elapsedMs,
  }: { status?: "error" | "timeout"; notices?: string[]; elapsedMs: number },
): StatementResult {
  return {
    columns: [],
    rows: [],
    rowCount: 0,
    truncated: false,
    command: "",
    affected: null,
    notices,
    status,
    error,
    elapsedMs,
  };
}
