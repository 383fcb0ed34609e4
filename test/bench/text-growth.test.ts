import { describe, expect, it } from "vitest";
import { growthSubjects } from "./growth-subjects.ts";
import { growthOf } from "./text-growth.ts";

/** What took the square of its text, or nearly ended with it, until it was mended: a fixed part of `npm run bench -- growth`. */
const mended: [subject: string, shapes: string[]][] = [
  ["soft-EX as shipped", ["blanks", "blank lines", "calls", "comments that never end"]],
  ["soft-EX fixed", ["rounded items", "rounded items that are never closed"]],
  ["references", ["columns", "unions"]],
  ["pinned clock", ["dates in dates"]],
  ["lint", ["unions", "blanks"]],
  [
    "lint of long lists",
    ["snippets of a long gold", "a snippet in many places", "knowledge ids", "masked nodes among many"],
  ],
  ["lint of terms and snippets", ['"( "', '"a "']],
  ["lint of knowledge", ['" "', '"("', '"$a="']],
  ["user simulator", ['" "']],
  ["user simulator on a long gold", ["columns", "conditions", "tables of expressions"]],
  ["what words settle in a long gold", ["conditions", "sums"]],
  ["what words settle in a long question", ['"1 "', '"from the most "']],
  ["questions of a battery", ["conditions", "a chain of OR with NOT"]],
  ["notes of verdicts", ['"\\n"']],
  ["anchors", ["conditions"]],
  ["exact keys", ["digits", "zeros and a point"]],
  ["keys as shipped", ["digits", "zeros and a point"]],
  ["keys as fixed", ["digits"]],
  ["schema texts", ["tables", "lines between tables", "blanks in a column"]],
  ["schema texts that are loaded", ["blank lines", "open keys"]],
  ["dumps", ["a row on each line"]],
  ["line diff", ["line comments"]],
];

/**
 * Ten times the text takes ten times as long where it is read once and a hundred times where it is not; between them there is room for
 * machines that do other things as well. The bench holds it to twelve.
 */
const between = 30;
/** A busy machine only ever adds to the time: one try below shows what the work is. */
const tries = 4;

const subjects = await growthSubjects();

describe("ten times the text takes nowhere near a hundred times as long", () => {
  for (const [name, shapes] of mended)
    it.each(shapes)(
      `${name}: %s`,
      async (shape) => {
        const subject = subjects[name];
        expect(subject?.shapes).toContain(shape);
        if (subject === undefined) return;
        let least = Number.POSITIVE_INFINITY;
        for (let at = 0; at < tries && least > between; at += 1)
          least = Math.min(
            least,
            (await growthOf(subject, shape, [10_000, 30_000, 100_000], between)).growth,
          );
        expect(least).toBeLessThanOrEqual(between);
      },
      600_000,
    );
});
