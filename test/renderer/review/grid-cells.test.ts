import { expect, test } from "vitest";
import { moved, rangeOf } from "../../../renderer/ui/result-grid/cell-range.ts";
import { cellView } from "../../../renderer/ui/result-grid/cell-view.ts";
import { columnStarts, columnsBetween } from "../../../renderer/ui/result-grid/column-layout.ts";
import { tabSeparated } from "../../../renderer/ui/result-grid/tab-separated.ts";

test("NULL, empty text, the text NULL and numbers as text are drawn apart", () => {
  expect(cellView(null)).toMatchObject({ kind: "null", text: "NULL" });
  expect(cellView("tNULL")).toMatchObject({ kind: "text", text: "NULL" });
  expect(cellView("t")).toMatchObject({ kind: "empty" });
  expect(cellView("t12")).toMatchObject({ kind: "text", text: "12" });
  expect(cellView("i9223372036854775807")).toMatchObject({ kind: "number", text: "9223372036854775807" });
});

test("blanks at the ends and control characters can be seen", () => {
  expect(cellView("t  a b ").text).toBe("··a b·");
  expect(cellView("ta\r\nb\tc\u0000d").text).toBe("a↵b⇥c␀d");
});

test("long cells are cut and say so; bytes show their beginning", () => {
  expect(cellView(`t${"x".repeat(5000)}`)).toMatchObject({ cut: true });
  expect(cellView("b00ff").text).toBe("x'00ff'");
  expect(cellView("xff").kind).toBe("invalid");
});

test("only the columns in view are drawn, and one of them always", () => {
  const starts = columnStarts([100, 100, 100, 100]);
  expect(columnsBetween(starts, 0, 150)).toEqual({ from: 0, to: 2 });
  expect(columnsBetween(starts, 150, 250)).toEqual({ from: 1, to: 3 });
  expect(columnsBetween(starts, 350, 360)).toEqual({ from: 3, to: 4 });
  expect(columnsBetween(columnStarts([]), 0, 100)).toEqual({ from: 0, to: 0 });
});

test("arrows, pages and ends move within the grid", () => {
  const extent = { rows: 100, columns: 3, pageRows: 20 };
  const at = { row: 10, column: 1 };
  expect(moved(at, "ArrowDown", false, extent)).toEqual({ row: 11, column: 1 });
  expect(moved(at, "PageUp", false, extent)).toEqual({ row: 0, column: 1 });
  expect(moved(at, "End", true, extent)).toEqual({ row: 99, column: 2 });
  expect(moved(at, "x", false, extent)).toBeNull();
  expect(moved(at, "ArrowDown", false, { ...extent, rows: 0 })).toBeNull();
  expect(rangeOf({ row: 3, column: 2 }, { row: 1, column: 0 })).toEqual({
    top: 1,
    left: 0,
    bottom: 3,
    right: 2,
  });
});

test("copied cells survive a spreadsheet: tabs, line ends and quotes are quoted, NULL stays empty", () => {
  expect(tabSeparated([["ta\tb", null, 'tsay "hi"', "i7"]], ["x", "y", "z", "n"])).toBe(
    'x\ty\tz\tn\n"a\tb"\t\t"say ""hi"""\t7',
  );
});
