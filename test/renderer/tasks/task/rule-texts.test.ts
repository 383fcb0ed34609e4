import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ruleTexts, textsOfRule } from "../../../../renderer/features/tasks/task/findings/rule-texts.ts";

describe("what the documentation says of a rule", () => {
  test("is read from every row that names it, one for each severity", () => {
    const page =
      "| rule | severity | meaning | how to fix it |\n|---|---|---|---|\n| `a`, `b-c` | error | M `x`. | F. |\n| `a` | info | N. | G. |";
    const texts = ruleTexts(page);
    expect(texts.get("a")).toEqual([
      { severity: "error", meaning: "M `x`.", fix: "F." },
      { severity: "info", meaning: "N.", fix: "G." },
    ]);
    expect(texts.get("b-c")).toHaveLength(1);
    expect([...texts.keys()]).toEqual(["a", "b-c"]);
  });

  test("comes from docs/findings.md, where every rule has a meaning and a fix", () => {
    const page = readFileSync(new URL("../../../../docs/findings.md", import.meta.url), "utf8");
    const texts = ruleTexts(page);
    expect(texts.size).toBeGreaterThan(25);
    for (const [rule, said] of texts) {
      expect(textsOfRule(rule)).toEqual(said);
      for (const { severity, meaning, fix } of said) {
        expect(severity, rule).toMatch(/error|warning|info/);
        expect(meaning, rule).not.toBe("");
        expect(fix, rule).not.toBe("");
      }
    }
    expect(textsOfRule("no-such-rule")).toEqual([]);
  });
});
