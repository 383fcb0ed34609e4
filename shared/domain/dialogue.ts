import { z } from "zod";
import { TextRange } from "./finding.ts";
import { Phase } from "./task.ts";
import { EvaluatorProfile } from "./test-script.ts";

/** c-Interact: questions in turns, then SQL (BIRD-INTERACT §4.1). a-Interact: actions with costs, out of a budget (§4.2). */
export const Protocol = z.enum(["c", "a"]);
export type Protocol = z.infer<typeof Protocol>;

/** Whether the implementation of a profile is followed with its known faults, or with these put right. */
export const Behaviour = z.enum(["shipped", "fixed"]);
export type Behaviour = z.infer<typeof Behaviour>;

/** What a user simulator decided to answer (BIRD-INTERACT §3.3): an ambiguity of the task, a node of the gold, or a refusal. */
export const SimulatorAction = z.discriminatedUnion("kind", [
  /** `ambiguity`: which one of the task's list (0-based). */
  z.object({ kind: z.literal("AMB"), ambiguity: z.number().int().nonnegative() }),
  /** `statement` (0-based) of the phase's gold, and the stretch of its text. */
  z.object({ kind: z.literal("LOC"), statement: z.number().int().nonnegative(), range: TextRange }),
  z.object({
    kind: z.literal("UNA"),
    reason: z.enum(["schema", "solution", "gold", "off-topic", "not-understood", "settled-elsewhere"]),
  }),
]);
export type SimulatorAction = z.infer<typeof SimulatorAction>;

/** A stretch of an answer that gives away what was not asked for, and what it gives away. */
export const Leak = z.object({
  words: z.string(),
  of: z.enum(["snippet", "gold", "masked-definition"]),
});
export type Leak = z.infer<typeof Leak>;

/** A part of the gold that an answer says otherwise than the gold has it, or than the answer of an earlier turn said it. */
export const Contradiction = z.object({
  words: z.string(),
  /** The part, as the gold writes it. */
  sql: z.string(),
  /** The earlier turn; null where the answer contradicts the gold. */
  turn: z.number().int().positive().nullable(),
});
export type Contradiction = z.infer<typeof Contradiction>;

/** What a user simulator answers to one question: one action for each thing that it asks, and their words. */
export const SimulatorAnswer = z.object({
  actions: z.array(SimulatorAction).min(1),
  text: z.string(),
  leaks: z.array(Leak),
  /** Found while the dialogue is played; absent before, and where none was found. */
  contradictions: z.array(Contradiction).optional(),
});
export type SimulatorAnswer = z.infer<typeof SimulatorAnswer>;

/**
 * What a system under test does in one turn. `ask` and `submit` exist in both protocols, the others in a-Interact alone
 * (their names and costs: BIRD-INTERACT §4.2, appendix F).
 */
export const SystemAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask"), question: z.string() }),
  z.object({ kind: z.literal("submit"), sql: z.array(z.string()) }),
  z.object({ kind: z.literal("execute"), sql: z.string() }),
  z.object({ kind: z.literal("get_schema") }),
  z.object({ kind: z.literal("get_all_column_meanings") }),
  z.object({ kind: z.literal("get_column_meaning"), table: z.string(), column: z.string() }),
  z.object({ kind: z.literal("get_all_external_knowledge_names") }),
  z.object({ kind: z.literal("get_knowledge_definition"), name: z.string() }),
  z.object({ kind: z.literal("get_all_knowledge_definitions") }),
]);
export type SystemAction = z.infer<typeof SystemAction>;

/** Why a dialogue ended. `infrastructure`: an endpoint, engine or program failed; it says nothing about the system. */
export const DialogueEnd = z.enum([
  "solved",
  "failed",
  "turns-used",
  "budget-used",
  "system-stopped",
  "infrastructure",
  "not-judged",
]);
export type DialogueEnd = z.infer<typeof DialogueEnd>;

