import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunStatus } from "#shared/domain/result.ts";
import { evaluationOf, type RunOutcome } from "#shared/metrics/evaluation.ts";
import { memoryRows } from "#shared/sql/compare/comparable-rows.ts";

const columns = [{ name: "a", declaredType: "" }];

function gave(cells: Cell[], truncated = false): RunOutcome {
  const rows = memoryRows(
    columns,
    cells.map((cell) => [cell]),
  );
  const summary = {
    status: "ok" as const,
    columns,
    rowCount: rows.rowCount,
    truncated,
    elapsedMs: 1,
    error: null,
  };
  return { summary, rows };
}

function ended(status: RunStatus, message?: string): RunOutcome {
  const error = message === undefined ? null : { message, kind: "sql" as const, offset: null };
  return { summary: { status, columns: [], rowCount: 0, truncated: false, elapsedMs: 1, error }, rows: null };
}

function evaluated(predicted: RunOutcome, gold: RunOutcome, goldSql = "select a from t order by a") {
  const evaluation = evaluationOf(predicted, gold, { predictedSql: "select a from t", goldSql });
  expect(Evaluation.parse(evaluation)).toEqual(evaluation);
  return evaluation;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at): Cell => `i${at}`);
const wrong = { set: false, multiset: false, ordered: false, first200: false };
const unknown = { set: null, multiset: null, ordered: null, first200: null };

describe("evaluationOf", () => {
  it("X5: a prediction that fails or meets the time limit while the gold runs is wrong", () => {
    for (const status of ["error", "timeout"] as const) {
      expect(evaluated(ended(status), gave(["i1"])).ex).toEqual(wrong);
      expect(evaluated(ended(status), gave(["i1"]), "select a from t").ex).toEqual({
        ...wrong,
        ordered: null,
      });
    }
  });

  it("X6: nothing is said where the gold does not run, the database is missing, or a run was cancelled", () => {
    const predictions = [gave(["i1"]), ended("error"), ended("timeout")];
    for (const gold of [ended("error"), ended("timeout"), ended("missing-database"), ended("cancelled")])
      for (const predicted of predictions) expect(evaluated(predicted, gold).ex).toEqual(unknown);
    expect(evaluated(ended("cancelled"), gave(["i1"])).ex).toEqual(unknown);
    expect(evaluated(ended("missing-database"), ended("missing-database")).ex).toEqual(unknown);
  });

  it("C1, C2, C3: a missing database comes before a time limit, and that before an error", () => {
    expect(evaluated(ended("missing-database"), ended("missing-database")).difference.kind).toBe(
      "missing-database",
    );
    expect(evaluated(ended("error", "no such table: t"), ended("timeout", "10 s")).difference).toEqual({
      kind: "timeout",
      detail: { side: "gold", message: "10 s" },
    });
    expect(evaluated(ended("error", "no such column: b"), gave(["i1"])).difference).toEqual({
      kind: "error",
      detail: { side: "predicted", message: "no such column: b" },
    });
    expect(evaluated(ended("error"), ended("error")).difference.detail.side).toBe("both");
  });

  it("X3: the order counts where the gold orders outermost", () => {
    const [predicted, gold] = [gave(["i2", "i1"]), gave(["i1", "i2"])];
    expect(evaluated(predicted, gold).ex.ordered).toBe(false);
    expect(evaluated(predicted, gold, "select a from (select a from t order by a)").ex.ordered).toBeNull();
  });

  it("X7: a result that was cut off is never called equal", () => {
    const cut = evaluated(gave(numbers(300), true), gave(numbers(300)));
    expect(cut.ex).toEqual({ ...unknown, first200: true });
    expect(cut.difference).toEqual({ kind: "identical", detail: { incomplete: true } });
    expect(evaluated(gave(numbers(300), true), gave(numbers(300), true)).ex.set).toBeNull();
  });

  it("X7: a result that was cut off is wrong where the rows that were read settle it", () => {
    expect(evaluated(gave(numbers(300), true), gave(numbers(200))).ex).toEqual({ ...wrong, first200: true });
    expect(evaluated(gave(numbers(200)), gave(numbers(300), true)).ex).toEqual({ ...wrong, first200: true });
    const repeats = [...numbers(200), ...numbers(200)];
    expect(evaluated(gave(repeats, true), gave(numbers(200))).ex).toMatchObject({
      set: null,
      multiset: false,
    });
    expect(evaluated(gave(numbers(200), true), gave(numbers(300))).ex).toMatchObject({
      set: null,
      multiset: null,
    });
  });

  it("X7: first 200 is open where fewer rows were read", () => {
    expect(evaluated(gave(numbers(150), true), gave(numbers(300))).ex.first200).toBeNull();
  });
});
