import { type Ambiguity, isKnownType } from "../../domain/ambiguity.ts";
import type { TextRange } from "../../domain/finding.ts";
import { defineRules, type FindingOf, textFamily } from "../rule.ts";

const rules = defineRules({
  "term-not-in-question": {
    severity: { warning: "critical", info: "non-critical" },
    meaning: "The term of the ambiguity does not occur in the ambiguous question.",
    fix: "Use words that occur there.",
  },
  "ambiguity-type-missing": {
    severity: "warning",
    meaning: "A critical or non-critical ambiguity has no type.",
    fix: "Choose one.",
  },
  "ambiguity-type-unknown": {
    severity: "info",
    meaning: "The type is not in the taxonomy of its kind.",
    fix: "Choose a type from the taxonomy if one fits.",
    quickFix: "Sets the only type that a knowledge ambiguity can have.",
  },
  "mask-names-no-node": {
    severity: "warning",
    meaning: "A knowledge ambiguity hides no node (-1).",
    fix: "Choose the node that is hidden.",
  },
});

/** What is wrong with the terms and types of ambiguities (rules A2, A4, A9). */
export const ambiguities = textFamily({
  topic: "snippets",
  rules,
  find: ({ task }) =>
    task.ambiguities.flatMap((ambiguity, index) => [
      ...termFindings(task.ambiguousQuestion ?? "", ambiguity, index),
      ...typeFindings(ambiguity, index),
    ]),
});

/** Where the term is in the ambiguous question, whatever its case; null where it does not occur (rule A2). */
export function termRange(question: string, term: string): TextRange | null {
  if (term.trim() === "") return null;
  const exact = question.indexOf(term);
  if (exact >= 0) return { from: exact, to: exact + term.length };
  const escaped = term.trim().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const match = new RegExp(escaped.replace(/\s+/g, "\\s+"), "iu").exec(question);
  return match === null ? null : { from: match.index, to: match.index + match[0].length };
}

function isInWords({ kind }: Ambiguity): boolean {
  return kind === "critical" || kind === "non-critical";
}

function* termFindings(
  question: string,
  ambiguity: Ambiguity,
  index: number,
): Generator<FindingOf<typeof rules>> {
  const { term, kind } = ambiguity;
  if (!isInWords(ambiguity) || termRange(question, term) !== null) return;
  yield {
    rule: "term-not-in-question",
    severity: kind === "critical" ? "warning" : "info",
    where: { kind: "ambiguity", index },
    message:
      term.trim() === ""
        ? "The ambiguity has no term. Enter the words of the ambiguous question that leave it open."
        : `The term "${term}" does not occur in the ambiguous question. Use words that occur there.`,
  };
}

function* typeFindings(ambiguity: Ambiguity, index: number): Generator<FindingOf<typeof rules>> {
  const where = { kind: "ambiguity", index } as const;
  const { term, type, kind } = ambiguity;
  if (type === "" && isInWords(ambiguity))
    yield {
      rule: "ambiguity-type-missing",
      where,
      message: `The ambiguity "${term}" has no type. Choose one.`,
    };
  else if (!isKnownType(ambiguity))
    yield {
      rule: "ambiguity-type-unknown",
      where,
      message: `The type "${type}" is not in the taxonomy of ${kind} ambiguities. Querent keeps it unchanged.`,
      ...(kind === "knowledge" && {
        fix: {
          description: "Set the type to knowledge_ambiguity.",
          edit: [
            { kind: "change-ambiguity", index, ambiguity: { ...ambiguity, type: "knowledge_ambiguity" } },
          ],
        },
      }),
    };
  if (kind === "knowledge" && ambiguity.deletedKnowledge === null)
    yield {
      rule: "mask-names-no-node",
      where,
      message: `The knowledge ambiguity "${term}" hides no node. Choose the node whose definition is hidden.`,
    };
}
