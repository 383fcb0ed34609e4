import { setTimeout as wait } from "node:timers/promises";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { DialogueJob, DialogueRun } from "../dialogues/dialogue-job.ts";
import { type ChatEndpoint, createChatEndpoint } from "../dialogues/model/chat-endpoint.ts";
import { type CallEstimate, estimateCalls } from "../dialogues/model/cost-estimate.ts";
import { readEndpointAddress } from "../dialogues/model/endpoint-address.ts";
import { createModelCalls } from "../dialogues/model/model-calls.ts";
import { createModelSimulator, modelSimulatorName } from "../dialogues/model/model-simulator.ts";
import { createModelSystem } from "../dialogues/model/model-system.ts";
import { type Prompts, readPrompts } from "../dialogues/model/prompts.ts";
import { openRecording } from "../dialogues/model/recording.ts";
import { secretKey } from "../dialogues/model/secret-key.ts";
import { createSpending, type SpendingLimits } from "../dialogues/model/spending.ts";
import type { CommandContext } from "./command.ts";
import { WrongUsage } from "./command-end.ts";
import type { OutputValue } from "./output-schemas.ts";

export const endpointOption = () =>
  new Option("--endpoint <url>", "where language models answer: the base of an OpenAI-compatible API");
export const modelOption = () =>
  new Option("--model <name>", "the model of the user simulator, as the endpoint calls it");
export const keyVariableOption = () =>
  new Option("--key-variable <name>", "the environment variable that holds the endpoint's key");
export const simulatorOption = () =>
  new Option("--simulator <kind>", "who answers questions: rules, or a language model")
    .choices(["built-in", "model"] as const)
    .default("built-in" as const);
export const promptsOption = () =>
  new Option("--prompts <dir>", "prompts to use in place of ours, in files of the same names");
export const recordingOption = () =>
  new Option("--recording <file>", "keeps every call to a model; what it holds is not asked again");
export const offlineOption = () => new Option("--offline", "take all calls from the recording");
export const costLimitOption = () =>
  new Option("--cost-limit <usd>", "stop before the recording's calls could cost more").argParser(amount);
export const tokenLimitOption = () =>
  new Option("--token-limit <n>", "stop before the recording's calls could take more tokens").argParser(
    amount,
  );
export const priceInputOption = () =>
  new Option("--price-input <usd>", "price of a million tokens that go in").argParser(amount);
export const priceOutputOption = () =>
  new Option("--price-output <usd>", "price of a million tokens that come out").argParser(amount);

function amount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number such as 2.5.");
  return Number(text);
}

/** What the options for language models say, as they are typed. */
export interface ModelOptionTexts {
  endpoint?: string | undefined;
  model?: string | undefined;
  keyVariable?: string | undefined;
  simulator: "built-in" | "model";
  prompts?: string | undefined;
  recording?: string | undefined;
  offline?: true | undefined;
  costLimit?: number | undefined;
  tokenLimit?: number | undefined;
  priceInput?: number | undefined;
  priceOutput?: number | undefined;
}

/** The same, read and checked against each other; nothing is open yet. */
export interface ModelSetting {
  url: string;
  /** The simulator's model; null: it answers by rule. */
  simulator: string | null;
  key: string | null;
  recording: string | null;
  isOffline: boolean;
  limits: SpendingLimits;
  prompts: Prompts;
}

/** Reads the options for language models; null where no part of the run is one. Throws `WrongUsage` and `BadInput`. */
export async function readModelSetting(
  texts: ModelOptionTexts,
  systems: readonly SystemName[],
  { host }: CommandContext,
): Promise<ModelSetting | null> {
  const isSimulator = texts.simulator === "model";
  if (!isSimulator && !systems.some(({ kind }) => kind === "model")) return null;
  if (texts.endpoint === undefined)
    throw new WrongUsage("A language model needs --endpoint, the URL of its API.");
  if (isSimulator && texts.model === undefined)
    throw new WrongUsage("--simulator model needs --model, the name of the model.");
  if (texts.offline && texts.recording === undefined)
    throw new WrongUsage("--offline needs --recording, the file to take the calls from.");
  const { paths } = await host.program();
  return {
    url: readEndpointAddress(texts.endpoint),
    simulator: isSimulator ? (texts.model ?? null) : null,
    key: texts.keyVariable === undefined || texts.offline ? null : keyOf(texts.keyVariable),
    recording: texts.recording ?? null,
    isOffline: texts.offline ?? false,
    limits: limitsOf(texts),
    prompts: readPrompts(paths.prompts, texts.prompts ?? null),
  };
}

/** The message does not repeat what was typed: it may be the key itself. */
function keyOf(variable: string): string {
  const key = process.env[variable]?.trim();
  if (key !== undefined && key !== "") return key;
  throw new WrongUsage(
    "--key-variable takes the name of an environment variable; there is none of this name with a key in it.",
  );
}

function limitsOf({ costLimit, tokenLimit, priceInput, priceOutput }: ModelOptionTexts): SpendingLimits {
  if ((priceInput === undefined) !== (priceOutput === undefined))
    throw new WrongUsage("--price-input and --price-output go together.");
  const prices =
    priceInput === undefined || priceOutput === undefined ? null : { input: priceInput, output: priceOutput };
  if (costLimit !== undefined && prices === null)
    throw new WrongUsage("--cost-limit needs --price-input and --price-output, in USD for a million tokens.");
  return { prices, usd: costLimit ?? null, tokens: tokenLimit ?? null };
}

/** The language models of a run. */
export interface RunModels {
  parts: Pick<DialogueRun, "simulator" | "modelSystem">;
  /** Says what the dialogues will cost, before the first. */
  noteEstimate(jobs: readonly DialogueJob[], settings: DialogueRun["settings"]): void;
  summary(): OutputValue<"dialogue-summary">["models"];
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
  const waiting = { wait: (ms: number, until: AbortSignal) => wait(ms, undefined, { signal: until }) };
  const calls = createModelCalls({ recording, spending, isOffline, waiting, note, signal });
  const key = secretKey(setting.key);
  const endpoints = new Map<string, ChatEndpoint>();
  const modelFor = (model: string, trial: number) => {
    const endpoint =
      endpoints.get(model) ?? createChatEndpoint({ url, model, key, timeoutMs: callTimeoutMs, note });
    endpoints.set(model, endpoint);
    return calls.forDialogue(endpoint, trial);
  };
  if (recording.interrupted > 0)
    note(
      `${recording.interrupted} calls were under way when an earlier run ended; they may be paid for twice`,
    );
  return {
    parts: {
      simulator:
        simulator === null
          ? builtInSimulator
          : {
              name: modelSimulatorName(simulator, prompts),
              begin: ({ trial, seed }) =>
                createModelSimulator({ model: modelFor(simulator, trial), prompts, seed }),
            },
      modelSystem: (model, { trial, ...dialogue }) =>
        createModelSystem({ model: modelFor(model, trial), prompts, ...dialogue }),
    },
    noteEstimate(jobs, settings) {
      if (!isOffline) note(estimateText(estimateCalls(jobs, settings, simulator !== null), setting));
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

/** A call takes five minutes at most. */
const callTimeoutMs = 300_000;

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
