import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acronymOf, lastBrackets } from "#shared/text/last-brackets.ts";

describe("lastBrackets", () => {
  it("takes the brackets that end a name off", () => {
    expect(lastBrackets("Crane Load Index (CLI) ")).toEqual({ bare: "Crane Load Index", inside: "CLI" });
    expect(lastBrackets("Crane (old) Load")).toEqual({ bare: "Crane (old) Load", inside: null });
    expect(lastBrackets(")")).toEqual({ bare: ")", inside: null });
  });

  it("finds what patterns found", () => {
    const pieces = fc.array(fc.constantFrom("(", ")", " ", "a", "Bc", "\n", "CLI"), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (some) => {
        const name = some.join("");
        const inside = /\(([^)]*)\)\s*$/.exec(name)?.[1] ?? null;
        expect(lastBrackets(name)).toEqual({ bare: name.replace(/\s*\([^)]*\)\s*$/, ""), inside });
        expect(acronymOf(name, 3)).toBe(/\(([A-Za-z]{3,})\)\s*$/.exec(name)?.[1] ?? null);
      }),
      { numRuns: 2000 },
    );
  });
});
