import { expect, it } from "vitest";
import { lineDiff } from "#shared/text/line-diff.ts";

it("lines that are in both texts stand between those that are gone and those that are new", () => {
  expect(lineDiff("a\nb\nc", "a\nx\nc\n")).toEqual([
    { kind: "same", lines: ["a"] },
    { kind: "gone", lines: ["b"] },
    { kind: "new", lines: ["x"] },
    { kind: "same", lines: ["c"] },
  ]);
});

it("texts that differ in thousands of lines are one gone and one new", () => {
  const lines = (sign: string) => Array.from({ length: 3000 }, (_, at) => `${sign}${at}`);
  expect(lineDiff(lines("a").join("\n"), lines("b").join("\n"))).toEqual([
    { kind: "gone", lines: lines("a") },
    { kind: "new", lines: lines("b") },
  ]);
});
