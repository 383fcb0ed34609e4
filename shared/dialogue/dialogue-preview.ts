import type { DialogueSettings, DialogueTurn, SimulatorAnswer, SystemAction } from "../domain/dialogue.ts";
import type { TextRange } from "../domain/finding.ts";
import type { Reading } from "../domain/reading.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { type ActionOutcome, afterAction } from "./protocol/after-action.ts";
import { dialogueTurn } from "./protocol/dialogue-turn.ts";
import { beginDialogue, type ProtocolState } from "./protocol/state.ts";
import { submissionFeedback } from "./protocol/submission-feedback.ts";
import { readingsOf } from "./readings.ts";
import { builtInAnswer } from "./simulator/built-in-answer.ts";
import { saidParts } from "./simulator/said-parts.ts";
import { createBuiltInSystem } from "./systems/built-in-system.ts";
import { questionsOf } from "./systems/questions.ts";
import type { System } from "./systems/system.ts";

/** How one ambiguity fares when it is asked about. */
export interface PreviewedAmbiguity {
  /** Its number, 0-based. */
  ambiguity: number;
  question: string;
  /** What the simulator answers; null where there is no turn left to ask. */
  answer: SimulatorAnswer | null;
  /** Each part of its snippet, with offsets in the snippet, and whether the answer says it; empty where the snippet is not in the gold. */
  parts: (TextRange & { kind: string; isSaid: boolean })[];
  /** What the system writes in place of the snippet; null: the gold's reading. "": no other reading is known. */
  written: string | null;
}

/** What the asks-everything dialogue about a task comes to, as far as words and texts tell: nothing has run. */
export interface DialoguePreview {
  /** In the order in which they are asked about. */
  ambiguities: PreviewedAmbiguity[];
  turns: { used: number; total: number };
  /** What is submitted in phase 1. */
  submitted: string[];
  /** Whether that is the gold, so that both phases pass where the gold's do. */
  isGold: boolean;
}

/** Stands for a reading that nobody knows: what it writes is never run. */
const unknown: Reading = {
  ...{ sql: "NULL", meaning: "", source: "operator", operator: null, status: "proposed", reason: null },
};

/**
 * Plays the c-Interact dialogue of the system that asks everything against the built-in simulator. A submission passes here if it
 * is the gold's text; proposals that nobody rejected stand for readings that would run.
 */
export async function previewDialogue(
  context: ProvenanceContext,
  settings: DialogueSettings,
): Promise<DialoguePreview> {
  const { ambiguities } = context.task;
  const readings = ambiguities.map((_, ambiguity) =>
    readingsOf(context, ambiguity).filter(({ status }) => status !== "rejected"),
  );
  const system = createBuiltInSystem({
    ...{ name: { kind: "asks-everything" }, context, seed: 0 },
    readings: readings.map((known) => ({ running: known.length > 0 ? known : [unknown], telling: 0 })),
    runs: async () => true,
  });
  const { turns, total } = await play(context, settings, system);
  const submission = turns.find(({ action }) => action.kind === "submit");
  const submitted = submission?.action.kind === "submit" ? submission.action.sql : [];
  const asked = turns.filter(({ action, phase }) => phase === 1 && action.kind === "ask");
  const questions = [...questionsOf({ kind: "asks-everything" }, ambiguities, 0)];
  return {
    ambiguities: questions.map(({ ambiguity, question }, at) => {
      const answer = asked[at]?.answer ?? null;
      const parts = partsSaid(context, ambiguity, answer?.text ?? "");
      const isSettled = answer !== null && parts.length > 0 && parts.every(({ isSaid }) => isSaid);
      const written = isSettled ? null : (readings[ambiguity]?.[0]?.sql ?? "");
      return { ambiguity, question, answer, parts, written };
    }),
    turns: { used: asked.length, total },
    submitted,
    isGold: isGold(context, 1, submitted),
  };
}

const isGold = ({ task }: ProvenanceContext, phase: 1 | 2, sql: readonly string[]): boolean => {
  const gold = phase === 1 ? task.goldSql : (task.followUp?.goldSql ?? []);
  return gold.length === sql.length && gold.every((text, at) => text === sql[at]);
};

async function play(
  context: ProvenanceContext,
  settings: DialogueSettings,
  system: System,
): Promise<{ turns: DialogueTurn[]; total: number }> {
  const { ambiguousQuestion, clearQuestion, followUp } = context.task;
  const turns: DialogueTurn[] = [];
  let state = beginDialogue(context.task, settings);
  while (state.end === null) {
    const { phase, budget } = state;
    const question = (phase === 1 ? (ambiguousQuestion ?? clearQuestion) : followUp?.question) ?? "";
    const view = {
      protocol: settings.protocol,
      phase,
      question,
      turns,
      grafted: 0,
      budgetLeft: budget.left,
    };
    const action = await system.next(view);
    if (action === null) break;
    const { outcome, answer } = outcomeOf(context, state, turns, action);
    const after = afterAction(state, action, outcome);
    turns.push(dialogueTurn(turns.length + 1, [state, after], action, outcome, answer));
    state = after;
  }
  return { turns, total: state.budget.total };
}

function outcomeOf(
  context: ProvenanceContext,
  state: ProtocolState,
  turns: readonly DialogueTurn[],
  action: SystemAction,
): { outcome: ActionOutcome; answer: SimulatorAnswer | null } {
  if (action.kind === "ask") {
    const answer = builtInAnswer(context, state.phase, action.question, turns);
    return { outcome: { observation: answer.text, passed: null }, answer };
  }
  const passed = action.kind === "submit" && isGold(context, state.phase, action.sql);
  const followUp = context.task.followUp?.question ?? null;
  const observation = submissionFeedback(state, { passed, error: null, assertions: [] }, followUp);
  return { outcome: { observation, passed }, answer: null };
}

function partsSaid(context: ProvenanceContext, ambiguity: number, text: string): PreviewedAmbiguity["parts"] {
  const [match] = context.locations[ambiguity]?.matches ?? [];
  if (match === undefined) return [];
  const { statement, anchor } = match;
  const { from } = anchor.range;
  return saidParts(context, 1, { statement, range: anchor.range }, text).map(({ range, kind, isSaid }) => ({
    ...{ from: range.from - from, to: range.to - from, kind, isSaid },
  }));
}
