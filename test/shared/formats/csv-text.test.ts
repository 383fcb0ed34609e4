import { describe, expect, it } from "vitest";
import { readCsv } from "#shared/formats/csv-text.ts";

describe("rows of a CSV text", () => {
  it("go by the names of the header, and empty ones are passed over", () => {
    expect(readCsv("a, b\r\n1,2\r\n,\r\n")).toEqual([{ a: "1", b: "2" }]);
    expect(readCsv("a\n1")).toEqual([{ a: "1" }]);
    expect(readCsv("")).toEqual([]);
  });

  it("are none where the header has more columns than any table", () => {
    const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(",");
    expect(readCsv(`${columns(32_767)}\n${"1,".repeat(32_766)}1`)).toHaveLength(1);
    expect(readCsv(`${columns(32_768)}\n1`)).toEqual([]);
    expect(readCsv(",".repeat(1_000_000))).toEqual([]);
  });
});
