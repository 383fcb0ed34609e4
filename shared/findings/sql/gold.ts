import { inPhase, type Severity } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { PartKind, TracedPart } from "../../sql/provenance/origin.ts";
import { longestTraced, provenanceOf, tracedLength } from "../../sql/provenance/provenance.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { quoted } from "../../text/quoted.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";

const syntaxRules = defineRules({
  "gold-not-parsed": {
    severity: "error",
    meaning:
      "A gold statement is not valid SQL of its dialect (PostgreSQL: the grammar of PostgreSQL 18, including routine bodies in PL/pgSQL).",
    fix: "Correct the marked part.",
  },
});

/** Whether the gold is SQL at all. */
export const goldSyntax = sqlFamily({
  topic: "code",
  rules: syntaxRules,
  find: ({ gold, refused }) =>
    refused.map(({ phase, statement, problem: { message, range } }) => {
      const before = gold[phase][statement]?.sql.slice(0, range?.from ?? 0) ?? "";
      const line = range === null ? "" : ` on line ${before.split("\n").length}`;
      return {
        rule: "gold-not-parsed",
        where: inPhase(phase, { kind: "gold", statement, range }),
        message: `Statement ${statement + 1} of the gold of phase ${phase} does not parse${line}: ${message}. No evaluator can run it. Correct it.`,
        evidence: { kind: "text", text: message },
      };
    }),
});

const rules = defineRules({
  "gold-from-nowhere": {
    severity: { warning: "values and names", info: "functions, calculations and clauses" },
    meaning:
      "A part of the gold comes from none of these sources: a number, a text, the name of a created object, a rounding, an order, an outer join …",
    fix: "Annotate it as an ambiguity, or write it in the question.",
  },
});

/** Parts of the gold that no system can know, checked where the project has everything that systems see (SPEC O5, O7). */
export const goldOrigins = sqlFamily({
  topic: "origins",
  rules,
  find(context) {
    const { task, database, knowledge, refused } = context;
    const { followUp } = task;
    const needsKnowledge = task.knowledgeIds.length + (followUp?.knowledgeIds.length ?? 0) > 0;
    if (database === null || (knowledge === null && needsKnowledge)) return [];
    const asked: Record<Phase, string> = {
      1: task.ambiguousQuestion ?? task.clearQuestion ?? "",
      2: followUp?.question ?? "",
    };
    // A gold that is not SQL yet is half typed: the sources of its parts are not checked.
    const broken = new Set(refused.map(({ phase }) => phase));
    const traced = ([1, 2] as const).flatMap((phase) => {
      const length = tracedLength({ 1: task.goldSql, 2: followUp?.goldSql ?? [] }, phase);
      if (broken.has(phase) || asked[phase].trim() === "" || length > longestTraced) return [];
      return provenanceOf({ ...context, ...database }, phase);
    });
    return nowhereFindings({ ...context, ...database }, traced);
  },
});

/** A value or a name has to be known letter by letter; how something is calculated or put is often a matter of course. */
const severities: Record<PartKind, keyof (typeof rules)["gold-from-nowhere"]["severity"] & Severity> = {
  literal: "warning",
  name: "warning",
  function: "info",
  operation: "info",
  form: "info",
};

const called: Record<PartKind, string> = {
  literal: "value",
  name: "name",
  function: "function",
  operation: "calculation",
  form: "clause",
};

/** The findings on what was traced to nowhere. */
export function nowhereFindings(
  { gold, task }: ProvenanceContext,
  traced: readonly TracedPart[],
): FindingOf<typeof rules>[] {
  return traced
    .filter(({ origin }) => origin === "nowhere")
    .map(({ phase, statement, range, kind }) => {
      const text = gold[phase][statement]?.sql.slice(range.from, range.to) ?? "";
      const isHidden = phase === 1 && task.ambiguousQuestion !== null;
      const question = isHidden ? "the ambiguous question" : "the question";
      return {
        rule: "gold-from-nowhere",
        severity: severities[kind],
        where: inPhase(phase, { kind: "gold", statement, range }),
        message:
          `The ${called[kind]} ${quoted(text)} in the gold of phase ${phase} has no source: neither ${question} nor the visible ` +
          `knowledge nor the schema says it, and no ambiguity clarifies it. ` +
          (isHidden
            ? "Annotate it as an ambiguity, or write it in the question."
            : "Write it in the question."),
        evidence: { kind: "sql", sql: text },
      };
    });
}
