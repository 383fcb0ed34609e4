import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import {
  Dialogue,
  DialogueSettings,
  DialogueTurn,
  ShownTurn,
  SimulatorAnswer,
  SystemAction,
} from "../domain/dialogue.ts";
import { EngineKind } from "../domain/engine.ts";
import { TextRange } from "../domain/finding.ts";
import { ModelEndpoint } from "../domain/model-endpoint.ts";
import { Phase, Task } from "../domain/task.ts";
import { PhaseResult } from "../domain/task-run.ts";
import { base } from "./base.ts";
import { DatabaseLoading } from "./databases.ts";
import { Job } from "./jobs.ts";
import { EvaluationEvent } from "./results.ts";

/** What a run plays: each system on each task, `trials` times; the seed of each dialogue follows from task, trial and `seed`. */
export const RunPlan = z.object({
  settings: DialogueSettings,
  /** Patiences that are played as well, besides that of the settings. */
  sweep: z.array(DialogueSettings.shape.patience.max(1_000)).max(20),
  /** The run and its system whose clarifications the dialogues begin with; null: none. */
  graft: z.object({ runId: z.number().int(), system: z.string() }).nullable(),
  /** Names as `querent dialogues run --system` takes them; those of `modelSystems` are added when the run is entered. */
  systems: z.array(z.string().min(1).max(400)).max(100),
  /** Language models under test: endpoints of the person who starts the run. */
  modelSystems: z.array(ModelEndpoint).max(50),
  /** The endpoint that answers as the user; null: the built-in simulator does. */
  modelSimulator: ModelEndpoint.nullable(),
  /** Whether a person at this workbench answers as the user. */
  personAsUser: z.boolean(),
  trials: z.number().int().min(1).max(100),
  seed: z.number().int().min(0).max(0xffff_ffff),
});
export type RunPlan = z.infer<typeof RunPlan>;

/** A task that a run could not play, and why: its database is not there, or its gold does not pass. */
const LeftOutTask = z.object({ taskId: z.number().int(), instanceId: z.string(), reason: z.string() });

/** A run as the workspace holds it. */
export const StoredRun = z.object({
  runId: z.number().int(),
  /** From 1 in its project. */
  number: z.number().int().positive(),
  plan: RunPlan,
  engine: EngineKind,
  /** Name and version of the user simulator; runs of different simulators are never put into one figure. */
  simulator: z.string(),
  startedBy: z.string(),
  startedAt: z.string(),
  /** wanted: it is played, or waits for the run before it; stopped: a person or a failure stopped it, it can go on. */
  state: z.enum(["wanted", "stopped", "done"]),
  tasks: z.number().int().nonnegative(),
  leftOut: z.array(LeftOutTask),
  /** Dialogues that were played, and how many there are; 0 while the tasks are being prepared. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** Played dialogues that say something about their system: without infrastructure failures and those not judged. */
  judged: z.number().int().nonnegative(),
  /** Dialogues in which it is a person's turn. */
  waiting: z.number().int().nonnegative(),
  /** Judged dialogues that passed all phases of their task. */
  solved: z.number().int().nonnegative(),
});
export type StoredRun = z.infer<typeof StoredRun>;

/** One dialogue of a run without its turns. Until it has been played, `end` and what came of it are null. */
export const DialogueHead = Dialogue.pick({
  instanceId: true,
  hasFollowUp: true,
  system: true,
  trial: true,
  phase1Passed: true,
  phase2Passed: true,
  reward: true,
  reason: true,
}).extend({
  dialogueId: z.number().int(),
  taskId: z.number().int(),
  patience: z.number().int().nonnegative(),
  /** Whether it is a person's turn. */
  isWaiting: z.boolean(),
  end: Dialogue.shape.end.nullable(),
  turns: z.number().int().nonnegative(),
  /** Turns (c) or coins (a) that were used up. */
  spent: z.number().nonnegative(),
  /** How often the system took each kind of action. */
  actions: z.record(z.string(), z.number().int().positive()),
});
export type DialogueHead = z.infer<typeof DialogueHead>;

/** What the words of the answers settle, as the word check finds it, and what a submission wrote. */
export const TurnReading = z.object({
  /** 1-based. */
  turn: z.number().int().positive(),
  /** Ambiguities (0-based) of which the words so far say every part of the snippet; and those of which they say some. */
  settled: z.array(z.number().int()),
  partly: z.array(z.number().int()),
  /** What stands in the submitted SQL in place of each snippet; null where it cannot be told, or nothing was submitted. */
  written: z.array(z.string().nullable()).nullable(),
});
export type TurnReading = z.infer<typeof TurnReading>;

/** A person's turn: as the system (`question` is null), with what the protocol hands over; or as the user, with what the built-in simulator would answer. */
export const PersonTurn = z.object({
  phase: Phase,
  question: z.string().nullable(),
  suggestion: SimulatorAnswer.nullable(),
  given: z.object({ schema: z.string(), columnMeanings: z.string(), knowledge: z.string() }).nullable(),
});
export type PersonTurn = z.infer<typeof PersonTurn>;

