import { snippetPart } from "../../dialogue/simulator/clarification-words.ts";
import { comparisonsSaid, directionsSaid } from "../../dialogue/simulator/comparison-said.ts";
import { leaksIn } from "../../dialogue/simulator/leaks-in.ts";
import { quotedSql } from "../../dialogue/simulator/quoted-sql.ts";
import { type SaidPart, saidParts } from "../../dialogue/simulator/said-parts.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { quoted } from "../../text/quoted.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";

const rules = defineRules({
  "words-say-less": {
    severity: "warning",
    meaning:
      "The words that answer a question about the ambiguity do not say a literal, column, operator or direction of its snippet: who reads them cannot write it.",
    fix: "Say the missing part, or delete the words: then the built-in sentence is used.",
  },
  "words-contradict": {
    severity: "warning",
    meaning: "The words compare or sort the other way round than the snippet.",
    fix: "Correct the words or the snippet.",
  },
  "words-quote-sql": {
    severity: "warning",
    meaning: "The words quote SQL: a user who clarifies a request does not speak it.",
    fix: "Say it in plain English.",
  },
  "words-leak": {
    severity: "warning",
    meaning: "The words give away the snippet or the masked definition of another ambiguity.",
    fix: "Take that out; it has to be asked for.",
  },
});
type WordsFinding = FindingOf<typeof rules>;

/** Whether the annotator's words for an ambiguity settle it, it alone, and in plain English. */
export const storedWords = sqlFamily({
  topic: "clarifications",
  rules,
  find({ database, ...lint }) {
    const context: ProvenanceContext = { ...lint, ...(database ?? { schema: null, meanings: [] }) };
    return context.task.ambiguities.flatMap(({ words }, index) =>
      words === null || words.trim() === "" ? [] : findingsIn(context, words, index),
    );
  },
});

function findingsIn(context: ProvenanceContext, words: string, index: number): WordsFinding[] {
  const where = { kind: "ambiguity", index } as const;
  const sql = quotedSql(words, context.task.ambiguities[index]?.sqlSnippet ?? "");
  const quotes: WordsFinding[] =
    sql === null
      ? []
      : [
          {
            rule: "words-quote-sql",
            where,
            message: `The words of ambiguity ${index + 1} quote SQL: ${quoted(sql)}. Say it in plain English.`,
          },
        ];
  const leaks = leaksIn(context, 1, words, [{ kind: "AMB", ambiguity: index }]).flatMap(
    (leak): WordsFinding[] =>
      leak.of === "gold"
        ? []
        : [
            {
              rule: "words-leak",
              where,
              message: `The words of ambiguity ${index + 1} say ${quoted(leak.words)}, which is for another ambiguity. Take it out.`,
            },
          ],
  );
  return [...missingIn(context, words, index), ...quotes, ...leaks];
}

function missingIn(context: ProvenanceContext, words: string, index: number): WordsFinding[] {
  const part = snippetPart(context, index);
  if (part === null) return [];
  const sql = context.gold[1][part.statement]?.sql ?? "";
  const missing = saidParts(context, 1, part, words).filter(({ isSaid }) => !isSaid);
  const turned = missing.filter((one) => isTurned(one, words));
  const where = { kind: "ambiguity", index } as const;
  const textOfPart = ({ range }: SaidPart) => quoted(sql.slice(range.from, range.to));
  const contradictions = turned.map(
    (one): WordsFinding => ({
      rule: "words-contradict",
      where,
      message: `The words of ambiguity ${index + 1} do not agree with the ${one.kind} of its snippet, ${textOfPart(one)}. Correct one of them.`,
      evidence: { kind: "text", text: words },
    }),
  );
  const unsaid = missing.filter((one) => !turned.includes(one));
  if (unsaid.length === 0) return contradictions;
  const list = [...new Set(unsaid.map((one) => `${one.kind} ${textOfPart(one)}`))].join(", ");
  const message = `The words of ambiguity ${index + 1} do not say: ${list}. Say it, or delete the words.`;
  return [
    ...contradictions,
    { rule: "words-say-less", where, message, evidence: { kind: "text", text: words } },
  ];
}

/** Whether words compare or sort, though not as the part does. */
function isTurned({ kind }: SaidPart, words: string): boolean {
  if (kind === "direction") return directionsSaid(words).length > 0;
  return kind === "comparison" && comparisonsSaid(words).length > 0;
}
