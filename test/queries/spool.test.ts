import { existsSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSpool, readStoredRows, removeStored } from "../../electron/queries/spool.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
let files = 0;

function store(rows: string[][]) {
  files += 1;
  const spool = createSpool<string[]>(path.join(folder, `${files}.rows`));
  for (const row of rows) spool.append(row, row.join().length);
  return spool.finish();
}

describe("a spool", () => {
  it("gives back any range of any rows, whether they stayed in memory or went to a file", () => {
    const length = fc.oneof({ weight: 30, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(150_000) });
    const stored = fc
      .array(length, { maxLength: 1500, size: "max" })
      .map((lengths) => lengths.map((cell, row) => [`t${row} ü😀\u2028`, `t${"x".repeat(cell)}`]));
    let inFiles = 0;
    fc.assert(
      fc.property(stored, fc.array(fc.tuple(fc.nat(2100), fc.nat(700)), { minLength: 5 }), (rows, ranges) => {
        const atRest = store(rows);
        if (atRest.file !== null) inFiles += 1;
        const reader = readStoredRows(atRest);
        expect(atRest.rowCount).toBe(rows.length);
        for (const [from, count] of ranges)
          expect(reader.rows(from, from + count)).toEqual(rows.slice(from, from + count));
        reader.close();
        removeStored(atRest);
      }),
      { numRuns: 12 },
    );
    expect(inFiles).toBeGreaterThan(2);
  });

  it("keeps a short result in memory and makes no file for it", () => {
    const { file, rows } = store([["a"], ["b"]]);
    expect({ file, rows }).toEqual({ file: null, rows: [["a"], ["b"]] });
    expect(existsSync(path.join(folder, `${files}.rows`))).toBe(false);
  });

  it("reads a page of a million rows without reading the others", () => {
    const spool = createSpool<string[]>(path.join(folder, "million.rows"));
    for (let row = 0; row < 1_000_000; row += 1) spool.append([`i${row}`], 8);
    const atRest = spool.finish();
    const reader = readStoredRows(atRest);
    const timed = (from: number): number => {
      const startedAt = performance.now();
      expect(reader.rows(from, 1_000_010).at(-1)).toEqual(["i999999"]);
      return performance.now() - startedAt;
    };
    const page = timed(999_990);
    expect(page).toBeLessThan(timed(0) / 10);
    expect(reader.rows(999_990, 1_000_010).map(([cell]) => cell)).toEqual(
      Array.from({ length: 10 }, (_, at) => `i${999_990 + at}`),
    );
    reader.close();
    removeStored(atRest);
    expect(existsSync(path.join(folder, "million.rows"))).toBe(false);
  });
});
