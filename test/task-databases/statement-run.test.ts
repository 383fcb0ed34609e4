import { describe, expect, test } from "vitest";
import type { StatementResult } from "../../electron/engines/engine.ts";
import { statementPreviews } from "../../electron/task-databases/statement-preview.ts";
import { queryResult } from "../engines/statement-result.ts";

const ok = queryResult([], []);

function failedAt(offset: number): StatementResult {
  return { ...ok, status: "error", error: { message: "no such column", kind: "sql", offset } };
}

describe("the statements of a text that ran", () => {
  test("have an error's place within their own SQL, though the engine names it in the whole text", () => {
    const text = "-- first\nSELECT 1; SELECT nope FROM t";
    const [, second] = statementPreviews(text, [ok, failedAt(text.indexOf("nope"))], "postgresql");
    expect(second?.sql).toBe("SELECT nope FROM t");
    expect(second?.sql.slice(second.error?.offset ?? 0)).toMatch(/^nope/);
  });

  test("are the text itself where there is one, its error where the engine says", () => {
    const text = "/* one */ SELECT nope";
    const [only] = statementPreviews(text, [failedAt(17)], "sqlite");
    expect(only?.sql.slice(only.error?.offset ?? 0)).toBe("nope");
  });

  test("are not taken apart where the text is too long for anybody to read", () => {
    const text = "SELECT 1;".repeat(10_000);
    const shown = statementPreviews(text, [ok, failedAt(7)], "sqlite");
    expect(shown.map(({ sql, error }) => [sql, error?.offset])).toEqual([
      [text, undefined],
      [text, 7],
    ]);
  });
});
