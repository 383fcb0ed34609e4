import findingsPage from "../../../../../docs/findings.md?raw";

/** What the documentation says of a rule; one with several severities has a text for each. */
export interface RuleText {
  severity: string;
  meaning: string;
  fix: string;
}

/** The rules of a page like docs/findings.md: the rows of its tables whose first cell names rules in backticks. */
export function ruleTexts(page: string): ReadonlyMap<string, readonly RuleText[]> {
  const texts = new Map<string, RuleText[]>();
  for (const line of page.split("\n")) {
    const [rules = "", severity = "", meaning = "", fix = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    for (const [, rule = ""] of rules.matchAll(/`([^`]+)`/g))
      texts.set(rule, [...(texts.get(rule) ?? []), { severity, meaning, fix }]);
  }
  return texts;
}

let read: ReturnType<typeof ruleTexts> | null = null;

/** What docs/findings.md, which comes with the program, says of a rule; empty where it says nothing. */
export function textsOfRule(rule: string): readonly RuleText[] {
  read ??= ruleTexts(findingsPage);
  return read.get(rule) ?? [];
}
