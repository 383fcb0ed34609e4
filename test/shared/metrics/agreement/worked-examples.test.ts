import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairAgreement, pooledAgreement } from "./agreement-of-items.ts";

/** Units as strings of labels, one character a person; "." is missing. */
function items(units: readonly string[]) {
  return units.map((unit, at) => ({
    dbId: `db${at % 4}`,
    opinions: new Map(
      [...unit].flatMap((label, person) => (label === "." ? [] : [[`p${person}`, label] as const])),
    ),
  }));
}
const people = ["p0", "p1"] as [string, string];
const pooled = (units: readonly string[], labels: string) => pooledAgreement(items(units), [...labels], 0);
const pair = (units: readonly string[], labels: string) =>
  pairAgreement(items(units), people, [...labels], 0);
const tableUnits = (table: number[][], labels: string) =>
  table.flatMap((row, one) =>
    row.flatMap((n, other) => Array.from({ length: n }, () => `${labels[one]}${labels[other]}`)),
  );
const spread = (counts: string) => [...counts].map((n, at) => "abcde".charAt(at).repeat(Number(n))).join("");

describe("worked examples of agreement", () => {
  it("gives the figures of three abstractors", () => {
    const units = tableUnits(
      [
        [13, 0, 0],
        [0, 20, 7],
        [0, 4, 56],
      ],
      "abc",
    );
    const all = pooled(units, "abc");
    expect(all.rawAgreement.value).toBeCloseTo(0.89, 10);
    expect(all.fleissKappa.value).toBeCloseTo(0.7962397, 7);
    expect(all.fleissKappa.standardError).toBeCloseTo(0.05935225, 7);
    expect(all.gwetAc1.value).toBeCloseTo(0.8493305, 7);
    expect(all.gwetAc1.standardError).toBeCloseTo(0.04343518, 7);
    expect(all.krippendorffAlpha.value).toBeCloseTo(0.7972585, 7);
    expect(all.brennanPrediger.value).toBeCloseTo(0.835, 10);
    expect(pair(units, "abc").cohenKappa.value).toBeCloseTo(0.7964094, 7);
    expect(pair(units, "abc").cohenKappa.standardError).toBeCloseTo(0.05891072, 7);
  });

  it("gives the figures of six raters on fifteen units", () => {
    const rows = "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031";
    const all = pooled(rows.split(" ").map(spread), "abcde");
    expect(all.rawAgreement.value).toBeCloseTo(0.5511111, 7);
    expect(all.gwetAc1.value).toBeCloseTo(0.4448007, 7);
    expect(all.gwetAc1.standardError).toBeCloseTo(0.08418757, 7);
    expect(all.gwetAc1.formula?.from).toBeCloseTo(0.264, 3);
    expect(all.gwetAc1.formula?.to).toBeCloseTo(0.625, 3);
    expect(all.fleissKappa.value).toBeCloseTo(0.4139265, 7);
    expect(all.fleissKappa.standardError).toBeCloseTo(0.08119291, 7);
    expect(all.krippendorffAlpha.value).toBeCloseTo(0.4204384, 7);
  });

  it("gives the figures of four raters with missing opinions", () => {
    const rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.";
    const all = pooled(rows.split(" "), "12345");
    expect(all.rawAgreement.value).toBeCloseTo(0.8181818, 7);
    expect(all.rawAgreement.standardError).toBeCloseTo(0.12561, 5);
    expect(all.gwetAc1.value).toBeCloseTo(0.77544, 5);
    expect(all.gwetAc1.standardError).toBeCloseTo(0.14295, 5);
    expect(all.gwetAc1.formula?.to).toBe(1);
    expect(all.fleissKappa.value).toBeCloseTo(0.76117, 5);
    expect(all.fleissKappa.standardError).toBeCloseTo(0.15302, 5);
    expect(all.krippendorffAlpha.value).toBeCloseTo(904 / 1216, 10);
    expect(all.brennanPrediger.value).toBeCloseTo(0.77273, 5);
  });

  it("gives the nominal alpha of Hayes and Krippendorff's forty units", () => {
    const rows =
      "112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. .100. 0000. 1222. 33223 111.1 111.1 212.2 1233. 1101. 000.0 0011. 00.00 2333. 0000. 12.22 0111. 00010 1212. 1122. 112.2 110.0 2121. 22.22 3222. 222.2 223.2 222.2 22.12 2222. 111.1";
    const all = pooled(rows.split(" "), "0123");
    expect(all.krippendorffAlpha.value).toBeCloseTo(0.47651, 5);
    expect(all.gwetAc1.value).toBeCloseTo(0.50935, 5);
    expect(all.fleissKappa.value).toBeCloseTo(0.46968, 5);
  });

  it("gives Krippendorff's alpha of two coders, and of the cases that other programs have got wrong", () => {
    const alpha = (one: string, other: string, labels: string) =>
      pooled(
        [...one].map((label, at) => label + other.charAt(at)),
        labels,
      ).krippendorffAlpha.value;
    expect(alpha("0100000010", "1110010000", "01")).toBeCloseTo(0.0952, 4);
    expect(alpha("112243335441", "212223335444", "12345")).toBeCloseTo(0.691964, 6);
    expect(alpha("AB", "BA", "AB")).toBeCloseTo(-0.5, 12);
    expect(pooled([...Array(10).fill("11"), "112"], "12").krippendorffAlpha.value).toBe(0);
    expect(
      pooled(
        ["112", "11.", ".12"].map((unit) => unit.replace(/2/, "1")),
        "12",
      ).krippendorffAlpha.value,
    ).toBeNull();
    expect(pooled(["11.", "111", "2.2"], "12").krippendorffAlpha.value).toBe(1);
  });

  it("gives Fleiss' kappa of fourteen raters", () => {
    const rows = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const units = rows.map((row) => row.map((n, at) => "abcde".charAt(at).repeat(n)).join(""));
    expect(pooled(units, "abcde").fleissKappa.value).toBeCloseTo(0.2099307, 7);
  });

  it.each([
    {
      table: [
        [20, 5],
        [10, 15],
      ],
      kappa: 0.4,
    },
    {
      table: [
        [45, 15],
        [25, 15],
      ],
      kappa: 0.1304,
    },
    {
      table: [
        [25, 35],
        [5, 35],
      ],
      kappa: 0.2593,
    },
    {
      table: [
        [40, 9],
        [6, 45],
      ],
      kappa: 0.6995,
      ac1: 0.7007,
      pabak: 0.7,
    },
    {
      table: [
        [80, 10],
        [5, 5],
      ],
      kappa: 0.3182,
      ac1: 0.808,
      pabak: 0.7,
      positive: 0.914,
      negative: 0.4,
    },
    {
      table: [
        [118, 5],
        [2, 0],
      ],
      kappa: -0.0234,
      ac1: 0.9408,
      negative: 0,
    },
  ])("gives the figures of the table $table", ({ table, kappa, ac1, pabak, positive, negative }) => {
    const figures = pair(tableUnits(table, "yn"), "yn");
    expect(figures.cohenKappa.value).toBeCloseTo(kappa, 4);
    if (ac1 !== undefined) expect(figures.gwetAc1.value).toBeCloseTo(ac1, 4);
    if (pabak !== undefined) expect(figures.pabak.value).toBeCloseTo(pabak, 10);
    if (positive !== undefined) expect(figures.byCategory[0]?.figure.value).toBeCloseTo(positive, 3);
    if (negative !== undefined) expect(figures.byCategory[1]?.figure.value).toBeCloseTo(negative, 3);
  });

  it("leaves kappa and alpha undefined, in words, where all opinions are one label; AC1 is 1 over the declared labels", () => {
    const all = pooled(["yy", "yy", "yyy"], "yn");
    for (const figure of [all.fleissKappa, all.krippendorffAlpha, pair(["yy", "yy"], "yn").cohenKappa])
      expect(figure).toMatchObject({ value: null, undefinedBecause: expect.stringContaining("0 / 0") });
    expect([all.rawAgreement.value, all.gwetAc1.value]).toEqual([1, 1]);
  });
});

describe("properties of agreement", () => {
  const units = fc.array(fc.stringMatching(/^[yn.]{3}$/), { minLength: 1, maxLength: 30 });
  it("does not depend on who is who, and is never above 1", () => {
    fc.assert(
      fc.property(units, (some) => {
        const turned = some.map((unit) => [...unit].reverse().join(""));
        const [one, other] = [pooled(some, "yn"), pooled(turned, "yn")];
        for (const name of ["rawAgreement", "fleissKappa", "krippendorffAlpha", "gwetAc1"] as const) {
          expect(one[name].value).toEqual(other[name].value);
          // No lower bound: where some items have one opinion, chance can be above what two opinions leave.
          expect(one[name].value ?? 0).toBeLessThanOrEqual(1 + 1e-9);
        }
        const swapped = some.map((unit) => `${unit.charAt(1)}${unit.charAt(0)}`);
        const [kappa, turnedKappa] = [
          pair(some, "yn").cohenKappa.value,
          pair(swapped, "yn").cohenKappa.value,
        ];
        if (kappa === null) expect(turnedKappa).toBeNull();
        else expect(turnedKappa).toBeCloseTo(kappa, 12);
      }),
      { numRuns: 50 },
    );
  });
});
