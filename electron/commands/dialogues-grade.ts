import type { Behaviour, Dialogue } from "#shared/domain/dialogue.ts";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { dialogueRates } from "#shared/metrics/dialogues/dialogue-rates.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { DatabaseLanes } from "../dialogues/database-lanes.ts";
import { type GradedDialogue, gradeDialogue } from "../dialogues/grade-dialogue.ts";
import type { KnownTask } from "../dialogues/pre-flight.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { readDialogueTasks, withDatabaseLanes } from "./dialogue-setting.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import {
  behaviourOption,
  databasesOption,
  engineOption,
  groundTruthOption,
  profileOption,
  serverOption,
  workersOption,
} from "./shared-options.ts";
import { readTaskOptions, type TaskOptions } from "./task-options.ts";

/**
 * Judges the submissions of stored dialogues again, under the tasks, tests and evaluator of now, writes the dialogues with
 * their new figures, and prints which moved and why. No system is run.
 */
export const dialoguesGrade = defineCommand(
  (command) =>
    command
      .description(
        "judge the submissions of stored dialogues again, under the tasks, tests and evaluator of now",
      )
      .requiredOption("--dialogues <file>", "the dialogues, as querent dialogues run writes them")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .addOption(groundTruthOption())
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .addOption(profileOption())
      .addOption(behaviourOption("fixed"))
      .addOption(workersOption())
      .requiredOption("--out <file>", "the dialogues with their new figures, a line of JSON each"),
  async (typed, context) => {
    const options = readTaskOptions(typed);
    const { tasks } = await readDialogueTasks(typed, context);
    const stored = readDialogues(await readTextFile(typed.dialogues), typed.dialogues);
    const { known, strangers } = withTasks(stored, tasks);
    for (const instanceId of strangers)
      context.note(`${instanceId} is not in the input; its dialogues are left out`);
    const out = context.output(typed.out);
    const graded = await gradeAll(known, options, typed, context);
    for (const { dialogue } of graded) out.write(`${outputText("dialogue", dialogueLine(dialogue))}\n`);
    out.complete();
    const { kind: engine, profile } = options;
    context.result("grade-summary", {
      ...{ out: typed.out, engine, profile, behaviour: typed.behaviour, leftOut: strangers },
      moved: graded.flatMap(({ before, dialogue, why }) =>
        why === null ? [] : [ledgerLine(before, dialogue, why)],
      ),
      before: dialogueRates(known.map(({ before }) => before)),
      after: dialogueRates(graded.map(({ dialogue }) => dialogue)),
    });
    return strangers.length === 0 ? exitCodes.done : exitCodes.findings;
  },
);

interface KnownDialogue {
  before: Dialogue;
  task: KnownTask;
}

type Graded = GradedDialogue & KnownDialogue;

function withTasks(
  stored: readonly Dialogue[],
  tasks: readonly KnownTask[],
): { known: KnownDialogue[]; strangers: string[] } {
  const byId = new Map(tasks.map((known) => [known.task.instanceId, known]));
  const strangers = stored.map(({ instanceId }) => instanceId).filter((id) => !byId.has(id));
  return {
    known: stored.flatMap((before) => {
      const task = byId.get(before.instanceId);
      return task === undefined ? [] : [{ before, task }];
    }),
    strangers: [...new Set(strangers)],
  };
}

/** The dialogues in their order. */
function gradeAll(
  known: readonly KnownDialogue[],
  options: TaskOptions,
  { workers, behaviour }: { workers: number; behaviour: Behaviour },
  context: CommandContext,
): Promise<Graded[]> {
  const { signal, progress } = context;
  const dialect = dialectOf(options.kind);
  const contexts = new Map<KnownTask, ProvenanceContext>();
  const contextOf = (item: KnownTask): ProvenanceContext => {
    const found = contexts.get(item) ?? { ...parseTask(item.task, dialect), ...item, schema: null };
    contexts.set(item, found);
    return found;
  };
  return withDatabaseLanes(
    options,
    { workers, tasks: known.length },
    context,
    async (lanes: DatabaseLanes) => {
      const found = new Map<KnownDialogue, GradedDialogue>();
      const onGraded = progress("graded", known.length, "dialogues");
      await lanes.forEach<KnownDialogue, GradedDialogue>(known, {
        databaseOf: ({ task }) => task.task.database,
        markOf: ({ before: { system, trial, seed }, task: { task } }) => ({
          ...{ task, profile: options.profile },
          dialogue: ["grade", system, trial, seed, behaviour],
        }),
        work({ before, task }, database) {
          const settings = { ...before.settings, profile: options.profile, behaviour };
          return gradeDialogue(before, { context: contextOf(task), settings, signal }, database);
        },
        failed: ({ before }, { message }) => notGraded(before, message),
        onDone(item, result) {
          found.set(item, result);
          onGraded(found.size);
        },
      });
      return known.map((item) => ({ ...item, ...(found.get(item) as GradedDialogue) }));
    },
  );
}

function notGraded(before: Dialogue, reason: string): GradedDialogue {
  const why = `It could not be graded: ${reason}`;
  return { dialogue: { ...before, end: "infrastructure", reason }, why };
}

function ledgerLine(
  before: Dialogue,
  after: Dialogue,
  why: string,
): OutputValue<"grade-summary">["moved"][number] {
  const { instanceId, system, seed, trial } = before;
  const figures = ({ phase1Passed, phase2Passed, reward }: Dialogue) => ({
    phase1Passed,
    phase2Passed,
    reward,
  });
  return { instanceId, system, seed, trial, before: figures(before), after: figures(after), why };
}
