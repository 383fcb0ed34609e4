import type { PropertyName } from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";
import type { RuleId } from "../findings/registry.ts";

/** What a rule of lint or of checking says of a property: that it does not hold, or something worth showing beside it. */
interface PropertyRules {
  breaking: readonly RuleId[];
  shown: readonly RuleId[];
}

/** The rules that speak of each property. What is a matter of taste or of the file's form speaks of none. */
const rulesOf: Readonly<Record<PropertyName, PropertyRules>> = {
  runs: {
    breaking: [
      "gold-fails",
      "preprocess-fails",
      "clean-up-fails",
      "gold-fails-its-test",
      "gold-differs-between-runs",
      "state-differs-between-runs",
      "test-does-not-compile",
      "test-not-python",
      "test-defines-no-test-case",
      "check-failed",
      "sql-too-long",
    ],
    shown: ["verdicts-differ", "test-helper-not-everywhere"],
  },
  anchored: {
    breaking: [
      "snippet-missing",
      "snippet-not-a-node",
      "snippet-in-several-places",
      "ambiguities-share-node",
      "term-not-in-question",
      "term-not-of-node",
      "snippet-of-another-table",
      "masked-node-unknown",
      "masked-node-not-used",
      "mask-names-no-node",
    ],
    shown: [],
  },
  recoverable: { breaking: ["words-say-less", "words-contradict"], shown: ["knowledge-used-not-listed"] },
  necessary: { breaking: ["leak-literal", "leak-definition"], shown: ["leak-name"] },
  guarded: {
    breaking: [
      "test-passes-on-nothing",
      "test-passes-on-empty-result",
      "test-passes-on-every-row",
      "test-reads-sql-text",
      "ordered-under-unordered-test",
      "phase-not-tested",
    ],
    shown: ["distinct-not-tested", "duplicates-not-tested"],
  },
  stateful: { breaking: ["follow-up-ignores-state", "state-dependent-on-query"], shown: [] },
  "data-proof": {
    breaking: [
      "gold-empty",
      "gold-only-nulls",
      "gold-changes-nothing",
      "gold-reads-clock",
      "gold-reads-random",
      "gold-reads-session",
      "unordered-under-ordered-test",
      "order-leaves-ties",
      "limit-through-tie",
      "nulls-sort-first",
      "numbers-as-text",
      "float-equality",
      "gold-depends-on-plan",
      "gold-depends-on-time-zone",
      "comment-stripping-changes-gold",
      "distinct-stripping-changes-gold",
      "round-stripping-changes-gold",
    ],
    shown: ["query-changes-data"],
  },
  talkable: {
    breaking: ["words-quote-sql", "words-leak", "budget-too-short", "term-not-in-question"],
    shown: ["budget-misses-mask", "budget-without-ambiguity"],
  },
};

/** Whether one of some rules speaks of a property; of any, where none is named. */
export function speakOf(rules: readonly string[], property?: PropertyName): boolean {
  const asked = property === undefined ? Object.values(rulesOf) : [rulesOf[property]];
  return asked.some(({ breaking, shown }) => [...breaking, ...shown].some((rule) => rules.includes(rule)));
}

/** In a list it only matters less for a non-critical ambiguity; nobody can ask about it either. */
const breakingAsInfo: RuleId = "term-not-in-question";

/**
 * The findings that speak of a property. Those that break it are of severity error, whatever they are in a list of findings,
 * unless they are for information only; the others are shown beside it.
 */
export function findingsOf(property: PropertyName, findings: readonly Finding[]): Finding[] {
  const { breaking, shown } = rulesOf[property];
  return findings.flatMap((finding): Finding[] => {
    const has = (rules: readonly string[]) => rules.includes(finding.rule);
    const isShown = finding.severity === "info" && finding.rule !== breakingAsInfo;
    if (has(breaking)) return [{ ...finding, severity: isShown ? "info" : "error" }];
    return has(shown) ? [{ ...finding, severity: "info" }] : [];
  });
}
