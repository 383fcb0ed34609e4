import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { alignRows } from "#shared/sql/compare/align-rows.ts";
import type { ComparableRows } from "#shared/sql/compare/comparable-rows.ts";
import { compareResults } from "#shared/sql/compare/compare-results.ts";
import { context, result, rowsOf } from "./results.ts";

function aligned(predicted: ComparableRows, gold: ComparableRows) {
  return alignRows(predicted, gold, compareResults(predicted, gold, context()).difference);
}

/** Each line as "kind predicted gold [changed]", row numbers as in the results. */
function lines(predicted: Cell[][], gold: Cell[][], onlyDifferences = false): string[] {
  return aligned(result(predicted), result(gold))
    .rows(0, 1000, onlyDifferences)
    .map(
      ({ kind, predicted: p, gold: g, changed }) =>
        `${kind} ${p?.index ?? "-"} ${g?.index ?? "-"}${changed.length > 0 ? ` [${changed}]` : ""}`,
    );
}

describe("alignRows", () => {
  it("R2: every row of both sides is in exactly one line, with its own cells", () => {
    const width = fc.integer({ min: 1, max: 3 });
    const pair = fc.tuple(width, width).chain(([a, b]) => fc.tuple(rowsOf(a), rowsOf(b)));
    fc.assert(
      fc.property(pair, ([predicted, gold]) => {
        const { alignment, rows } = aligned(result(predicted), result(gold));
        const all = rows(0, 1000, false);
        const shown = (side: "predicted" | "gold") => all.flatMap((line) => line[side] ?? []);
        for (const [side, source] of [
          ["predicted", predicted],
          ["gold", gold],
        ] as const) {
          const inOrder = shown(side).sort((a, b) => a.index - b.index);
          expect(inOrder.map(({ index }) => index)).toEqual(source.map((_, index) => index));
          expect(inOrder.map(({ cells }) => cells)).toEqual(source);
        }
        expect(all).toHaveLength(alignment.rows);
        const differing = all.filter(({ kind }) => kind !== "same");
        expect(rows(0, 1000, true)).toEqual(differing);
        expect(alignment.differing).toBe(differing.length);
      }),
    );
  });

  it("R2: pages are stretches of the whole", () => {
    const rows = Array.from({ length: 500 }, (_, at): Cell[] => [`i${at}`]);
    const { rows: read } = aligned(result([...rows].reverse()), result(rows));
    expect([...read(0, 100, false), ...read(100, 400, false)]).toEqual(read(0, 500, false));
    expect(read(490, 100, false)).toHaveLength(10);
    expect(read(600, 100, false)).toEqual([]);
    expect(read(0, 100, true)).toEqual([]);
  });

  it("R6: where no row has a partner, rows are side by side as they came", () => {
    const names: Cell[][] = [["tFinland"], ["tPanama"], ["tPoland"]];
    expect(lines(names, [["tFI"], ["tPA"]])).toEqual([
      "changed 0 0 [0]",
      "changed 1 1 [0]",
      "only-predicted 2 -",
    ]);
  });

  it("R3: equal rows are paired wherever they are, a surplus copy is left alone", () => {
    expect(lines([["ta"], ["tb"], ["ta"]], [["tb"], ["ta"]])).toEqual([
      "same 1 0",
      "only-predicted 2 -",
      "same 0 1",
    ]);
  });

  it("R3: rows equal under the tolerance are paired, their exact differences marked", () => {
    expect(
      lines(
        [
          ["tx", "r2.7"],
          ["ty", "r3.1"],
        ],
        [
          ["ty", "r3.14"],
          ["tx", "r2.7"],
        ],
      ),
    ).toEqual(["changed 1 0 [1]", "same 0 1"]);
  });

  it("R4: a row that shares its key is a changed row, one that shares nothing rare is not", () => {
    const gold: Cell[][] = [
      ["i1", "ta", "i7"],
      ["i2", "tb", "i7"],
      ["i3", "tc", "i7"],
    ];
    const predicted: Cell[][] = [
      ["i3", "tz", "i9"],
      ["i1", "ta", "i8"],
      ["i5", "ty", "i7"],
    ];
    expect(lines(predicted, gold)).toEqual([
      "changed 1 0 [2]",
      "only-predicted 2 -",
      "only-gold - 1",
      "changed 0 2 [1,2]",
    ]);
  });

  it("R4: a single row left on each side is paired", () => {
    expect(lines([["i5"]], [["i6"]])).toEqual(["changed 0 0 [0]"]);
  });

  it("R5: predicted rows without partner follow the predicted row before them", () => {
    expect(lines([["tq"], ["ta"], ["tr"], ["tb"], ["ts"]], [["tb"], ["ta"]])).toEqual([
      "only-predicted 0 -",
      "same 3 0",
      "only-predicted 4 -",
      "same 1 1",
      "only-predicted 2 -",
    ]);
  });

  it("R1: columns are paired as the difference found them", () => {
    const predicted = result([["i1", "ta", "i9"]]);
    const { alignment, rows } = aligned(predicted, result([["ta", "i1"]]));
    expect(alignment.columnMap).toEqual([1, 0]);
    expect(rows(0, 1, false)[0]).toMatchObject({ kind: "same", changed: [] });
    expect(aligned(result([["ta"]]), result([["i1", "ta"]])).alignment.columnMap).toEqual([null, 0]);
  });

  it("R1: where widths differ and nothing matches, columns of one name are paired", () => {
    const predicted = result(
      [
        ["i1", "i2"],
        ["i3", "i4"],
      ],
      ["id", "n"],
    );
    const { alignment } = aligned(predicted, result([["i9"]], ["N"]));
    expect(alignment.columnMap).toEqual([1]);
  });

  it("R3: many rows are aligned in a moment, only differences apart", () => {
    const gold = Array.from({ length: 60_000 }, (_, at): Cell[] => [`i${at}`, `tname ${at}`]);
    const predicted = gold.map(([id, name], at): Cell[] => [
      id as Cell,
      at % 1000 === 0 ? "tother" : (name as Cell),
    ]);
    const { alignment, rows } = aligned(result(predicted), result(gold));
    expect(alignment).toMatchObject({ rows: 60_000, differing: 60, complete: true });
    expect(rows(59, 5, true)).toMatchObject([{ kind: "changed", gold: { index: 59_000 }, changed: [1] }]);
  });
});
