import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordDiff } from "#shared/text/word-diff.ts";

const pieces = (text: string, ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => text.slice(from, to));

describe("the word diff of two questions", () => {
  test("names the words that only one of them has, neighbouring ones together", () => {
    const clear = "Show rivers with an RSI over 2.5, highest first.";
    const ambiguous = "Show rivers under strain, highest first.";
    const { a, b } = wordDiff(clear, ambiguous);
    expect(pieces(clear, a)).toEqual(["with an RSI over 2.5"]);
    expect(pieces(ambiguous, b)).toEqual(["under strain"]);
  });

  test("takes case and white space for no difference", () => {
    expect(wordDiff("Which  rivers?", "which rivers ?")).toEqual({ a: [], b: [] });
  });

  test("reads words of any script as words", () => {
    const { b } = wordDiff("川の流量", "川の流量 を示せ");
    expect(pieces("川の流量 を示せ", b)).toEqual(["を示せ"]);
  });

  test("marks nothing between equal sentences, and ranges lie in order within the text", () => {
    const sentence = fc.array(fc.constantFrom("the", "river", "flows", "2.5", ",", "ß", "don't"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(sentence, sentence, (left, right) => {
        const [x, y] = [left.join(" "), right.join(" ")];
        expect(wordDiff(x, x)).toEqual({ a: [], b: [] });
        const { a, b } = wordDiff(x, y);
        for (const [text, ranges] of [
          [x, a],
          [y, b],
        ] as const) {
          const bounds = ranges.flatMap(({ from, to }) => [from, to]);
          expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
          expect(bounds.every((at) => at <= text.length)).toBe(true);
        }
      }),
    );
  });
});
