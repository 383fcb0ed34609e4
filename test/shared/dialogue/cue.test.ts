import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cueOf } from "#shared/dialogue/simulator/cue.ts";

const questions = ["questions.jsonl", "questions-held-out.jsonl"].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): string => JSON.parse(line).question),
);

describe("a cue", () => {
  it.each([
    /\b(?:round(?:ed|ing)?|digits?|(?:which|what) (?:\w+ )?columns?|n\/a|how (?:many|much) \w+)\b/i,
    /\b(?:(?<!\bin )order(?:ed)?(?! (?:id|to\b))|[\w-]+est first|^(?:\d+|ten) \w+|by \w+ or by \w+)\b|\bun(?:paid|used)\b/i,
    /\b(?:(?:a|an)? single|(?:is|are){1} (?:it|there)|x+y|m³|top (?:\d+|n))/i,
    /\b(?:in|of|from) (?:the|your) (?:solution|river|visit)\b|\b(?:which|what) (?:station|river)s?\b/i,
    /["“]|\?\s*$/i,
  ])("is found where its pattern is: %s", (pattern) => {
    const cue = cueOf(pattern);
    for (const question of [...questions, "", "Top 5, unused or N/A?", "the single m³ xxy"])
      expect({ question, found: cue(question) }).toEqual({ question, found: pattern.test(question) });
  });

  it("is found in a phrase that ends in a question mark, behind which no word ends", () => {
    const cue = cueOf(/\b(?:or skip\?|in or out)\b/i);
    expect(["Use or skip?", "In or out", "or skip"].map(cue)).toEqual([true, true, false]);
  });
});
