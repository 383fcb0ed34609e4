import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isExactDouble, readDecimal, roundDecimal, writeDecimal } from "#shared/sql/compare/decimal.ts";

const rounded = (text: string, places: number) => {
  const decimal = readDecimal(text);
  return decimal === null ? null : writeDecimal(roundDecimal(decimal, places));
};

describe("decimals", () => {
  it("are written as they were read, without exponent and idle zeros", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(30), (digits, places) => {
        const decimal = readDecimal(`${digits}e-${places}`);
        const written = decimal === null ? "" : writeDecimal(decimal);
        expect(written).not.toMatch(/e|\.\d*0$|\.$|^-0$/);
        expect(readDecimal(written)).toEqual(decimal);
        expect(Number(written)).toBe(Number(`${digits}e-${places}`) + 0);
      }),
    );
  });

  it.each([
    ["2.675", 2, "2.68"],
    ["9.96", 1, "10"],
    ["0.6", 0, "1"],
    ["-0.5", 0, "-1"],
    ["-0.4", 0, "0"],
    ["0.04", 1, "0"],
    ["0.006", 2, "0.01"],
    ["1e-7", 7, "0.0000001"],
    ["123.456", 5, "123.456"],
  ])("C7: %s rounded to %i places is %s", (text, places, expected) =>
    expect(rounded(text, places)).toBe(expected),
  );

  it("C7: rounding keeps the order of numbers and moves none by more than half a unit", () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.nat(10), (x, y, places) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)].map((value) =>
          Number(rounded(`${value}`, places)),
        );
        expect(low).toBeLessThanOrEqual(high as number);
        expect(Math.abs((low as number) - Math.min(x, y))).toBeLessThanOrEqual(0.5 * 10 ** -places + 1e-9);
      }),
    );
  });

  it("know which of them a float holds exactly", () => {
    const exact = (text: string) => {
      const decimal = readDecimal(text);
      return decimal !== null && isExactDouble(decimal);
    };
    expect(["0.5", "0.375", "1", "9007199254740992"].map(exact)).toEqual([true, true, true, true]);
    expect(["0.1", "9007199254740993", "1e400", "0.3"].map(exact)).toEqual([false, false, false, false]);
  });

  it("are not read from what is no decimal", () => {
    for (const text of ["", ".", "-", "1e", "0x1", "NaN", "Infinity", "1 ", "1.2.3", "١"])
      expect(readDecimal(text)).toBeNull();
  });
});
