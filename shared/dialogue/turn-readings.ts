import type { DialogueTurn, SimulatorAction } from "../domain/dialogue.ts";
import type { TextRange } from "../domain/finding.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { saidParts } from "./simulator/said-parts.ts";
import { writtenReadings } from "./written-readings.ts";

/** What the answers have settled of the ambiguities (by their numbers) after a turn. */
interface ReadingsAfterTurn {
  turn: number;
  /** Those of which the answers so far say every part of the snippet (the word check), and those of which they say some. */
  settled: number[];
  partly: number[];
  /** What a submission of phase 1 wrote in place of each snippet; null for another turn. */
  written: (string | null)[] | null;
}

/** Turn by turn: which ambiguities the words of the answers have settled, and how a submission has read them. */
export function turnReadings(
  context: ProvenanceContext,
  turns: readonly DialogueTurn[],
): ReadingsAfterTurn[] {
  const { ambiguities } = context.task;
  const heard = ambiguities.map(() => new Set<string>());
  const states = ambiguities.map((): "open" | "partly" | "settled" => "open");
  const which = (wanted: string) =>
    states.flatMap((state, ambiguity) => (state === wanted ? [ambiguity] : []));
  return turns.map(({ turn, phase, action, answer, observation, refused }) => {
    for (const ambiguity of phase === 1 ? answered(context, answer?.actions ?? []) : []) {
      const texts = heard[ambiguity];
      if (texts === undefined || texts.has(observation)) continue;
      texts.add(observation);
      states[ambiguity] = settledBy(context, ambiguity, [...texts].join("\n"));
    }
    const isSubmission = action.kind === "submit" && phase === 1 && !refused;
    const written = isSubmission ? writtenReadings(context, action.sql) : null;
    return { turn, settled: which("settled"), partly: which("partly"), written };
  });
}

/** The ambiguities that an answer speaks of: those that it names, and those whose snippet it located. */
function answered({ task, locations }: ProvenanceContext, actions: readonly SimulatorAction[]): Set<number> {
  const found = new Set<number>();
  for (const action of actions) {
    if (action.kind === "AMB") found.add(action.ambiguity);
    if (action.kind !== "LOC") continue;
    for (const ambiguity of task.ambiguities.keys())
      for (const { statement, anchor } of locations[ambiguity]?.matches ?? [])
        if (statement === action.statement && overlap(anchor.range, action.range)) found.add(ambiguity);
  }
  return found;
}

const overlap = (a: TextRange, b: TextRange): boolean => a.from < b.to && b.from < a.to;

function settledBy(
  context: ProvenanceContext,
  ambiguity: number,
  text: string,
): "open" | "partly" | "settled" {
  const [match] = context.locations[ambiguity]?.matches ?? [];
  if (match === undefined) return "open";
  const { statement, anchor } = match;
  const parts = saidParts(context, 1, { statement, range: anchor.range }, text);
  if (parts.every(({ isSaid }) => isSaid)) return "settled";
  return parts.some(({ isSaid }) => isSaid) ? "partly" : "open";
}
