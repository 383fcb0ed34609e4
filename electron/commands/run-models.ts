import type { z } from "zod";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { DialogueJob, DialogueRun } from "../dialogues/dialogue-job.ts";
import { type ChatEndpoint, createChatEndpoint } from "../dialogues/model/chat-endpoint.ts";
import { type CallEstimate, estimateCalls, sumOfCalls } from "../dialogues/model/cost-estimate.ts";
import { createModelCalls } from "../dialogues/model/model-calls.ts";
import {
  callTimeoutMs,
  clockWaiting,
  modelPlayers,
  type ReachableModel,
} from "../dialogues/model/model-players.ts";
import { openRecording } from "../dialogues/model/recording.ts";
import { secretKey } from "../dialogues/model/secret-key.ts";
import { createSpending } from "../dialogues/model/spending.ts";
import type { CommandContext } from "./command.ts";
import type { ModelSetting } from "./model-options.ts";
import type { RunModelsSummary } from "./output-schemas.ts";

/** The language models of a run. */
export interface RunModels {
  parts: Pick<DialogueRun, "simulator" | "modelSystem">;
  /** Says what the dialogues will cost, before the first. */
  noteEstimate(jobs: readonly DialogueJob[], settings: DialogueRun["settings"]): void;
  summary(): z.infer<typeof RunModelsSummary> | null;
  close(): void;
}

/** A run by rule alone. */
const noModels: RunModels = {
  parts: { simulator: builtInSimulator, modelSystem: null },
  noteEstimate: () => {},
  summary: () => null,
  close: () => {},
};

/** Opens the recording, and what is needed to ask models. */
export function openRunModels(setting: ModelSetting | null, { note, signal }: CommandContext): RunModels {
  if (setting === null) return noModels;
  const { url, prompts, simulator, limits, isOffline } = setting;
  const recording = openRecording(setting.recording);
  const spending = createSpending(limits, recording.spentBefore);
  const calls = createModelCalls({ recording, spending, isOffline, waiting: clockWaiting, note, signal });
  const key = secretKey(setting.key);
  const endpoints = new Map<string, ChatEndpoint>();
  const reachable = (model: string): ReachableModel => {
    const endpoint =
      endpoints.get(model) ?? createChatEndpoint({ url, model, key, timeoutMs: callTimeoutMs, note });
    endpoints.set(model, endpoint);
    return { endpoint, calls };
  };
  if (recording.interrupted > 0)
    note(
      `${recording.interrupted} calls were under way when an earlier run ended; they may be paid for twice`,
    );
  return {
    parts: modelPlayers(prompts, simulator === null ? null : reachable(simulator), reachable),
    noteEstimate(jobs, settings) {
      if (isOffline) return;
      const dialogues = jobs.map((job) => ({ ...job, context: job.prepared.context, times: 1 }));
      const { systems, simulator: user } = estimateCalls(dialogues, settings);
      const parts = [...systems.values(), ...(simulator === null ? [] : [user])];
      note(estimateText(sumOfCalls(parts), setting));
    },
    summary() {
      const { asked, recorded, failedAttempts, waitedMs } = calls.counts();
      return {
        ...{ endpoint: url, prompts: prompts.hashes, asked, recorded, failedAttempts, waitedMs },
        possiblyPaidTwice: recording.interrupted,
        spent: spending.total(),
        isRepeatable: asked === 0 && failedAttempts === 0,
      };
    },
    close: () => recording.close(),
  };
}

function estimateText(
  { calls, input, output }: CallEstimate,
  { limits: { prices, usd }, recording }: ModelSetting,
): string {
  const cost = prices && (input * prices.input + output * prices.output) / 1e6;
  const money = cost === null ? "" : `, ${cost.toFixed(2)} USD`;
  const limit = usd === null ? "" : `; the limit is ${usd.toFixed(2)} USD`;
  const known = recording === null ? "" : ", less what the recording holds";
  return `about ${calls} calls to models, ${input + output} tokens${money}${known}${limit}`;
}
