import { allKnowledgeText, columnMeaningsText } from "#shared/dialogue/environment-texts.ts";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import { actionBudget, clarificationTurns } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { TokenCount } from "./chat-request.ts";

/** What dialogues will probably take of models; a limit is what holds. */
export interface CallEstimate extends TokenCount {
  calls: number;
}

/** Dialogues of one system about one task: `times` counts its trials. */
export interface EstimatedDialogues {
  context: Pick<ProvenanceContext, "task" | "schema" | "meanings" | "knowledge">;
  system: SystemName;
  patience: number;
  times: number;
}

/** Tokens of a prompt without what is filled in, of a turn with its answer, and of what a model writes in a turn, thoughts left out. */
const usual = { prompt: 500, turn: 300, answer: 300 };

/** In a-Interact an action costs about this many coins. */
const usualCost = 1.5;

/** Estimates from the length of what models are given to read, four characters to a token: for each model under test by its name, and for a simulator by model. */
export function estimateCalls(
  dialogues: readonly EstimatedDialogues[],
  { protocol }: Pick<DialogueSettings, "protocol">,
): { systems: Map<string, CallEstimate>; simulator: CallEstimate } {
  const simulator = noCalls();
  const systems = new Map<string, CallEstimate>();
  for (const { context, system, patience, times } of dialogues) {
    const { task } = context;
    const questions = protocol === "c" ? clarificationTurns(task, patience) : task.ambiguities.length;
    if (system.kind === "model") {
      const turns = protocol === "c" ? questions + 2 : actionBudget(task, patience) / usualCost;
      const read = usual.prompt + tokensRead(context) + (turns / 2) * usual.turn;
      const total = systems.get(system.model) ?? noCalls();
      systems.set(system.model, add(total, times * Math.ceil(turns), read, usual.answer));
    }
    const gold = tokensOf(task.goldSql.join(" ") + JSON.stringify(task.ambiguities));
    if (system.kind !== "asks-nothing")
      add(simulator, times * 2 * questions, usual.prompt + gold, usual.answer / 3);
  }
  return { systems, simulator };
}

/** All of several estimates. */
export function sumOfCalls(estimates: readonly CallEstimate[]): CallEstimate {
  return estimates.reduce(
    (sum, { calls, input, output }) => ({
      calls: sum.calls + calls,
      input: sum.input + input,
      output: sum.output + output,
    }),
    noCalls(),
  );
}

const noCalls = (): CallEstimate => ({ calls: 0, input: 0, output: 0 });

/** Adds calls of so many tokens each. */
function add(total: CallEstimate, calls: number, input: number, output: number): CallEstimate {
  total.calls += calls;
  total.input += Math.round(calls * input);
  total.output += Math.round(calls * output);
  return total;
}

/** Schema, meanings and knowledge. */
function tokensRead({ schema, meanings, knowledge }: EstimatedDialogues["context"]): number {
  const nodes = knowledge === null ? [] : [...knowledge.graph.nodes.values()];
  return tokensOf(JSON.stringify(schema) + columnMeaningsText(meanings) + allKnowledgeText(nodes));
}

const tokensOf = (text: string): number => text.length / 4;
