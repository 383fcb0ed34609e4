import { setTimeout as wait } from "node:timers/promises";
import { builtInSimulator } from "../built-in-simulator.ts";
import type { DialogueRun } from "../dialogue-job.ts";
import type { ChatEndpoint } from "./chat-endpoint.ts";
import type { ModelCalls } from "./model-calls.ts";
import { createModelSimulator, modelSimulatorName } from "./model-simulator.ts";
import { createModelSystem } from "./model-system.ts";
import type { Prompts } from "./prompts.ts";
import type { Waiting } from "./retries.ts";

/** A call takes five minutes at most. */
export const callTimeoutMs = 300_000;

/** By the clock. */
export const clockWaiting: Waiting = { wait: (ms, signal) => wait(ms, undefined, { signal }) };

/** A model that can be asked. */
export interface ReachableModel {
  endpoint: ChatEndpoint;
  calls: ModelCalls;
}

/** Language models as players of a run: the user simulator (null: it answers by rule), and systems under test by the names of their models. */
export function modelPlayers(
  prompts: Prompts,
  simulator: ReachableModel | null,
  systemOf: (model: string) => ReachableModel,
): Pick<DialogueRun, "simulator" | "modelSystem"> {
  const inDialogue = ({ endpoint, calls }: ReachableModel, trial: number) =>
    calls.forDialogue(endpoint, trial);
  return {
    simulator:
      simulator === null
        ? builtInSimulator
        : {
            name: modelSimulatorName(simulator.endpoint.model, prompts),
            begin: ({ trial, seed }) =>
              createModelSimulator({ model: inDialogue(simulator, trial), prompts, seed }),
          },
    modelSystem: (model, { trial, ...dialogue }) =>
      createModelSystem({ model: inDialogue(systemOf(model), trial), prompts, ...dialogue }),
  };
}
