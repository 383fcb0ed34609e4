import { editedBattery } from "#shared/dialogue/answered-battery.ts";
import type { SimulatorAction, SimulatorAnswer } from "#shared/domain/dialogue.ts";
import { readSimulatorQuestions, type SimulatorQuestion } from "#shared/formats/simulator-questions.ts";
import { type JudgedQuestion, simulatorScore } from "#shared/metrics/simulator-score.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { InfrastructureFailure } from "../dialogues/model/model-failure.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { readModelSetting, withModelOptions } from "./model-options.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import { openRunModels } from "./run-models.ts";
import { groundTruthOption, knowledgeOption, meaningsOption } from "./shared-options.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";

/** Asks a user simulator, and scores its answers where it is known what the questions are about. */
export const dialoguesAsk = defineCommand(
  (command) =>
    withModelOptions(
      command
        .description("ask the user simulator questions about tasks")
        .requiredOption("--input <file>", "the tasks, JSONL")
        .addOption(groundTruthOption())
        .addOption(knowledgeOption())
        .addOption(meaningsOption())
        .option("--questions <file>", "the questions, JSONL (default: a battery made from each task)"),
    ).requiredOption("--out <file>", "the answers, a line of JSON each"),
  async (options, context) => {
    const { input, groundTruth, knowledge, columnMeanings, questions: questionsFile, out: file } = options;
    const contexts = await readContexts(await context.input(input), {
      groundTruth,
      knowledge,
      columnMeanings,
    });
    const questions =
      questionsFile === undefined ? batteries(contexts) : await readQuestions(questionsFile, contexts);
    const setting = await readModelSetting(options, [], context);
    const out = context.output(file);
    const models = openRunModels(setting, context);
    try {
      const { simulator } = models.parts;
      const user = simulator.begin({ trial: 0, seed: 0 });
      const judged: JudgedQuestion[] = [];
      const asked = context.progress("asked", questions.length, "questions");
      for (const [index, question] of questions.entries()) {
        const about = contexts.get(question.instanceId) as ProvenanceContext;
        const answer = await user.answer(about, question.phase, question.question, []);
        out.write(`${outputText("simulator-answer", answerLine(about, question, answer))}\n`);
        if (question.expected !== null) judged.push({ expected: question.expected, given: answer.actions });
        asked(index + 1);
      }
      out.complete();
      const score = judged.length === 0 ? null : simulatorScore(judged);
      const common = { out: file, simulator: simulator.name, models: models.summary() };
      context.result("simulator-summary", { ...common, answers: questions.length, score });
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof InfrastructureFailure)) throw error;
      throw new WrongUsage(`${error.message} What was answered is in the recording, if there is one.`);
    } finally {
      models.close();
    }
  },
);

interface ContextFiles {
  groundTruth: string | undefined;
  knowledge: string | undefined;
  columnMeanings: string | undefined;
}

/** The tasks as the simulator sees them, by instance id. */
async function readContexts(input: string, files: ContextFiles): Promise<Map<string, ProvenanceContext>> {
  const { tasks } = await readTasks(input, files.groundTruth);
  const bases = await readKnowledge(files.knowledge, tasks);
  const meanings = await readMeanings(files.columnMeanings, tasks);
  const indexes = new Map([...bases].map(([database, { nodes }]) => [database, indexKnowledge(nodes)]));
  return new Map(
    tasks.map(({ task }) => [
      task.instanceId,
      {
        ...parseTask(task, "postgresql"),
        knowledge: indexes.get(task.database) ?? null,
        schema: null,
        meanings: meanings.get(task.database)?.meanings ?? [],
      },
    ]),
  );
}

function batteries(contexts: ReadonlyMap<string, ProvenanceContext>): SimulatorQuestion[] {
  return [...contexts].flatMap(([instanceId, context]) =>
    editedBattery(context).map(({ phase, question, expected }) => ({
      ...{ instanceId, phase, question },
      expected: typeof expected === "string" ? null : expected,
    })),
  );
}

async function readQuestions(
  file: string,
  contexts: ReadonlyMap<string, ProvenanceContext>,
): Promise<SimulatorQuestion[]> {
  if (file === "-") throw new WrongUsage("--questions names a file; standard input is for --input.");
  const tasks = new Map([...contexts].map(([id, { task }]) => [id, task]));
  return readSimulatorQuestions(await readTextFile(file), file, tasks);
}

function answerLine(
  context: ProvenanceContext,
  { instanceId, phase, question }: SimulatorQuestion,
  { actions, text, leaks }: SimulatorAnswer,
): OutputValue<"simulator-answer"> {
  const [first, ...others] = actions.map((action) => actionFields(context, phase, action));
  const fields = first as ReturnType<typeof actionFields>;
  return { instanceId, phase, question, ...fields, text, leaks, others };
}

function actionFields({ task, gold }: ProvenanceContext, phase: 1 | 2, action: SimulatorAction) {
  const ambiguity = action.kind === "AMB" ? task.ambiguities[action.ambiguity] : undefined;
  const sql = action.kind === "LOC" ? gold[phase][action.statement]?.sql : undefined;
  return {
    action: action.kind,
    ambiguity: ambiguity === undefined ? null : { kind: ambiguity.kind, term: ambiguity.term },
    node: action.kind === "LOC" ? (sql?.slice(action.range.from, action.range.to) ?? null) : null,
    reason: action.kind === "UNA" ? action.reason : null,
  };
}
