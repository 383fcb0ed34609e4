import fc from "fast-check";
import { expect, test } from "vitest";
import { textsWith } from "#shared/text/texts-with.ts";

test("finds what a search for each needle in each text finds", () => {
  const short = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 12 });
  const long = fc.string({ unit: fc.constantFrom("a", "ab"), minLength: 16, maxLength: 24 });
  const text = fc.oneof(short, long);
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.array(text, { maxLength: 8 }), (needles, texts) => {
      const wanted = needles
        .filter((needle) => needle !== "")
        .map((needle): [string, number[]] => [
          needle,
          texts.flatMap((one, place) => (one.includes(needle) ? [place] : [])),
        ]);
      expect(textsWith(needles, texts)).toEqual(new Map(wanted));
    }),
  );
});