/** One turn: what the system did, what it cost, what it was answered, and how the phases stood afterwards. */
export const DialogueTurn = z.object({
  /** 1-based. */
  turn: z.number().int().positive(),
  phase: Phase,
  action: SystemAction,
  /** Whether the protocol did not allow it; the observation says why. */
  refused: z.boolean(),
  /** What the system was answered, word for word: the user's words, rows, a definition, the outcome of a submission. */
  observation: z.string(),
  /** The simulator's decision where the system asked; null else. */
  answer: SimulatorAnswer.nullable(),
  /** The verdict on a submission under the dialogue's behaviour; null where nothing was submitted. */
  passed: z.boolean().nullable(),
  /** In coins (a-Interact) or turns (c-Interact). */
  cost: z.number().nonnegative(),
  budgetBefore: z.number(),
  budgetAfter: z.number(),
  /** What this turn earned, 0..1. */
  reward: z.number(),
});
export type DialogueTurn = z.infer<typeof DialogueTurn>;

/** A turn as a window gets it first: a long observation is only begun, and `rest` says what stands behind its beginning. */
export const ShownTurn = DialogueTurn.extend({
  rest: z
    .object({
      lines: z.number().int().nonnegative(),
      characters: z.number().int().positive(),
      /** Of the whole observation: turns with equal ones were answered the same. */
      hash: z.string(),
    })
    .optional(),
});
export type ShownTurn = z.infer<typeof ShownTurn>;

/** Whose questions and answers dialogues begin with, and 12 digits of a hash of them (memory grafting, BIRD-INTERACT §5.3). */
export const Graft = z.object({ system: z.string(), simulator: z.string(), hash: z.string() });
export type Graft = z.infer<typeof Graft>;

/** What is played: the protocol and its settings. Two dialogues with equal settings and systems can be compared. */
export const DialogueSettings = z.object({
  protocol: Protocol,
  profile: EvaluatorProfile,
  behaviour: Behaviour,
  /** Extra turns that a user grants (λ_pat). */
  patience: z.number().int().nonnegative(),
  /** Left out where dialogues begin at their beginning. */
  graft: Graft.optional(),
});
export type DialogueSettings = z.infer<typeof DialogueSettings>;

/** Who or what a failed dialogue failed by; undetermined where the system could not be run again, or trials are too few. */
export const Fault = z.enum(["task", "evaluator", "simulator", "budget", "system", "undetermined"]);
export type Fault = z.infer<typeof Fault>;

/** What the user simulator did to the outcome, against a user who answers as the task says. */
export const SimulatorEffect = z.enum(["helped", "hindered", "harmless"]);
export type SimulatorEffect = z.infer<typeof SimulatorEffect>;

/** Whose fault it was that a dialogue failed (or, where the simulator helped, passed), and what showed it. */
export const DialogueFault = z.object({
  fault: Fault.nullable(),
  simulator: SimulatorEffect.nullable(),
  /** The evidence in one sentence. */
  reason: z.string(),
});
export type DialogueFault = z.infer<typeof DialogueFault>;

/** One dialogue of one system about one task. */
export const Dialogue = z.object({
  instanceId: z.string(),
  /** Whether the task has a second phase. */
  hasFollowUp: z.boolean(),
  settings: DialogueSettings,
  /** The name of the system under test, with its parameters. */
  system: z.string(),
  /** Name, version and, for prompts, their hash: "built-in 1". */
  simulator: z.string(),
  seed: z.number().int().nonnegative(),
  /** 0-based. */
  trial: z.number().int().nonnegative(),
  turns: z.array(DialogueTurn),
  /** How many of the turns were grafted: another system has asked in them. Left out where none was. */
  grafted: z.number().int().positive().optional(),
  /** Turns (c) or coins (a) at the beginning, and what is left. */
  budget: z.object({ total: z.number(), left: z.number() }),
  phase1Passed: z.boolean(),
  phase2Passed: z.boolean(),
  /** 0..1. */
  reward: z.number(),
  end: DialogueEnd,
  /** Why it ended where `end` needs words: an ambiguity without readings, what broke; null else. */
  reason: z.string().nullable(),
  /** Null where nobody asked for it, and where nothing failed. */
  fault: DialogueFault.nullable(),
});
export type Dialogue = z.infer<typeof Dialogue>;
