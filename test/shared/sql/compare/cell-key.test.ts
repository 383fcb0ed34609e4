import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { exactKey, NAN_KEY } from "#shared/sql/compare/cell-key.ts";
import { classifyRows, exactView } from "#shared/sql/compare/row-classes.ts";
import { result } from "./results.ts";

const equal = (a: Cell, b: Cell) => exactKey(a) === exactKey(b) && exactKey(a) !== NAN_KEY;

describe("exactKey", () => {
  it("D2: numbers are equal by exact value across storage classes", () => {
    for (const [a, b] of [
      ["i1", "r1"],
      ["i0", "r-0"],
      ["i1", "d1.00"],
      ["r0.5", "d0.50"],
      ["r1e+21", "d1000000000000000000000"],
      ["i9007199254740992", "r9007199254740992"],
      ["r1e-7", "r1e-7"],
      ["i9223372036854775807", "d9223372036854775807"],
    ] as const)
      expect(equal(a, b), `${a} ${b}`).toBe(true);
  });

  it("D2: what a float cannot hold equals no float", () => {
    for (const [a, b] of [
      ["i9007199254740993", "r9007199254740992"],
      ["i9223372036854775807", "r9223372036854775807"],
      ["r0.1", "d0.1"],
      ["r0.3", "r0.30000000000000004"],
      ["d0.1", "d0.10000000000000000000001"],
    ] as const)
      expect(equal(a, b), `${a} ${b}`).toBe(false);
  });

  it("D2: two floats share a key exactly when they are equal", () => {
    const double = fc.double({ noNaN: true });
    fc.assert(
      fc.property(double, double, (x, y) => {
        expect(equal(`r${x}`, `r${y}`)).toBe(x === y);
      }),
    );
    fc.assert(
      fc.property(double, (x) => {
        expect(equal(`r${x}`, `r${x === 0 ? -x : x}`)).toBe(true);
      }),
    );
  });

  it("D2: an integer and a float share a key exactly when they are the same number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (n) => {
        expect(equal(`i${n}`, `r${Number(n)}`)).toBe(BigInt(Number(n)) === n);
      }),
    );
  });

  it("D3, D4, D5: text by code units, NULL with NULL, bytes apart from text, numbers apart from their text", () => {
    expect(equal("t\u00e9", "te\u0301")).toBe(false);
    expect(equal("ta", "tA")).toBe(false);
    expect(equal(null, null)).toBe(true);
    for (const other of ["t", "tNULL", "i0", "b"] as const) expect(equal(null, other)).toBe(false);
    expect(equal("b61", "ta")).toBe(false);
    expect(equal("b61", "x61")).toBe(false);
    expect(equal("i1", "t1")).toBe(false);
  });

  it("D6: NaN equals nothing, itself included; infinities equal themselves", () => {
    expect(equal("rNaN", "rNaN")).toBe(false);
    expect(equal("dNaN", "rNaN")).toBe(false);
    expect(equal("rInfinity", "dInfinity")).toBe(true);
    expect(equal("rInfinity", "r-Infinity")).toBe(false);
    const rows = result([["rNaN"], ["rNaN"]]);
    const classes = classifyRows(exactView(rows), exactView(rows));
    expect(new Set([...classes.predicted, ...classes.gold]).size).toBe(4);
  });

  it("D7: no text makes two different rows look the same", () => {
    const tricky = fc.constantFrom<Cell>("t", "t\0", "t\0,", "t,", "t\0\0", "ta\0,tb", "tb", "ta", null);
    const row = fc.array(tricky, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(row, row, (a, b) => {
        const classes = classifyRows(exactView(result([a])), exactView(result([b])));
        expect(classes.predicted[0] === classes.gold[0]).toBe(a.every((cell, at) => cell === b[at]));
      }),
    );
  });

  it("D7: hashes of many rows tell apart what whole keys tell apart", () => {
    const rows = Array.from({ length: 30_000 }, (_, at): Cell[] => [`i${at % 20_000}`, `t${at % 7}`, null]);
    const source = result(rows);
    const { predicted, gold, count } = classifyRows(exactView(source), exactView(source));
    expect(count).toBe(new Set(rows.map((row) => row.join())).size);
    expect(predicted).toEqual(gold);
    const reversed = classifyRows(exactView(result([...rows].reverse())), exactView(source));
    expect(reversed.count).toBe(count);
  });
});
