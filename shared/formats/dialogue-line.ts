import { z } from "zod";
import {
  Behaviour,
  Contradiction,
  type Dialogue,
  DialogueEnd,
  DialogueFault,
  type DialogueTurn,
  Graft,
  Leak,
  Protocol,
  SimulatorAction,
  type SimulatorAnswer,
  SystemAction,
} from "../domain/dialogue.ts";
import { Phase } from "../domain/task.ts";
import { EvaluatorProfile } from "../domain/test-script.ts";

const kinds = SystemAction.options.map(({ shape }) => shape.kind.value);
const ActionKind = z.enum(kinds);

/** Where a line's entry belongs: the turn (from 1) and its phase. */
const position = { turn: z.number().int().positive(), phase: Phase };

const SystemEntry = z.strictObject({
  ...position,
  role: z.literal("system"),
  action: ActionKind,
  text: z.string().describe("The question or the SQL; empty for other actions."),
  arguments: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  cost: z.number().nonnegative(),
  budgetBefore: z.number(),
  budgetAfter: z.number(),
});
const UserEntry = z.strictObject({
  ...position,
  role: z.literal("user"),
  action: z.enum(["AMB", "LOC", "UNA"]).nullable().describe("Null where the simulator did not record it."),
  text: z.string(),
  actions: z.array(SimulatorAction).describe("One for each thing that was asked."),
  leaks: z.array(Leak),
  contradictions: z
    .array(Contradiction)
    .default([])
    .describe("Parts of the gold that the answer says otherwise, or otherwise than in an earlier turn."),
});
const EnvironmentEntry = z.strictObject({
  ...position,
  role: z.literal("environment"),
  action: ActionKind,
  text: z.string(),
  refused: z.boolean(),
  passed: z.boolean().nullable(),
  reward: z.number(),
});

/** A line of a file of dialogues, with the names of the code; written with its keys in snake_case. */
export const DialogueLine = z.strictObject({
  instanceId: z.string(),
  protocol: Protocol,
  profile: EvaluatorProfile,
  behaviour: Behaviour,
  patience: z.number().int().nonnegative(),
  graft: Graft.extend({ turns: z.number().int().nonnegative() })
    .nullable()
    .default(null)
    .describe(
      "Whose clarifications it began with, and how many of its turns are these; null where it had none.",
    ),
  system: z.string(),
  simulator: z.string(),
  seed: z.number().int().nonnegative(),
  trial: z.number().int().nonnegative(),
  turns: z
    .array(z.discriminatedUnion("role", [SystemEntry, UserEntry, EnvironmentEntry]))
    .describe("What the system did, and after it what it was answered, turn by turn."),
  hasFollowUp: z.boolean(),
  budget: z
    .strictObject({ total: z.number(), left: z.number() })
    .describe("In turns (c-Interact) or coins (a-Interact)."),
  phase1Passed: z.boolean(),
  phase2Passed: z.boolean(),
  reward: z.number(),
  end: DialogueEnd,
  reason: z.string().nullable(),
  fault: DialogueFault.nullable(),
  infrastructure: z.boolean().describe("Whether an endpoint, engine or program failed; it counts apart."),
});
export type DialogueLine = z.infer<typeof DialogueLine>;
type Entry = DialogueLine["turns"][number];

/** A dialogue as a line has it. */
export function dialogueLine({ settings, turns, ...dialogue }: Dialogue): DialogueLine {
  const { graft, ...rules } = settings;
  return {
    instanceId: dialogue.instanceId,
    ...rules,
    graft: graft === undefined ? null : { ...graft, turns: dialogue.grafted ?? 0 },
    system: dialogue.system,
    simulator: dialogue.simulator,
    seed: dialogue.seed,
    trial: dialogue.trial,
    turns: turns.flatMap((turn) => [systemEntry(turn), replyEntry(turn)]),
    hasFollowUp: dialogue.hasFollowUp,
    budget: dialogue.budget,
    phase1Passed: dialogue.phase1Passed,
    phase2Passed: dialogue.phase2Passed,
    reward: dialogue.reward,
    end: dialogue.end,
    reason: dialogue.reason,
    fault: dialogue.fault,
    infrastructure: dialogue.end === "infrastructure",
  };
}

function systemEntry({ turn, phase, action, cost, budgetBefore, budgetAfter }: DialogueTurn): Entry {
  const { kind, ...rest } = action;
  const text = action.kind === "ask" ? action.question : textOfSql(action);
  return {
    turn,
    phase,
    role: "system",
    action: kind,
    text,
    arguments: rest,
    cost,
    budgetBefore,
    budgetAfter,
  };
}

function textOfSql(action: SystemAction): string {
  if (action.kind === "submit") return action.sql.join("\n");
  return action.kind === "execute" ? action.sql : "";
}

function replyEntry({ turn, phase, action, answer, ...reply }: DialogueTurn): Entry {
  const text = reply.observation;
  const { refused, passed, reward } = reply;
  if (action.kind !== "ask" || refused)
    return { turn, phase, role: "environment", action: action.kind, text, refused, passed, reward };
  const actions = answer?.actions ?? [];
  return {
    turn,
    phase,
    role: "user",
    action: actions[0]?.kind ?? null,
    text,
    actions,
    leaks: answer?.leaks ?? [],
    contradictions: answer?.contradictions ?? [],
  };
}

/** The dialogue of a line; throws an `Error` that names the turn where an answer or an argument is missing. */
export function dialogueOfLine({
  turns,
  protocol,
  profile,
  behaviour,
  patience,
  graft,
  ...line
}: DialogueLine): Dialogue {
  const { infrastructure: _, ...dialogue } = line;
  const replies = new Map(turns.flatMap((entry) => (entry.role === "system" ? [] : [[entry.turn, entry]])));
  return {
    ...dialogue,
    settings: { protocol, profile, behaviour, patience, ...graftOf(graft) },
    ...(graft !== null && graft.turns > 0 && { grafted: graft.turns }),
    turns: turns.flatMap((entry) =>
      entry.role === "system" ? [turnOf(entry, replies.get(entry.turn))] : [],
    ),
  };
}

function graftOf(graft: DialogueLine["graft"]): Pick<Dialogue["settings"], "graft"> {
  if (graft === null) return {};
  const { turns: _, ...source } = graft;
  return { graft: source };
}

function turnOf(
  entry: z.infer<typeof SystemEntry>,
  reply: Exclude<Entry, { role: "system" }> | undefined,
): DialogueTurn {
  if (reply === undefined) throw new Error(`turn ${entry.turn} has no answer`);
  const action = SystemAction.safeParse({ ...entry.arguments, kind: entry.action });
  if (!action.success) throw new Error(`turn ${entry.turn} does not have the arguments of its action`);
  const isUser = reply.role === "user";
  const { turn, phase, cost, budgetBefore, budgetAfter } = entry;
  return {
    ...{ turn, phase, action: action.data, cost, budgetBefore, budgetAfter },
    refused: isUser ? false : reply.refused,
    observation: reply.text,
    answer:
      isUser && reply.actions.length > 0
        ? { actions: reply.actions, text: reply.text, leaks: reply.leaks, ...contradictionsOf(reply) }
        : null,
    passed: isUser ? null : reply.passed,
    reward: isUser ? 0 : reply.reward,
  };
}

/** As an answer has them: absent where there are none. */
function contradictionsOf({
  contradictions,
}: z.infer<typeof UserEntry>): Pick<SimulatorAnswer, "contradictions"> {
  return contradictions.length > 0 ? { contradictions } : {};
}
