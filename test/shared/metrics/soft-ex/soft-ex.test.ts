import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { defaultConditions } from "#shared/domain/conditions.ts";
import { cellKeyAsShipped } from "#shared/metrics/soft-ex/cell-key-as-shipped.ts";
import { type SoftExResult, softExAsShipped, softExFixed } from "#shared/metrics/soft-ex/soft-ex.ts";

/** A result of one row or more; every row has as many cells as there are types. */
function result(types: string[], ...rows: Cell[][]): SoftExResult {
  return { columns: types.map((declaredType) => ({ name: "", declaredType })), rows, truncated: false };
}

function shipped(one: SoftExResult, other: SoftExResult, order = false): boolean {
  return softExAsShipped(one, other, { order }).equal;
}

function fixed(one: SoftExResult, other: SoftExResult, conditions = {}): boolean {
  return softExFixed(one, other, { ...defaultConditions, ...conditions }).equal;
}

/** One value against another: as shipped, and fixed. */
const values: [
  title: string,
  one: [string, Cell],
  other: [string, Cell],
  shipped: boolean,
  fixed: boolean,
][] = [
  ["numeric 0.33 and double 0.33", ["numeric", "d0.33"], ["double precision", "r0.33"], false, true],
  ["numeric 0.50 and double 0.5", ["numeric", "d0.50"], ["double precision", "r0.5"], true, true],
  ["integer 1 and numeric 1.00", ["integer", "i1"], ["numeric", "d1.00"], true, true],
  ["integer 1 and true", ["integer", "i1"], ["boolean", "tt"], true, true],
  ["integer 1 and text 1", ["integer", "i1"], ["text", "t1"], false, false],
  ["numeric 0.125 and 0.13", ["numeric", "d0.125"], ["numeric", "d0.13"], true, true],
  [
    "double 0.125, a half to the even hundredth, and 0.13",
    ["double precision", "r0.125"],
    ["double precision", "r0.13"],
    false,
    true,
  ],
  ["double 0.125 and 0.12", ["double precision", "r0.125"], ["double precision", "r0.12"], true, false],
  ["NaN and NaN", ["double precision", "rNaN"], ["double precision", "rNaN"], false, true],
  ["numeric NaN and NaN", ["numeric", "dNaN"], ["numeric", "dNaN"], false, true],
  [
    "double infinity and infinity",
    ["double precision", "rInfinity"],
    ["double precision", "rInfinity"],
    true,
    true,
  ],
  ["numeric infinity and infinity", ["numeric", "dInfinity"], ["numeric", "dInfinity"], false, true],
  ["minus zero and zero", ["double precision", "r-0"], ["integer", "i0"], true, true],
  [
    "a decimal of 29 digits and itself",
    ["numeric", `d${"1".repeat(27)}.00`],
    ["numeric", `d${"1".repeat(27)}`],
    false,
    true,
  ],
  [
    "a decimal of 28 digits and itself",
    ["numeric", `d${"1".repeat(26)}`],
    ["numeric", `d${"1".repeat(26)}.001`],
    true,
    true,
  ],
  ["NULL and NULL", ["text", null], ["integer", null], true, true],
  [
    "a date and a timestamp of that day",
    ["date", "t2024-05-01"],
    ["timestamp without time zone", "t2024-05-01 17:30:00"],
    true,
    false,
  ],
  [
    "a date and its midnight",
    ["date", "t2024-05-01"],
    ["timestamp without time zone", "t2024-05-01 00:00:00"],
    true,
    true,
  ],
  ["a date and its text", ["date", "t2024-05-01"], ["text", "t2024-05-01"], true, true],
  [
    "one instant in two zones",
    ["timestamp with time zone", "t2024-05-01 23:30:00+00"],
    ["timestamp with time zone", "t2024-05-02 01:30:00+02"],
    false,
    true,
  ],
  ["a year before Christ and itself", ["date", "t0044-03-15 BC"], ["date", "t0044-03-15 BC"], false, true],
  ["a date at infinity and itself", ["date", "tinfinity"], ["date", "tinfinity"], true, true],
  ["a day and 24 hours", ["interval", "t1 day"], ["interval", "t24:00:00"], true, true],
  ["a year and 12 months", ["interval", "t1 year"], ["interval", "t12 mons"], false, true],
  ["an interval and its text", ["interval", "t1 day"], ["text", "t1 day"], false, false],
  ["objects of other order", ["jsonb", 't{"a": 1, "b": 0.123}'], ["json", 't{"b":0.124,"a":1}'], true, true],
  ["an object and its text", ["jsonb", 't{"a": 1}'], ["text", 't{"a": 1}'], true, false],
  ["a JSON null and NULL", ["jsonb", "tnull"], ["text", null], true, true],
  ["lists of integers, and as JSON", ["integer[]", "t{1,2,NULL}"], ["jsonb", "t[1, 2, null]"], true, true],
  ["a list of decimals and itself", ["numeric[]", "t{1.50}"], ["numeric[]", "t{1.50}"], false, true],
  ["a list of dates and itself", ["date[]", "t{2024-05-01}"], ["date[]", "t{2024-05-01}"], false, true],
  ["a list of words and itself", ["text[]", 't{"a b",c}'], ["text[]", 't{"a b","c"}'], true, true],
  ["an array of an enum and itself", ["mood[]", "t{calm}"], ["mood[]", "t{calm}"], true, true],
  ["bytes and the same bytes", ["bytea", "b00ff"], ["bytea", "b00ff"], true, true],
  ["a padded and a plain text", ["character", "tab  "], ["text", "tab"], false, true],
];

