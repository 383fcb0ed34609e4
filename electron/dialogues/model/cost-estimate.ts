import { allKnowledgeText, columnMeaningsText } from "#shared/dialogue/environment-texts.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import { actionBudget, clarificationTurns } from "#shared/domain/task.ts";
import type { DialogueJob } from "../dialogue-job.ts";
import type { TokenCount } from "./chat-request.ts";

/** What dialogues will probably take of models; a limit is what holds. */
export interface CallEstimate extends TokenCount {
  calls: number;
}

/** Tokens of a prompt without what is filled in, of a turn with its answer, and of what a model writes in a turn, thoughts left out. */
const usual = { prompt: 500, turn: 300, answer: 300 };

/** In a-Interact an action costs about this many coins. */
const usualCost = 1.5;

/** Estimates from the length of what models are given to read, four characters to a token. */
export function estimateCalls(
  jobs: readonly Pick<DialogueJob, "prepared" | "system" | "patience">[],
  settings: DialogueSettings,
  isSimulatorModel: boolean,
): CallEstimate {
  const total = { calls: 0, input: 0, output: 0 };
  const add = (calls: number, input: number, output: number) => {
    total.calls += calls;
    total.input += Math.round(calls * input);
    total.output += Math.round(calls * output);
  };
  for (const { prepared, system, patience } of jobs) {
    const { task, schema, meanings, knowledge } = prepared.context;
    const questions =
      settings.protocol === "c" ? clarificationTurns(task, patience) : task.ambiguities.length;
    if (system.kind === "model") {
      const nodes = knowledge === null ? [] : [...knowledge.graph.nodes.values()];
      const read = tokensOf(JSON.stringify(schema) + columnMeaningsText(meanings) + allKnowledgeText(nodes));
      const turns = settings.protocol === "c" ? questions + 2 : actionBudget(task, patience) / usualCost;
      add(Math.ceil(turns), usual.prompt + read + (turns / 2) * usual.turn, usual.answer);
    }
    const gold = tokensOf(task.goldSql.join(" ") + JSON.stringify(task.ambiguities));
    if (isSimulatorModel && system.kind !== "asks-nothing")
      add(2 * questions, usual.prompt + gold, usual.answer / 3);
  }
  return total;
}

const tokensOf = (text: string): number => text.length / 4;
