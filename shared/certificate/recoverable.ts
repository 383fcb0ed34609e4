import { clarificationWords } from "../dialogue/simulator/clarification-words.ts";
import { type SaidPart, saidParts } from "../dialogue/simulator/said-parts.ts";
import type { PropertyResult } from "../domain/certificate.ts";
import { type Finding, inPhase, type TextRange } from "../domain/finding.ts";
import type { TracedPart } from "../sql/provenance/origin.ts";
import { provenanceOf } from "../sql/provenance/provenance.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { quoted } from "../text/quoted.ts";
import { judged } from "./verdict.ts";

/**
 * Whether the words of all clarifications, with what a system sees anyway, settle every part of the gold: snippets count for
 * nothing, only what the words of their ambiguities say. Values and names have to be settled letter by letter; how something
 * is calculated or put is shown only.
 */
export function recoverable(context: ProvenanceContext, found: readonly Finding[]): PropertyResult {
  const { task, locations } = context;
  const bare = { ...context, locations: locations.map((one) => ({ ...one, matches: [] })) };
  const words = task.ambiguities.map((_, index) => clarificationWords(context, index)).join("\n");
  const phases = task.followUp === null ? ([1] as const) : ([1, 2] as const);
  const parts = phases.flatMap((phase) => provenanceOf(bare, phase));
  const open = parts.filter(({ origin }) => origin === "nowhere");
  const unsaid = open.filter((part) => part.phase === 2 || !isSaid(context, part, words));
  const findings = unsaid.map((part) => unsettled(context, part));
  const counts = {
    parts: parts.length,
    visible: parts.length - open.length,
    bywords: open.length - unsaid.length,
    unsettled: unsaid.length,
  };
  return judged([...found, ...findings], counts);
}

/**
 * Whether words say all that a part is made of, read by itself or as part of the snippet that holds it; where a snippet has
 * no word for a part, it is settled with all others of the snippet.
 */
function isSaid(context: ProvenanceContext, part: TracedPart, words: string): boolean {
  const { statement, range } = part;
  const isWhole = (said: readonly SaidPart[]) => said.length > 0 && said.every((one) => one.isSaid);
  if (isWhole(saidParts(context, 1, { statement, range }, words))) return true;
  return context.locations
    .flatMap(({ matches }) => matches)
    .filter((match) => match.statement === statement && touches(match.anchor.range, range))
    .some(({ anchor }) => {
      const all = saidParts(context, 1, { statement, range: anchor.range }, words);
      const own = all.filter((one) => touches(one.range, range));
      return isWhole(own.length > 0 ? own : all);
    });
}

function touches(one: TextRange, other: TextRange): boolean {
  return one.from < other.to && other.from < one.to;
}

function unsettled({ gold }: ProvenanceContext, { phase, statement, range, kind }: TracedPart): Finding {
  const text = gold[phase][statement]?.sql.slice(range.from, range.to) ?? "";
  return {
    rule: "part-not-settled",
    severity: kind === "literal" || kind === "name" ? "error" : "info",
    where: inPhase(phase, { kind: "gold", statement, range }),
    message: `Nobody says ${quoted(text)} of the gold of phase ${phase}: neither the question, the visible knowledge and the schema, nor the words of any clarification. Say it in one of them.`,
    evidence: { kind: "sql", sql: text },
  };
}
