import type { Finding, Severity } from "../../domain/finding.ts";
import { goldLocation, quoted } from "../lint/lint-context.ts";
import type { PartKind, TracedPart } from "./origin.ts";
import { provenanceOf } from "./provenance.ts";
import type { ProvenanceContext } from "./sources.ts";

/** A value or a name has to be known letter by letter; how something is calculated or put is often a matter of course. */
const severities: Record<PartKind, Severity> = {
  literal: "warning",
  name: "warning",
  function: "info",
  operation: "info",
  form: "info",
};

const notSaid: Record<PartKind, string> = {
  literal: "this value",
  name: "this name",
  function: "what this function is for",
  operation: "this calculation",
  form: "that it is to be done so",
};

/** gold-from-nowhere: a part of the gold that no system can know (SPEC O5); `traced` spares a second look. */
export function provenanceFindings(
  context: ProvenanceContext,
  traced: readonly TracedPart[] = [...provenanceOf(context, 1), ...provenanceOf(context, 2)],
): Finding[] {
  const { gold, task } = context;
  return traced
    .filter(({ origin }) => origin === "nowhere")
    .map(({ phase, statement, range, kind }): Finding => {
      const text = gold[phase][statement]?.sql.slice(range.from, range.to) ?? "";
      const isHidden = phase === 1 && task.ambiguousQuestion !== null;
      const question = isHidden ? "the ambiguous question" : "the question";
      return {
        rule: "gold-from-nowhere",
        severity: severities[kind],
        where: goldLocation(phase, statement, range),
        message:
          `Nothing says ${notSaid[kind]}: ${quoted(text)} stands in the gold of phase ${phase}, but neither ${question} nor the visible ` +
          "knowledge nor the schema tells it, and no ambiguity clarifies it. " +
          (isHidden ? "Annotate it as an ambiguity, or say it in the question." : "Say it in the question."),
        evidence: { kind: "sql", sql: text },
      };
    });
}