describe("E3, E7: values", () => {
  it.each(values)("%s", (_, [type, cell], [otherType, other], isShipped, isFixed) => {
    const sides = [result([type], [cell]), result([otherType], [other])] as const;
    expect([shipped(...sides), fixed(...sides)]).toEqual([isShipped, isFixed]);
    expect([shipped(sides[1], sides[0]), fixed(sides[1], sides[0])]).toEqual([isShipped, isFixed]);
  });

  it("says what raises", () => {
    const list = result(["numeric[]"], ["t{1.50}"]);
    expect(softExAsShipped(list, list, { order: false }).reason).toBe(
      "The test raises an error: a list of numeric cannot be written as JSON.",
    );
  });
});

const words = (...texts: string[]) => result(["text"], ...texts.map((text) => [`t${text}`]));

describe("E4, E8: rows", () => {
  it.each([
    ["the same rows in another order", words("a", "b"), words("b", "a"), {}, true, true],
    ["… where the order counts", words("a", "b"), words("b", "a"), { order: true }, false, false],
    ["other duplicates", words("a", "a", "b"), words("a", "b"), {}, true, true],
    ["… where they count", words("a", "a", "b"), words("a", "b"), { distinct: true }, true, false],
    ["… in order", words("a", "a"), words("a"), { order: true }, false, false],
    ["a row too many", words("a", "b"), words("a"), {}, false, false],
    ["a row too few", words("a"), words("a", "b"), {}, false, false],
  ])("%s", (_, one, other, conditions, isShipped, isFixed) => {
    const order = "order" in conditions && conditions.order === true;
    expect([shipped(one, other, order), fixed(one, other, conditions)]).toEqual([isShipped, isFixed]);
  });

  it.each([
    [0, "d0.4", "d0.2", true],
    [3, "d0.1234", "d0.1231", true],
    [3, "d0.123", "d0.12", false],
    [null, "d0.123", "d0.12", true],
  ])("to %s places fixed, to two as shipped", (decimals, one, other, isEqual) => {
    const sides = [result(["numeric"], [one]), result(["numeric"], [other])] as const;
    expect(fixed(...sides, { decimals })).toBe(isEqual);
    expect(shipped(...sides)).toBe(one.startsWith("d0.12"));
  });

  it("compares columns by position, and as many of them", () => {
    const wide = result(["text", "text"], ["ta", "tb"]);
    expect(softExFixed(wide, words("a"), defaultConditions).reason).toBe(
      "The answer has 2 columns, the gold 1.",
    );
    expect(shipped(wide, words("a"))).toBe(false);
    expect(shipped(wide, result(["text", "text"], ["tb", "ta"]))).toBe(false);
  });

  it("says in a sentence what differs", () => {
    expect(softExAsShipped(words("a", "b"), words("a", "c", "d"), { order: false }).reason).toBe(
      "1 row of the answer is not in the gold, 2 rows of the gold are missing.",
    );
    expect(softExFixed(words("b", "a"), words("a", "b"), { ...defaultConditions, order: true }).reason).toBe(
      "The rows are the gold's in another order.",
    );
    expect(softExFixed(words("a", "a"), words("a"), { ...defaultConditions, distinct: true }).reason).toBe(
      "Some rows occur more or less often than in the gold.",
    );
  });
});

