import { describe, expect, test } from "vitest";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import { type CertificateVerdict, type PropertyName, propertyNames } from "#shared/domain/certificate.ts";
import { matrixSummary } from "../../../renderer/features/tasks/certificates/matrix-counts.ts";
import {
  type MatrixColumn,
  type MatrixFilter,
  nextSort,
  propertyOf,
  shownRows,
} from "../../../renderer/features/tasks/certificates/matrix-filter.ts";
import { movedCell } from "../../../renderer/features/tasks/certificates/matrix-grid.tsx";
import { trendPlot } from "../../../renderer/features/tasks/certificates/trend-plot.ts";

function row(taskId: number, verdict: CertificateVerdict | null, change: Partial<Made> = {}): MatrixRow {
  const task = { taskId, instanceId: `pier_${taskId}`, database: "pier", status: "draft" as const };
  if (verdict === null) return { ...task, certificate: null };
  const cell = { holds: true, applies: true, exceptions: 0, errors: 0 };
  const properties = Object.fromEntries(propertyNames.map((name) => [name, cell])) as Made["properties"];
  const certificate = {
    ...{ verdict, properties, exceptions: 0, counts: mutantCounts([], 0), madeAt: "2026-11-23T10:00:00Z" },
    ...{ changed: [], ...change },
  };
  return { ...task, certificate };
}
type Made = NonNullable<MatrixRow["certificate"]>;

const failing = (name: PropertyName, holds: boolean | null, applies = true): Partial<Made> => {
  const { certificate } = row(0, "not-certified");
  const all = certificate?.properties as Made["properties"];
  return { properties: { ...all, [name]: { holds, applies, exceptions: 0, errors: 1 } } };
};

const rows = [
  row(1, "certified"),
  row(2, "not-certified", failing("necessary", false)),
  row(3, null),
  row(4, "not-certified", { ...failing("guarded", null), changed: ["task"] }),
  row(5, "certified-with-exceptions", { exceptions: 3, ...failing("stateful", null, false) }),
];
const ids = (filter: MatrixFilter, by: MatrixColumn = "task", descending = false) =>
  shownRows(rows, filter, { by, descending }).map(({ taskId }) => taskId);

describe("the rows of the matrix", () => {
  test("are found by verdict, by a property that keeps them from being certified, by validity and by words", () => {
    expect(ids({ verdict: "not-certified" })).toEqual([2, 4]);
    expect(ids({ verdict: "none" })).toEqual([3]);
    expect(ids({ open: "necessary" })).toEqual([2]);
    expect(ids({ open: "guarded" })).toEqual([4]);
    expect(ids({ open: "stateful" })).toEqual([]);
    expect(ids({ validity: "void" })).toEqual([4]);
    expect(ids({ validity: "current" })).toEqual([1, 2, 5]);
    expect(ids({ text: "PIER_5" })).toEqual([5]);
  });

  test("are sorted with what is to be mended first, and with those that were never certified last both ways", () => {
    expect(ids({}, "verdict")).toEqual([2, 4, 5, 1, 3]);
    expect(ids({}, "verdict", true)).toEqual([1, 5, 2, 4, 3]);
    expect(ids({}, "necessary")).toEqual([2, 1, 4, 5, 3]);
    expect(ids({}, "exceptions")).toEqual([5, 1, 2, 4, 3]);
    expect(ids({}, "task", true)).toEqual([5, 4, 3, 2, 1]);
  });

  test("go back to the order of the project when a column is chosen a third time", () => {
    const first = nextSort({ by: "task", descending: false }, "runs");
    const second = nextSort(first, "runs");
    expect([first, second, nextSort(second, "runs")]).toEqual([
      { by: "runs", descending: false },
      { by: "runs", descending: true },
      { by: "task", descending: false },
    ]);
  });

  test("are summed up, with – where no mutant was to be detected", () => {
    expect(matrixSummary(rows)).toEqual([
      ...["1 certified", "1 certified with exceptions", "2 not certified (1 void)", "1 never certified"],
      "mutants detected –",
    ]);
  });
});

test("a cell leads to its property; what is counted over several leads to where it is", () => {
  const excepted = row(6, "certified-with-exceptions", {
    properties: {
      ...(rows[0]?.certificate?.properties as Made["properties"]),
      talkable: { holds: true, applies: true, exceptions: 1, errors: 0 },
    },
  });
  const columns = ["task", "runs", "detected", "exceptions"] as const;
  expect(columns.map((column) => propertyOf(excepted, column))).toEqual([
    null,
    "runs",
    "guarded",
    "talkable",
  ]);
});

test("keys move the chosen cell within the grid", () => {
  const press = (key: string, ctrlKey = false) =>
    movedCell(
      { key, ctrlKey, metaKey: false, altKey: false, shiftKey: false },
      { index: 1, column: "task" },
      ...[5, 2],
    );
  expect(press("ArrowLeft")).toEqual({ index: 1, column: "task" });
  expect(press("End")).toEqual({ index: 1, column: "made" });
  expect(press("End", true)).toEqual({ index: 4, column: "task" });
  expect(press("PageDown")).toEqual({ index: 3, column: "task" });
  expect(press("x")).toBeNull();
});

test("the trend holds each count until the next, and the last until now", () => {
  const at = "2026-11-23T10:00:00.000Z";
  const now = Date.parse("2026-11-24T10:00:00.000Z");
  const { points } = trendPlot([{ at, certified: 1, withExceptions: 2, notCertified: 3 }], now);
  const weak = points.filter(({ series }) => series === "not certified");
  expect(weak.map(({ category, value, of }) => [category, value, of])).toEqual([
    [Date.parse(at), 3, 6],
    [now, 3, 6],
  ]);
});
