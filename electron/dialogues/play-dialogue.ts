import { type ActionOutcome, afterAction, chargedFailure } from "#shared/dialogue/protocol/after-action.ts";
import { dialogueTurn } from "#shared/dialogue/protocol/dialogue-turn.ts";
import { refusalOf } from "#shared/dialogue/protocol/refusal.ts";
import { beginDialogue, endDialogue, type ProtocolState } from "#shared/dialogue/protocol/state.ts";
import { type GradedSubmission, submissionFeedback } from "#shared/dialogue/protocol/submission-feedback.ts";
import { contradictionsIn } from "#shared/dialogue/simulator/contradictions-in.ts";
import { NotJudged } from "#shared/dialogue/systems/not-judged.ts";
import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import type {
  Behaviour,
  Dialogue,
  DialogueSettings,
  DialogueTurn,
  SimulatorAnswer,
  SystemAction,
} from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { failureText } from "../task-databases/run-texts.ts";
import type { DialogueEnvironment } from "./environment.ts";
import { PersonNeeded } from "./person-system.ts";

/** The user of a dialogue. */
export interface UserSimulator {
  /** Name, version and, for prompts, their hash. */
  readonly name: string;
  /** Answers a question; `earlier` are the turns before it. Rejects where its endpoint fails. */
  answer(
    context: ProvenanceContext,
    phase: Phase,
    question: string,
    earlier: readonly DialogueTurn[],
  ): Promise<SimulatorAnswer>;
}

/** Who talks, about what, and by which rules. */
export interface DialogueParts {
  context: ProvenanceContext;
  settings: DialogueSettings;
  system: System;
  simulator: UserSimulator;
  environment: DialogueEnvironment;
  /** Turns that the dialogue goes on from; they are charged by its own rules, and it begins behind the last that these allow. */
  earlier?: readonly DialogueTurn[];
  /** How many of these come out of another run. */
  grafted?: number;
  signal: AbortSignal;
}

/** What became of a dialogue, whoever took part in it. */
export type DialogueRecord = Pick<
  Dialogue,
  "settings" | "turns" | "grafted" | "budget" | "phase1Passed" | "phase2Passed" | "reward" | "end" | "reason"
>;

/**
 * Plays one dialogue to its end: what breaks on the way is its end. Rejects with the signal's reason, and with `PersonNeeded`
 * where it is somebody's turn.
 */
export async function playDialogue(parts: DialogueParts): Promise<DialogueRecord> {
  const { settings, system, signal } = parts;
  const begun = await behindEarlier(parts);
  const { turns } = begun;
  const grafted = Math.min(parts.grafted ?? 0, turns.length);
  let { state } = begun;
  let reason: string | null = null;
  const paused = (error: unknown): never => {
    if (error instanceof PersonNeeded) error.soFar = { turns, budget: state.budget, grafted };
    throw error;
  };
  while (state.end === null) {
    signal.throwIfAborted();
    const view = { ...viewOf(parts, state, turns), grafted };
    const action = await attempt(() => system.next(view), signal).catch(paused);
    if (action.failure !== null) {
      state = endDialogue(state, action.failure instanceof NotJudged ? "not-judged" : "infrastructure");
      reason = action.failure.message;
    } else if (action.value === null) {
      state = endDialogue(state, state.failedTries > 0 ? "failed" : "system-stopped");
    } else {
      const turn = await takeTurn(parts, state, turns, action.value).catch(paused);
      state = turn.after;
      reason = turn.failure;
      if (turn.record !== null) turns.push(turn.record);
    }
  }
  const { budget, passed, reward, end } = state;
  return {
    ...{ settings, turns, budget, reward, end, reason, ...(grafted > 0 && { grafted }) },
    ...{ phase1Passed: passed[1], phase2Passed: passed[2] },
  };
}

/** How the dialogue stands behind its earlier turns; what these have executed in the present phase is executed again. */
async function behindEarlier({
  context,
  settings,
  environment,
  earlier = [],
  signal,
}: DialogueParts): Promise<{
  state: ProtocolState;
  turns: DialogueTurn[];
}> {
  let state = beginDialogue(context.task, settings);
  const turns: DialogueTurn[] = [];
  for (const { action, observation, passed, refused, answer } of earlier) {
    if (!refused && refusalOf(state, action) !== null) break;
    const outcome = { observation, passed };
    const after = afterAction(state, action, outcome);
    if (after.phase > state.phase && action.kind === "submit") environment.beginFollowUp(action.sql);
    turns.push(dialogueTurn(turns.length + 1, [state, after], action, outcome, answer));
    state = after;
  }
  for (const { phase, action, refused } of turns)
    if (phase === state.phase && action.kind === "execute" && !refused)
      await environment.observe(action, signal);
  return { state, turns };
}

