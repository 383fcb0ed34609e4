import { expect, test } from "vitest";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import { PagedRows } from "../../../renderer/data/paged-rows.ts";
import { alignedGridRow, gridColumns, nextDifference } from "../../../renderer/results/grid-models.ts";

const alignment: Alignment = { rows: 4, differing: 3, columnMap: [1, null, 0], complete: true };
const changed: AlignedRow = {
  kind: "changed",
  predicted: { index: 4, cells: ["i1", "ta"] },
  gold: { index: 2, cells: ["ta", "tb", "i2"] },
  changed: [1, 2],
};

test("a changed cell is marked on both sides, in the column that stands for it", () => {
  expect(alignedGridRow(changed, "gold", alignment)).toMatchObject({
    label: "3",
    mark: "changed",
    changed: [1, 2],
  });
  expect(alignedGridRow(changed, "predicted", alignment)).toMatchObject({
    label: "5",
    mark: "changed",
    changed: [0],
  });
});

test("a line that only one side has is marked there and a gap on the other", () => {
  const only: AlignedRow = {
    kind: "only-gold",
    predicted: null,
    gold: { index: 0, cells: [null] },
    changed: [],
  };
  expect(alignedGridRow(only, "gold", alignment).mark).toBe("added");
  expect(alignedGridRow(only, "predicted", alignment)).toEqual({
    label: "",
    cells: null,
    mark: "same",
    changed: [],
  });
});

test("columns that the other side does not have are told apart", () => {
  const columns = ["a", "b", "c"].map((name) => ({ name, declaredType: "TEXT" }));
  expect(gridColumns(columns, "gold", alignment).map(({ unmatched }) => unmatched)).toEqual([
    false,
    true,
    false,
  ]);
  expect(gridColumns(columns, "predicted", alignment).map(({ unmatched }) => unmatched)).toEqual([
    false,
    false,
    true,
  ]);
  expect(gridColumns(columns, "gold", null).every(({ unmatched }) => !unmatched)).toBe(true);
});

test("the next difference is found across pages, in both directions, and beyond the last there is none", async () => {
  const differing = new Set([3, 450, 451, 999]);
  const line = (index: number): AlignedRow => ({
    kind: differing.has(index) ? "changed" : "same",
    predicted: { index, cells: [] },
    gold: { index, cells: [] },
    changed: [],
  });
  const rows = new PagedRows<AlignedRow>({
    total: 1000,
    load: async (from, count) => Array.from({ length: count }, (_, at) => line(from + at)),
  });
  expect(await nextDifference(rows, -1, 1)).toBe(3);
  expect(await nextDifference(rows, 3, 1)).toBe(450);
  expect(await nextDifference(rows, 450, 1)).toBe(451);
  expect(await nextDifference(rows, 999, 1)).toBeNull();
  expect(await nextDifference(rows, 999, -1)).toBe(451);
  expect(await nextDifference(rows, 3, -1)).toBeNull();
});
