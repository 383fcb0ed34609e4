import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import type { Difference } from "#shared/domain/difference.ts";
import { compareResults } from "#shared/sql/compare/compare-results.ts";
import { context, result, rowsOf } from "./results.ts";

type Rows = Cell[][];
const compare = (predicted: Rows, gold: Rows, goldOrdered = false) =>
  compareResults(result(predicted), result(gold), context(goldOrdered));
const differenceOf = (predicted: Rows, gold: Rows): Difference => compare(predicted, gold).difference;
/** One column of the given cells. */
const column = (...cells: Cell[]): Rows => cells.map((cell) => [cell]);

describe("EX", () => {
  it("X1, X2, X3, X8: sets, multisets, order and the first 200 are told apart", () => {
    const gold = column("i1", "i2", "i2");
    const ex = (...predicted: Cell[]) => compare(column(...predicted), gold, true).ex;
    expect(ex("i1", "i2", "i2")).toEqual({ set: true, multiset: true, ordered: true, first200: true });
    expect(ex("i2", "i1", "i2")).toEqual({ set: true, multiset: true, ordered: false, first200: false });
    expect(ex("i2", "i1", "i1")).toEqual({ set: true, multiset: false, ordered: false, first200: false });
    expect(ex("i2", "i3")).toEqual({ set: false, multiset: false, ordered: false, first200: false });
  });

  it("X3: ordered does not apply where the gold does not order", () => {
    expect(compare(column("i2", "i1"), column("i1", "i2")).ex.ordered).toBeNull();
    expect(compare(column("i1"), column("i1")).ex.ordered).toBeNull();
    expect(compare(column("i1"), [["i1", "i2"]]).ex.ordered).toBeNull();
  });

  it("X8: only the first 200 rows count, and all of them", () => {
    const rows = Array.from({ length: 300 }, (_, at): Cell[] => [`i${at}`]);
    const tail = [...rows.slice(0, 200), ...rows.slice(200).reverse()];
    const head = [rows[199], ...rows.slice(0, 199), ...rows.slice(200)] as Rows;
    expect(compare(tail, rows).ex).toMatchObject({ first200: true, multiset: true });
    expect(compare(head, rows).ex).toMatchObject({ first200: false, multiset: true });
    expect(compare(rows.slice(0, 250), rows).ex).toMatchObject({ first200: true, set: false });
    expect(compare(rows.slice(0, 150), rows).ex).toMatchObject({ first200: false });
  });

  it("X4: two empty results are equal whatever their columns, others of unequal width never", () => {
    const empty = compareResults(result([], ["a", "b"]), result([], ["a"]), context(true));
    expect(empty.ex).toEqual({ set: true, multiset: true, ordered: true, first200: true });
    expect(compare([["i1", "i1"]], [["i1"]]).ex.set).toBe(false);
  });

  it("X4: column names do not count", () => {
    const ex = compareResults(result([["i1"]], ["x"]), result([["r1"]], ["y"]), context()).ex;
    expect(ex.set).toBe(true);
  });

  it("X1: agrees with sets of whole rows for any two results", () => {
    const key = (rows: Rows) => new Set(rows.map((row) => JSON.stringify(row.map(plain))));
    fc.assert(
      fc.property(rowsOf(2), rowsOf(2), (predicted, gold) => {
        const [a, b] = [key(predicted), key(gold)];
        expect(compare(predicted, gold).ex.set).toBe(a.size === b.size && [...a].every((row) => b.has(row)));
      }),
    );
  });

  it("X9: ordered equality implies multiset equality, and that implies set equality", () => {
    fc.assert(
      fc.property(rowsOf(1), rowsOf(1), (predicted, gold) => {
        const { set, multiset, ordered } = compare(predicted, gold, true).ex;
        if (ordered) expect(multiset).toBe(true);
        if (multiset) expect(set).toBe(true);
      }),
    );
  });

  it("X2: shuffled rows stay equal as multisets, repeated rows as sets", () => {
    const shuffled = rowsOf(2).chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, ([rows, other]) => {
        expect(compare(other, rows).ex.multiset).toBe(true);
        expect(["identical", "order"]).toContain(differenceOf(other, rows).kind);
        if (rows.length === 0) return;
        expect(compare([...rows, rows[0] as Cell[]], rows).ex).toMatchObject({ set: true, multiset: false });
        expect(differenceOf([...rows, rows[0] as Cell[]], rows).kind).toBe("duplicates");
      }),
    );
  });

  it("X1, X2: EX does not depend on which side is called gold", () => {
    fc.assert(
      fc.property(rowsOf(2), rowsOf(2), (a, b) => {
        expect(compare(a, b, true).ex).toEqual(compare(b, a, true).ex);
      }),
    );
  });
});

