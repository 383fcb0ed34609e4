import { clarificationWords, type GoldPart } from "../../dialogue/simulator/clarification-words.ts";
import { type SaidPart, saidParts } from "../../dialogue/simulator/said-parts.ts";
import type { PropertyResult } from "../../domain/certificate.ts";
import { type Finding, inPhase, type TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { TracedPart } from "../../sql/provenance/origin.ts";
import { provenanceOf } from "../../sql/provenance/provenance.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { quoted } from "../../text/quoted.ts";
import { judged } from "../verdict.ts";
import { askedTexts } from "./asked-texts.ts";
import { contradictionsOf } from "./contradictions.ts";
import { listedNotFollowed, notFollowed } from "./not-followed.ts";
import { otherDirections } from "./other-directions.ts";
import { otherNames } from "./other-names.ts";
import { unsaidConditions } from "./unsaid-conditions.ts";
import { unsaidOrder } from "./unsaid-order.ts";
import { unsaidPlaces } from "./unsaid-places.ts";

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
  const findings = [
    ...unsaid.map((part) => unsettled(context, part)),
    ...phases.flatMap((phase) => [
      ...unsaidIn(context, phase, words),
      ...contradicted(context, phase),
      ...otherThanListed(context, phase),
    ]),
  ];
  const counts = {
    parts: parts.length,
    visible: parts.length - open.length,
    bywords: open.length - unsaid.length,
    unsettled: unsaid.length,
  };
  return judged([...found, ...findings], counts);
}

/** Conditions and an order of a phase that no sentence asks for. */
function unsaidIn(context: ProvenanceContext, phase: Phase, words: string): Finding[] {
  const { ambiguousQuestion, clearQuestion, followUp } = context.task;
  const question = phase === 2 ? (followUp?.question ?? "") : (ambiguousQuestion ?? clearQuestion ?? "");
  const heard = phase === 2 ? question : `${question}\n${words}`;
  const order = unsaidOrder(context, phase, question);
  const unsaid = (rule: string, { statement, range }: GoldPart, what: string): Finding => {
    const sql = context.gold[phase][statement]?.sql.slice(range.from, range.to) ?? "";
    return {
      ...{ rule, severity: "error", where: inPhase(phase, { kind: "gold", statement, range }) },
      message: `Nobody asks for ${what} ${quoted(sql)} of the gold of phase ${phase}. Say it in the question, in a visible knowledge node or in the words of a clarification.`,
      evidence: { kind: "sql", sql },
    };
  };
  return [
    ...unsaidConditions(context, phase, heard).map((part) =>
      unsaid("condition-not-said", part, "the condition"),
    ),
    ...unsaidPlaces(context, phase, heard).map((part) => unsaid("part-not-settled", part, "the rounding to")),
    ...(order === null ? [] : [unsaid("order-not-said", order, "the order")]),
  ];
}

/** What the questions of a phase say otherwise than its gold. */
function contradicted(context: ProvenanceContext, phase: Phase): Finding[] {
  return askedTexts(context, phase).flatMap(({ text, where, name }) =>
    [
      ...contradictionsOf(context, phase, text),
      ...otherDirections(context, phase, text),
      ...otherNames(context, phase, text),
      ...notFollowed(context, phase, text),
    ].map(
      (what): Finding => ({
        ...{ rule: "question-contradicts-gold", severity: "error", where },
        message: `${name} contradicts the gold of phase ${phase}: ${what}. Correct one of them.`,
        evidence: { kind: "text", text },
      }),
    ),
  );
}

/** Nodes that a phase lists as what its gold uses, and that say otherwise. */
function otherThanListed(context: ProvenanceContext, phase: Phase): Finding[] {
  return listedNotFollowed(context, phase).map(
    ({ node, missing }): Finding => ({
      ...{ rule: "knowledge-contradicts-gold", severity: "error" },
      where: inPhase(phase, { kind: "gold", statement: 0, range: null }),
      message: `Node ${node.id} (${node.name}), which phase ${phase} lists, asks for ${missing.map(quoted).join(", ")}, and the gold has none of it. Correct the gold, the node or the list.`,
      evidence: { kind: "text", text: node.definition },
    }),
  );
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
