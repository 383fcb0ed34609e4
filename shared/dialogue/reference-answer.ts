import type { DialogueTurn, SimulatorAnswer } from "../domain/dialogue.ts";
import type { Phase } from "../domain/task.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { builtInAnswer } from "./simulator/built-in-answer.ts";
import { builtInSentence, snippetPart } from "./simulator/clarification-words.ts";
import { saidParts } from "./simulator/said-parts.ts";

/**
 * What a user who knows the task answers, to hold a simulator against: a question that names an ambiguity's term, the whole of
 * its snippet in words; any other, what the built-in simulator says.
 */
export function referenceAnswer(
  context: ProvenanceContext,
  phase: Phase,
  question: string,
  earlier: readonly DialogueTurn[],
): SimulatorAnswer {
  const named = phase === 1 ? namedAmbiguity(context, question) : null;
  const part = named === null ? null : snippetPart(context, named);
  if (named === null || part === null) return builtInAnswer(context, phase, question, earlier);
  const text = builtInSentence(context, 1, part);
  return { actions: [{ kind: "AMB", ambiguity: named }], text, leaks: [] };
}

/** The ambiguity whose term a question quotes; of several the one with the longest. */
function namedAmbiguity({ task }: ProvenanceContext, question: string): number | null {
  const folded = question.toLowerCase();
  const named = [...task.ambiguities.entries()].filter(
    ([, { term }]) => term !== "" && folded.includes(term.toLowerCase()),
  );
  const [longest] = named.sort(([, one], [, other]) => other.term.length - one.term.length);
  return longest?.[0] ?? null;
}

/**
 * Whether the user of a dialogue gave something away, or answered a question otherwise than the task says: left out a part of
 * what was asked for, or settled an ambiguity that the question was not about.
 */
export function hasSimulatorErred(context: ProvenanceContext, turns: readonly DialogueTurn[]): boolean {
  return turns.some(({ phase, action, answer }, at) => {
    if (action.kind !== "ask" || answer === null) return false;
    if (answer.leaks.length > 0 || (answer.contradictions ?? []).length > 0) return true;
    if (phase === 2) return false;
    const named = namedAmbiguity(context, action.question);
    if (named !== null && isSettled(context, named, answer.text) === false) return true;
    const reference = referenceAnswer(context, phase, action.question, turns.slice(0, at));
    return [...context.task.ambiguities.keys()].some(
      (ambiguity) =>
        isSettled(context, ambiguity, answer.text) === true &&
        isSettled(context, ambiguity, reference.text) === false,
    );
  });
}

/** Whether words say every part of the snippet of an ambiguity; null where the gold does not hold it. */
function isSettled(context: ProvenanceContext, ambiguity: number, text: string): boolean | null {
  const part = snippetPart(context, ambiguity);
  return part === null ? null : saidParts(context, 1, part, text).every(({ isSaid }) => isSaid);
}
