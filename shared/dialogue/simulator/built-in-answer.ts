import type { DialogueTurn, SimulatorAction, SimulatorAnswer } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { builtInSentence, clarificationWords } from "./clarification-words.ts";
import { leaksIn } from "./leaks-in.ts";
import { actionFor, isContentless } from "./match-question.ts";
import { questionsIn } from "./questions-in.ts";
import { refusalWords } from "./refusal.ts";

/** Most things that one turn is answered: who asks for more has to ask again. */
const mostActions = 4;

/** The built-in user hears so many characters of a question: more than anybody asks, and no more than a moment's work. */
const mostHeard = 32_000;

/**
 * What the built-in user simulator answers to a question (BIRD-INTERACT §3.3): first what the question is about, then the
 * words for that alone. Deterministic, offline; `earlier` are the turns before.
 */
export function builtInAnswer(
  context: ProvenanceContext,
  phase: Phase,
  question: string,
  earlier: readonly DialogueTurn[],
): SimulatorAnswer {
  const asked = questionsIn(withReference(question.slice(0, mostHeard), phase, earlier));
  const found: SimulatorAction[] = [];
  for (const one of asked) found.push(actionFor(context, phase, one, found.at(-1) ?? null));
  const answerable = found.filter(({ kind }) => kind !== "UNA");
  const refused = found.filter((action) => action.kind === "UNA" && isHardRefusal(action));
  // Words around a question that can be answered are no question themselves.
  const chosen = answerable.length > 0 ? [...answerable, ...refused] : found.slice(0, 1);
  const actions = withoutRepeats(chosen).slice(0, mostActions);
  const text = actions.map((action) => wordsFor(context, phase, action)).join(" ");
  return { actions, text, leaks: leaksIn(context, phase, text, actions) };
}

/** A question that only points back is asked together with the one before it. */
function withReference(question: string, phase: Phase, earlier: readonly DialogueTurn[]): string {
  const last = earlier.findLast((turn) => turn.phase === phase && turn.action.kind === "ask")?.action;
  return last?.kind === "ask" && isContentless(question)
    ? `${last.question.slice(0, mostHeard)} ${question}`
    : question;
}

function isHardRefusal(action: SimulatorAction): boolean {
  return action.kind === "UNA" && ["schema", "solution", "gold"].includes(action.reason);
}

function withoutRepeats(actions: readonly SimulatorAction[]): SimulatorAction[] {
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()];
}

function wordsFor(context: ProvenanceContext, phase: Phase, action: SimulatorAction): string {
  if (action.kind === "UNA") return refusalWords[action.reason];
  return action.kind === "AMB"
    ? clarificationWords(context, action.ambiguity)
    : builtInSentence(context, phase, action);
}