describe("E1, E9: empty and cut results", () => {
  const none = words();

  it("fails empty results as shipped, and calls two of them equal once fixed", () => {
    expect([shipped(none, none), fixed(none, none)]).toEqual([false, true]);
    expect([shipped(none, words("a")), fixed(none, words("a"))]).toEqual([false, false]);
    expect([shipped(words("a"), none), fixed(words("a"), none)]).toEqual([false, false]);
    expect(fixed(none, result(["text", "text"]))).toBe(false);
  });

  it("compares the rows that were fetched as shipped, and leaves cut results unequal once fixed", () => {
    const cut = { ...words("a"), truncated: true };
    expect([shipped(cut, cut), fixed(cut, cut)]).toEqual([true, false]);
  });
});

const cell = fc.oneof(
  fc.constant(null),
  fc.integer().map((value) => `i${value}`),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => `r${value}`),
  fc.string({ maxLength: 4 }).map((text) => `t${text}`),
);
const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
const of = (list: Cell[][]) => result(["", ""], ...list);

describe("E3…E8: laws", () => {
  it("every result without NaN equals itself in any order of rows, as shipped and fixed", () => {
    fc.assert(
      fc.property(rows, fc.nat(), (list, at) => {
        const turned = [...list.slice(at % list.length), ...list.slice(0, at % list.length)];
        expect(shipped(of(list), of(turned)) && fixed(of(list), of(turned), { distinct: true })).toBe(true);
        expect(shipped(of(list), of(list), true) && fixed(of(list), of(list), { order: true })).toBe(true);
      }),
    );
  });

  it("is the same from both sides", () => {
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        expect(shipped(of(one), of(other))).toBe(shipped(of(other), of(one)));
        expect(fixed(of(one), of(other))).toBe(fixed(of(other), of(one)));
      }),
    );
  });

  it("a list that is equal in order is equal as a multiset, and that as a set", () => {
    fc.assert(
      fc.property(rows, fc.shuffledSubarray([0, 1, 2, 3]), (list, picks) => {
        const other = of(picks.map((at) => list[at % list.length] as Cell[]).concat(list.slice(0, 2)));
        if (fixed(of(list), other, { order: true }))
          expect(fixed(of(list), other, { distinct: true })).toBe(true);
        if (fixed(of(list), other, { distinct: true })) expect(fixed(of(list), other)).toBe(true);
      }),
    );
  });
});

describe("a whole number in JSON as shipped", () => {
  it("is the number that a BigInt is, written as Python does", () => {
    const ofJson = cellKeyAsShipped("json");
    const whole = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n }));
    fc.assert(
      fc.property(whole, ([isNegative, size]) => {
        const text = `${isNegative ? "-" : ""}${size}`;
        expect(ofJson(`t${text}`)).toBe(`i${BigInt(text)}`);
        expect(ofJson(`t[${text}]`)).toBe(`t[${BigInt(text)}]`);
      }),
    );
    expect([ofJson("t-0"), ofJson("t[-0]")]).toEqual(["i0", "t[0]"]);
  });
});
