import { expect, it } from "vitest";
import { escapedPattern, phrasePattern } from "#shared/text/phrase-pattern.ts";

it("a phrase is found whatever signs of patterns it has", () => {
  for (const phrase of ["3 (", "a+b", "[x", "\\d", "50%|60%", "{2}", "^$", "a/b", "?"])
    expect(phrasePattern(escapedPattern(phrase), "iu")?.exec(`it says ${phrase} here`)?.[0]).toBe(phrase);
});

it("what is longer than any phrase is no pattern, which the engine would refuse", () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}ſk`).join("\\s+");
  expect(phrasePattern(words(150), "iu")?.test(words(150).replaceAll("\\s+", " "))).toBe(true);
  expect(phrasePattern(words(20_000), "iu")).toBeNull();
});