/** A cell by value, for the second opinion: enough for the cells of `results.ts`. */
function plain(cell: Cell): unknown {
  return cell !== null && "ird".includes(cell[0] as string) ? Number(cell.slice(1)) : [cell];
}

describe("difference", () => {
  it("C4: two empty results are identical, and the detail says that both are empty", () => {
    expect(differenceOf([], [])).toEqual({ kind: "identical", detail: { side: "both" } });
  });

  it("C5: another order is said with whether the gold asks for one", () => {
    expect(compare(column("i1", "i2"), column("i2", "i1"), true).difference).toEqual({
      kind: "order",
      detail: { goldOrdered: true },
    });
  });

  it("C5: duplicates are counted", () => {
    expect(differenceOf(column("i1", "i1", "i2"), column("i1", "i2", "i2", "i2"))).toEqual({
      kind: "duplicates",
      detail: { onlyPredicted: 1, onlyGold: 2, common: 2 },
    });
  });

  it("C6: permuted columns are found, equal columns among them", () => {
    const gold: Rows = [
      ["ta", "i1", "i1", "tx"],
      ["tb", "i2", "i2", "ty"],
    ];
    const predicted = gold.map(([a, b, c, d]) => [d, b, c, a]) as Rows;
    expect(differenceOf(predicted, gold)).toEqual({
      kind: "columns-permuted",
      detail: { columnMap: [3, 1, 2, 0] },
    });
  });

  it("C6: columns that hold the same values are told apart by their rows", () => {
    const gold: Rows = [
      ["i0", "i1", "i0", "i1"],
      ["i1", "i0", "i0", "i1"],
      ["i0", "i0", "i1", "i1"],
      ["i1", "i1", "i1", "i0"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
        const { kind } = differenceOf(
          gold.map((row) => order.map((at) => row[at] as Cell)),
          gold,
        );
        expect(["identical", "order", "duplicates", "columns-permuted"]).toContain(kind);
      }),
    );
  });

  it("C10: twenty columns of zeros and ones that are no permutation cost no more than a moment", () => {
    const rows = (seed: number): Rows =>
      Array.from({ length: 40 }, (_, row) =>
        Array.from({ length: 20 }, (_, at): Cell => `i${(row + at * seed + ((row * at) >> 2)) % 2}`),
      );
    const started = performance.now();
    expect(differenceOf(rows(3), rows(5)).kind).toBeDefined();
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("C7: the most decimal places that make both equal are named, with the column", () => {
    expect(differenceOf([["ta", "r3.14"]], [["ta", "r3.14159"]])).toEqual({
      kind: "rounding",
      detail: { decimals: 2, columns: [1] },
    });
    expect(differenceOf(column("r0.3"), column("r0.30000000000000004")).detail.decimals).toBe(10);
    expect(differenceOf(column("i3"), column("r3.4")).detail.decimals).toBe(0);
    expect(differenceOf(column("r2.68"), column("d2.675")).detail.decimals).toBe(2);
  });

  it("C7: rounding is not claimed where it explains nothing", () => {
    expect(differenceOf(column("r0.2"), column("r0.4")).kind).toBe("different");
    expect(differenceOf(column("r12.34"), column("r12.31")).kind).toBe("different");
    expect(differenceOf(column("r0.00001"), column("r0.00004")).kind).toBe("different");
  });

  it("C7: rounded results are found whatever their order", () => {
    const value = fc.double({ min: 0.5, max: 1000, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        (values, n) => {
          const gold = values.map((x): Cell[] => [`r${x}`]);
          const predicted = values.map((x): Cell[] => [`r${roundedText(x, n)}`]).reverse();
          expect(["identical", "order", "duplicates", "rounding"]).toContain(
            differenceOf(predicted, gold).kind,
          );
        },
      ),
    );
  });

  it.each<[string, Cell, Cell, string[]]>([
    ["a number stored as text", "t12.50", "r12.5", ["number-as-text"]],
    ["grouped digits", "t1,200", "i1200", ["number-as-text"]],
    ["a compact date", "t20200304", "t2020-03-04", ["date-format"]],
    ["a date with midnight", "t2020-03-04 00:00:00", "t2020-03-04", ["date-format"]],
    ["a date with T", "t2020-03-04T08:05:00Z", "t2020-03-04 08:05:00", ["date-format"]],
    ["a date by its month's name", "tMarch 4, 2020", "t2020-03-04", ["date-format"]],
    ["a short month", "t4-Mar-2020", "t2020-03-04", ["date-format"]],
    ["the month first", "t3/4/2020", "t2020-03-04", ["date-format"]],
    ["a twelve-hour clock", "t8:05 pm", "t20:05:00", ["date-format"]],
    ["case", "tOslo", "tOSLO", ["case"]],
    ["a trailing space", "tOslo ", "tOslo", ["whitespace"]],
    ["two spaces", "tNew  York", "tNew York", ["whitespace"]],
    ["bytes that spell the text", "b4f736c6f", "tOslo", ["type"]],
    ["a truth value", "ttrue", "i1", ["type"]],
    ["case and spaces", "t oslo", "tOslo", ["case", "whitespace"]],
  ])("C8: %s is a form", (_, predicted, gold, forms) => {
    const { kind, detail } = differenceOf(column(predicted, "tz"), column(gold, "tz"));
    expect({ kind, forms: detail.forms, columns: detail.columns }).toEqual({
      kind: "form",
      forms,
      columns: [0],
    });
    expect(differenceOf(column(gold, "tz"), column(predicted, "tz")).kind).toBe("form");
  });

  it("C8: the day is read first where only that makes both equal, and said", () => {
    const { kind, detail } = differenceOf(
      column("t03/04/2020", "t25/12/2020"),
      column("t2020-04-03", "t2020-12-25"),
    );
    expect(kind).toBe("form");
    expect(detail).toMatchObject({ forms: ["date-format"], dayOrder: "day-first" });
  });

  it("C8: what is no date, no number and no other case stays different", () => {
    for (const [a, b] of [
      ["t2020-02-30", "t2020-03-01"],
      ["t12a", "i12"],
      ["tOslo", "tBergen"],
      ["t", null],
      ["t12:61", "t13:01"],
    ] as const)
      expect(differenceOf(column(a, "i7"), column(b, "i7")).kind, `${a} ${b}`).toBe("different");
  });

  it("C7, C8: a rounded number stored as text needs both, and both are said", () => {
    expect(differenceOf(column("t3.14"), column("r3.14159")).detail).toEqual({
      decimals: 2,
      forms: ["number-as-text"],
      columns: [0],
    });
  });

  it("C9: extra and missing columns are named, in any order, along with what else was overlooked", () => {
    const gold: Rows = [
      ["ta", "r1.5"],
      ["tb", "r2.25"],
    ];
    const wide: Rows = [
      ["i8", "r2.25", "tb"],
      ["i9", "r1.5", "ta"],
    ];
    expect(differenceOf(wide, gold)).toEqual({
      kind: "extra-columns",
      detail: { columnMap: [2, 1], columnNames: ["a"], alsoOrder: true, goldOrdered: false },
    });
    expect(differenceOf(gold, wide)).toMatchObject({
      kind: "missing-columns",
      detail: { columnMap: [2, 1], columnNames: ["a"] },
    });
    expect(differenceOf([["i8", "tA", "r2.3"]], [["ta", "r2.25"]])).toMatchObject({
      kind: "extra-columns",
      detail: { columnMap: [1, 2], decimals: 1, forms: ["case"], columns: [0, 1] },
    });
  });

  it("C9: a surplus column that multiplies rows leaves duplicates, which are said", () => {
    const wide: Rows = [
      ["ta", "i1"],
      ["ta", "i2"],
    ];
    expect(differenceOf(wide, column("ta"))).toMatchObject({
      kind: "extra-columns",
      detail: { alsoDuplicates: true },
    });
  });

  it("C11: an empty side comes before subset", () => {
    expect(differenceOf([], column("i1"))).toMatchObject({
      kind: "one-empty",
      detail: { side: "predicted" },
    });
    expect(differenceOf(column("i1"), [])).toMatchObject({ kind: "one-empty", detail: { side: "gold" } });
  });

  it("C13: subset and superset mirror each other", () => {
    const [few, many] = [column("i1", "i2"), column("i1", "i2", "i3")];
    expect(differenceOf(few, many)).toEqual({
      kind: "subset",
      detail: { onlyPredicted: 0, onlyGold: 1, common: 2 },
    });
    expect(differenceOf(many, few).kind).toBe("superset");
    fc.assert(
      fc.property(rowsOf(1), rowsOf(1), (a, b) => {
        const mirrored: Record<string, string> = { subset: "superset", superset: "subset" };
        const { kind } = differenceOf(a, b);
        expect(differenceOf(b, a).kind).toBe(mirrored[kind] ?? kind);
      }),
    );
  });

  it("C13: containment is found across columns that share a name or hold text, and not across mere numbers", () => {
    const superset = compareResults(
      result(
        [
          ["toslo", "i3"],
          ["tbergen", "i9"],
        ],
        ["city", "n"],
      ),
      result([["tbergen"]], ["town"]),
      context(),
    ).difference;
    expect(superset).toMatchObject({ kind: "superset", detail: { columnMap: [0], columnNames: ["n"] } });
    const coincidence = compareResults(
      result(
        [
          ["i3", "i5"],
          ["i4", "i6"],
        ],
        ["id", "n"],
      ),
      result([["i4"]], ["total"]),
      context(),
    ).difference;
    expect(coincidence.kind).toBe("different");
  });

  it("C14: the columns that differ are named, and a row of NULLs is", () => {
    expect(differenceOf([["i1", "i2"]], [["i1", "i3"]]).detail.columns).toEqual([1]);
    expect(differenceOf([[null, null]], [["i1", "i3"]]).detail.onlyNulls).toBe("predicted");
    expect(differenceOf([["i1", "i3"]], [[null, null]]).detail.onlyNulls).toBe("gold");
  });

  it("C14: every pair has a kind, and the exact kinds agree with EX", () => {
    const width = fc.integer({ min: 1, max: 3 });
    const pair = fc.tuple(width, width).chain(([a, b]) => fc.tuple(rowsOf(a), rowsOf(b)));
    fc.assert(
      fc.property(pair, ([predicted, gold]) => {
        const { ex, difference } = compare(predicted, gold, true);
        if (predicted.length + gold.length === 0) return;
        expect(ex.ordered).toBe(difference.kind === "identical");
        expect(ex.multiset).toBe(["identical", "order"].includes(difference.kind));
        expect(ex.set).toBe(["identical", "order", "duplicates"].includes(difference.kind));
      }),
    );
  });
});

/** `value` to `places` decimal places, a half away from zero on the shortest decimal form: by the digits, not by arithmetic. */
function roundedText(value: number, places: number): number {
  const [whole = "0", fraction = ""] = `${value}`.split(".");
  if (fraction.length <= places) return value;
  const up = (fraction[places] as string) >= "5" ? 1n : 0n;
  const scaled = (BigInt(whole + fraction.slice(0, places)) + up).toString().padStart(places + 1, "0");
  return Number(`${scaled.slice(0, scaled.length - places)}.${scaled.slice(scaled.length - places)}`);
}
