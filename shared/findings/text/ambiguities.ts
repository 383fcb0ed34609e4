import { type Ambiguity, isKnownType } from "../../domain/ambiguity.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { KnowledgeGraph } from "../../domain/knowledge-node.ts";
import { lastBrackets } from "../../text/last-brackets.ts";
import { escapedPattern, phrasePattern } from "../../text/phrase-pattern.ts";
import { quoted } from "../../text/quoted.ts";
import { defineRules, type FindingOf, textFamily } from "../rule.ts";

const rules = defineRules({
  "term-not-in-question": {
    severity: { warning: "critical", info: "non-critical, environmental" },
    meaning:
      "The term of the ambiguity does not occur in the ambiguous question. (An environmental one may name its column.)",
    fix: "Use words that occur there.",
  },
  "term-not-of-node": {
    severity: "warning",
    meaning:
      "The term of a knowledge ambiguity is neither the name of the node that it hides nor words of the ambiguous question.",
    fix: "Use the name of the node.",
    quickFix: "Takes the name of the node.",
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
  find: ({ task, knowledge }) =>
    task.ambiguities.flatMap((ambiguity, index) => [
      ...termFindings(task.ambiguousQuestion ?? "", ambiguity, index),
      ...nameFindings(task.ambiguousQuestion ?? "", ambiguity, { index, graph: knowledge?.graph ?? null }),
      ...typeFindings(ambiguity, index),
    ]),
});

/** Where the term is in the ambiguous question, whatever its case; null where it does not occur (rule A2). */
export function termRange(question: string, term: string): TextRange | null {
  if (term.trim() === "") return null;
  const exact = question.indexOf(term);
  if (exact >= 0) return { from: exact, to: exact + term.length };
  const match = phrasePattern(escapedPattern(term.trim()).replace(/\s+/g, "\\s+"), "iu")?.exec(question);
  return match === undefined || match === null
    ? null
    : { from: match.index, to: match.index + match[0].length };
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
  if (kind === "knowledge" || termRange(question, term) !== null || isOfColumn(ambiguity)) return;
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

/** Whether an environmental ambiguity is called by its column: "flow", "visit flow", "visit.flow". */
function isOfColumn(ambiguity: Ambiguity): boolean {
  if (ambiguity.kind !== "environmental" || ambiguity.column === null) return false;
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const named = new Set(wordsOf(ambiguity.column));
  const words = wordsOf(ambiguity.term);
  return words.length > 0 && words.every((word) => named.has(word));
}

function* nameFindings(
  question: string,
  ambiguity: Ambiguity,
  { index, graph }: { index: number; graph: KnowledgeGraph | null },
): Generator<FindingOf<typeof rules>> {
  if (ambiguity.kind !== "knowledge" || ambiguity.deletedKnowledge === null) return;
  const { term, deletedKnowledge } = ambiguity;
  const name = graph?.nodes.get(deletedKnowledge)?.name;
  if (name === undefined || isNameOf(name, term) || termRange(question, term) !== null) return;
  yield {
    rule: "term-not-of-node",
    where: { kind: "ambiguity", index },
    message: `The term ${quoted(term)} is neither the name of node ${deletedKnowledge}, ${quoted(name)}, which the ambiguity hides, nor words of the ambiguous question. Use the name of the node.`,
    fix: {
      description: `Use ${quoted(name)} as the term.`,
      edit: [{ kind: "change-ambiguity", index, ambiguity: { ...ambiguity, term: name } }],
    },
  };
}

/** Whether a term is a name whatever its case, with or without the abbreviation in brackets, or that abbreviation. */
function isNameOf(name: string, term: string): boolean {
  const written = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const { bare, inside } = lastBrackets(name);
  return [name, bare, inside ?? bare].some((way) => written(way) !== "" && written(way) === written(term));
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
