import type { StoredRun } from "#shared/contract/dialogues.ts";
import { graftWords } from "#shared/dialogue/graft-words.ts";
import type { BuiltInSystem } from "#shared/dialogue/systems/system-name.ts";
import type {
  DialogueEnd,
  DialogueSettings,
  Fault,
  SimulatorAction,
  SystemAction,
} from "#shared/domain/dialogue.ts";
import type { Tone } from "../../ui/tone.ts";

/** What each end of a dialogue means. */
export const endWords: Record<DialogueEnd, { title: string; definition: string; tone: Tone }> = {
  solved: { title: "solved", definition: "Every phase of the task passed.", tone: "added" },
  failed: { title: "failed", definition: "A submission failed, and none after it passed.", tone: "removed" },
  "turns-used": { title: "turns used up", definition: "The system had no turn left.", tone: "removed" },
  "budget-used": {
    title: "budget used up",
    definition: "The coins left do not pay for a submission.",
    tone: "removed",
  },
  "system-stopped": {
    title: "system stopped",
    definition: "The system gave up before its turns or coins were used up.",
    tone: "removed",
  },
  infrastructure: {
    title: "infrastructure failure",
    definition:
      "An endpoint, engine or program failed. It says nothing about the system and is counted separately.",
    tone: "warning",
  },
  "not-judged": {
    title: "not judged",
    definition: "The dialogue would say nothing about the system, so it is in no figure.",
    tone: "neutral",
  },
};

/** Whose fault a dialogue was, in a word or two. */
export const faultWords: Record<Fault, string> = {
  task: "fault of the task",
  evaluator: "fault of the evaluator",
  simulator: "fault of the simulator",
  budget: "fault of the budget",
  system: "fault of the system",
  undetermined: "fault undetermined",
};

/** What each built-in system does, and a person. */
export const systemWords: Record<BuiltInSystem | "person", string> = {
  "asks-everything": "Asks about every ambiguity, one a turn: a good task is solved.",
  "asks-nothing": "Submits at once: a good task is not solved.",
  "asks-all-but-one": "Leaves out one ambiguity: a dialogue for each ambiguity and each of its readings.",
  "asks-at-random": "Asks about ambiguities that it draws by the seed.",
  "asks-badly": "Asks in vague or wrong words.",
  "over-asks": "Asks again and again, until turns or coins run out.",
  person: "You, at the keyboard: each dialogue waits for your actions, for as long as you like.",
};

/** An action of a system in a word or two. */
export const actionWords: Record<SystemAction["kind"], string> = {
  ask: "ask",
  submit: "submit",
  execute: "execute",
  get_schema: "get schema",
  get_all_column_meanings: "get all column meanings",
  get_column_meaning: "get column meaning",
  get_all_external_knowledge_names: "get knowledge names",
  get_knowledge_definition: "get knowledge definition",
  get_all_knowledge_definitions: "get all knowledge definitions",
};

/** What the user simulator decided to answer. */
export const simulatorActionWords: Record<SimulatorAction["kind"], { title: string; definition: string }> = {
  AMB: {
    title: "AMB",
    definition: "The question is about this labelled ambiguity: its clarification is the answer.",
  },
  LOC: {
    title: "LOC",
    definition:
      "The question is about a part of the gold that no ambiguity labels: that part is put into words.",
  },
  UNA: {
    title: "UNA",
    definition: "The question must not be answered: it asks for the solution, the schema, or is off topic.",
  },
};

export const refusalReasons: Record<Extract<SimulatorAction, { kind: "UNA" }>["reason"], string> = {
  schema: "asks for the schema",
  solution: "asks for the solution",
  gold: "asks for the gold",
  "off-topic": "off topic",
  "not-understood": "not understood",
  "settled-elsewhere": "settled elsewhere",
};

/** What is spent in a protocol. */
export const spentWords: Record<DialogueSettings["protocol"], { one: string; many: string }> = {
  c: { one: "turn", many: "turns" },
  a: { one: "coin", many: "coins" },
};

/** A protocol, evaluator and patience in a line. */
export const settingsText = (settings: DialogueSettings, sweep: readonly number[] = []): string => {
  const { protocol, profile, behaviour, patience } = settings;
  return `${protocol}-Interact · ${profile} ${behaviour} · patience ${[patience, ...sweep].join(", ")}${graftWords(settings)}`;
};

/** What a run has come to, in a few words. */
export function runOutcome({ state, done, total, judged, solved, waiting }: StoredRun): string {
  if (state === "wanted") return total === 0 ? "preparing" : `${done} of ${total}`;
  if (state === "stopped") return `stopped at ${done} of ${total}`;
  if (waiting > 0) return `${waiting} of ${total} wait for you`;
  return judged === 0 ? "none judged" : `${solved} of ${judged} solved`;
}