/** One dialogue with all that is needed to read it: the task as it was then, and where its snippets stand. */
export const DialogueView = z.object({
  dialogueId: z.number().int(),
  runId: z.number().int(),
  taskId: z.number().int(),
  /** The revision that was played, and whether the task is still at it. */
  revision: z.number().int().positive(),
  isCurrent: z.boolean(),
  task: Task,
  /** Null until it has been played; without an end while it is a person's turn. */
  dialogue: Dialogue.extend({ end: Dialogue.shape.end.nullable(), turns: z.array(ShownTurn) }).nullable(),
  /** What a person is asked to do; null where nobody is. */
  personTurn: PersonTurn.nullable(),
  /** Where the snippet of each ambiguity stands in the gold of phase 1. */
  places: z.array(z.array(z.object({ statement: z.number().int().nonnegative(), range: TextRange }))),
  /** One for each turn. */
  readings: z.array(TurnReading),
});
export type DialogueView = z.infer<typeof DialogueView>;
/** A dialogue as it is shown: without an end while it is a person's turn. */
export type ShownDialogue = NonNullable<DialogueView["dialogue"]>;

/** A run as it is asked for: over tasks of a project, null: all of them. */
const RunInput = RunPlan.extend({
  projectId: z.number().int(),
  taskIds: z.array(z.number().int()).min(1).max(100_000).nullable(),
});

/** What a run will probably take of one model; `usd` is null where its price is not known. */
export const ModelEstimate = z.object({
  name: z.string(),
  calls: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  usd: z.number().nullable(),
});
export type ModelEstimate = z.infer<typeof ModelEstimate>;

/** What happens while a submission is judged; the last event is "done". */
export const SubmissionVerdictEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("done"), result: PhaseResult }),
]);
export type SubmissionVerdictEvent = z.infer<typeof SubmissionVerdictEvent>;

const RunId = z.object({ runId: z.number().int() });
const DialogueId = z.object({ dialogueId: z.number().int() });
const TurnId = DialogueId.extend({ turn: z.number().int().positive() });

export const dialogues = {
  /** Enters a run over tasks of a project (null: all of them) and plays it in the background, after those that wait already. */
  start: base.input(RunInput).output(z.object({ runId: z.number().int(), job: Job })),
  /** What a run would take of each of its language models; nothing is asked or stored. */
  estimate: base.input(RunInput).output(z.array(ModelEstimate)),
  /** Goes on with a run that was stopped, under the prices and limits that the caller's endpoints have now; dialogues that failed for their infrastructure are played again. */
  resume: base.input(RunId).output(Job),
  /** The runs of a project, the newest first. */
  runs: base.input(z.object({ projectId: z.number().int() })).output(z.array(StoredRun)),
  /** The dialogues of a run, played or not: task by task, system by system, trial by trial. */
  heads: base.input(RunId).output(z.array(DialogueHead)),
  /** The types of the ambiguities of each task of a run, at the revision that it plays. */
  ambiguityTypes: base
    .input(RunId)
    .output(
      z.array(z.object({ instanceId: z.string(), ambiguities: z.array(z.object({ type: z.string() })) })),
    ),
  /** One dialogue with its turns, and the task that it is about; of long observations the beginning. */
  view: base.input(DialogueId).output(DialogueView),
  /** What a turn (1-based) was answered, whole. */
  observation: base.input(TurnId).output(z.object({ text: z.string() })),
  /** The turns (1-based) of a dialogue that hold a text in their action or their whole observation, whatever its case. */
  turnsWith: base
    .input(DialogueId.extend({ text: z.string().max(10_000) }))
    .output(z.array(z.number().int().positive())),
  /** Takes the action of a person who is the system (null: stops), and plays on until it is a person's turn again. BAD_INPUT where it is not theirs. */
  act: base.input(DialogueId.extend({ action: SystemAction.nullable() })).output(z.void()),
  /** Gives the answer of a person who is the user, and what it is about; then as `act`. */
  answer: base
    .input(
      DialogueId.extend({
        text: z.string().min(1).max(10_000),
        actions: SimulatorAnswer.shape.actions,
      }),
    )
    .output(z.void()),
  /** Questions of a person that are asked one after another behind a turn (0: at the beginning), as turns that the run's user simulator answers. Nothing is stored. */
  ask: base
    .input(
      DialogueId.extend({
        turn: z.number().int().nonnegative(),
        questions: z.array(z.string().min(1).max(10_000)).min(1).max(100),
      }),
    )
    .output(z.object({ turns: z.array(DialogueTurn), readings: z.array(TurnReading) })),
  /** Runs the submission of a turn (1-based) and the gold of its phase, and compares them; cancelling stops the queries. BAD_INPUT where the results cannot be laid side by side. `timeMs` asks for more or less than the project's limit. */
  compareSubmission: base
    .input(TurnId.extend({ timeMs: z.number().int().min(1).max(600_000).optional() }))
    .output(eventIterator(EvaluationEvent)),
  /** Judges the submission of a turn (1-based) again, as the dialogue did, on a private state: nothing is stored. Cancelling stops it. */
  judgeSubmission: base.input(TurnId).output(eventIterator(SubmissionVerdictEvent)),
  /** The dialogues of a run that were played (null: all of them), as text: the lines of a file of dialogues, or one page with figures and transcripts; or the calls to its language models, as `--recording` takes them. */
  exportToText: base
    .input(
      RunId.extend({
        dialogueId: z.number().int().nullable(),
        format: z.enum(["jsonl", "html", "recording"]),
      }),
    )
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /** Takes a run with its dialogues out of the workspace; one that is being played is stopped first. */
  remove: base.input(RunId).output(z.void()),
};