function viewOf(
  { context, settings }: DialogueParts,
  state: ProtocolState,
  turns: readonly DialogueTurn[],
): Omit<SystemView, "grafted"> {
  const { ambiguousQuestion, clearQuestion, followUp } = context.task;
  const question = state.phase === 1 ? (ambiguousQuestion ?? clearQuestion) : followUp?.question;
  return {
    protocol: settings.protocol,
    phase: state.phase,
    question: question ?? "",
    turns: turns.map(({ phase, action, observation, refused }) => ({ phase, action, observation, refused })),
    budgetLeft: state.budget.left,
  };
}

interface TakenTurn {
  after: ProtocolState;
  /** Null where something failed that the profile does not charge for. */
  record: DialogueTurn | null;
  failure: string | null;
}

async function takeTurn(
  parts: DialogueParts,
  state: ProtocolState,
  turns: readonly DialogueTurn[],
  action: SystemAction,
): Promise<TakenTurn> {
  const refusal = refusalOf(state, action);
  const work = async () =>
    refusal === null ? await outcomeOf(parts, state, turns, action) : refused(refusal);
  const { value, failure } = await attempt(work, parts.signal);
  const charged = failure === null ? null : chargedFailure(state, action);
  if (failure !== null && charged === null)
    return { after: endDialogue(state, "infrastructure"), record: null, failure: failure.message };
  const { outcome, answer } = value ?? { outcome: charged as ActionOutcome, answer: null };
  const after = afterAction(state, action, outcome);
  if (state.phase === 1 && after.phase === 2 && action.kind === "submit")
    parts.environment.beginFollowUp(action.sql);
  const record = dialogueTurn(turns.length + 1, [state, after], action, outcome, answer);
  return { after, record, failure: null };
}

interface AnsweredAction {
  outcome: ActionOutcome;
  answer: SimulatorAnswer | null;
}

const refused = (observation: string): AnsweredAction => ({
  outcome: { observation, passed: null },
  answer: null,
});

async function outcomeOf(
  { context, settings, simulator, environment, signal }: DialogueParts,
  state: ProtocolState,
  turns: readonly DialogueTurn[],
  action: SystemAction,
): Promise<AnsweredAction> {
  if (action.kind === "ask") {
    const given = await simulator.answer(context, state.phase, action.question, turns);
    const contradictions = contradictionsIn(context, state.phase, given, turns);
    const answer = contradictions.length > 0 ? { ...given, contradictions } : given;
    return { outcome: { observation: answer.text, passed: null }, answer };
  }
  if (action.kind === "submit") {
    const result = await environment.judge(state.phase, action.sql, passedBefore(turns), signal);
    const graded = gradedSubmission(result, settings.behaviour);
    const observation = submissionFeedback(state, graded, context.task.followUp?.question ?? null);
    return { outcome: { observation, passed: graded.passed }, answer: null };
  }
  return { outcome: { observation: await environment.observe(action, signal), passed: null }, answer: null };
}

/** What passed phase 1; empty before. */
export function passedBefore(turns: readonly DialogueTurn[]): readonly string[] {
  const turn = turns.find(({ phase, passed }) => phase === 1 && passed === true);
  return turn?.action.kind === "submit" ? turn.action.sql : [];
}

function gradedSubmission(
  { passed, passedFixed, steps, tests, fixedTests }: PhaseResult,
  behaviour: Behaviour,
): GradedSubmission {
  const answer = steps.find(({ step }) => step === "answer");
  const failed = answer?.statements.find(({ status }) => status !== "ok");
  const own = behaviour === "fixed" && fixedTests.length > 0 ? fixedTests : tests;
  return {
    passed: behaviour === "fixed" ? passedFixed : passed,
    error: failed === undefined ? null : failureText(failed),
    assertions: own.flatMap(({ index, message }) => (index === null || message === null ? [] : [message])),
  };
}

type Attempt<Value> = { value: Value; failure: null } | { value: null; failure: Error };

/** What work gave, or what broke; rejects with the signal's reason, and where a person is waited for. */
async function attempt<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Attempt<Value>> {
  try {
    return { value: await work(), failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PersonNeeded) throw error;
    return { value: null, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}
