import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offsetBefore, spliced } from "#shared/sql/mutate/splice.ts";

describe("replacing stretches of a text", () => {
  it("keeps what is outside of them, and leads back from it to where it was", () => {
    const stretches = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string(), fc.string()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(stretches, fc.string(), (parts, tail) => {
        let text = "";
        let expected = "";
        const splices = parts.map(([kept, old, text_]) => {
          const from = text.length + kept.length;
          text += kept + old;
          expected += kept + text_;
          return { from, to: from + old.length, text: text_ };
        });
        text += tail;
        expected += tail;
        expect(spliced(text, splices.toReversed())).toBe(expected);
        const tailAt = text.length - tail.length;
        for (let at = 1; at < tail.length; at += 1)
          expect(offsetBefore(expected.length - tail.length + at, splices)).toBe(tailAt + at);
      }),
    );
  });

  it("leads from inside a replacement to the beginning of what it replaced", () => {
    const splices = [{ from: 7, to: 12, text: "(TIMESTAMPTZ 'x')" }];
    expect(offsetBefore(15, splices)).toBe(7);
    expect(offsetBefore(3, splices)).toBe(3);
  });
});
