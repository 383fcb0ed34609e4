import { describe, expect, test } from "vitest";
import { Finding } from "#shared/domain/finding.ts";
import { breaks, ruleOf, rules } from "#shared/findings/registry.ts";
import { defineRules, type FindingOf } from "#shared/findings/rule.ts";

describe("the registry of rules", () => {
  test("has each rule once, with a meaning and a fix in a sentence", () => {
    expect(rules.length).toBeGreaterThan(70);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, severity, meaning, fix, quickFix = "Once." } of rules) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      const severities = typeof severity === "string" ? [severity] : Object.keys(severity);
      for (const one of severities) expect(["error", "warning", "info"], id).toContain(one);
      for (const text of [meaning, fix, quickFix]) expect(text, id).toMatch(/^[A-Z`].*[.)…]$/);
    }
  });

  test("knows nothing of rules of other versions, whose findings are read all the same", () => {
    const stored = { rule: "of-tomorrow", severity: "info", where: { kind: "task" }, message: "Later." };
    expect(Finding.parse(stored)).toEqual(stored);
    expect(ruleOf("of-tomorrow")).toBeNull();
  });

  test("makes an unknown rule and a severity that a rule does not have type errors", () => {
    const own = defineRules({ "a-rule": { severity: { error: "", info: "" }, meaning: "M.", fix: "F." } });
    const found: FindingOf<typeof own> = {
      rule: "a-rule",
      severity: "info",
      where: { kind: "task" },
      message: "",
    };
    // @ts-expect-error: no family has such a rule.
    expect(breaks(found, "a-rule")).toBe(true);
    // @ts-expect-error: the rule is no warning.
    const warning: FindingOf<typeof own> = { ...found, severity: "warning" };
    // @ts-expect-error: the rule is misspelt.
    const misspelt: FindingOf<typeof own> = { ...found, rule: "a-rul" };
    expect([warning, misspelt]).toHaveLength(2);
  });
});
