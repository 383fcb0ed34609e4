import { type Command, InvalidArgumentError, Option, type OptionValues } from "@commander-js/extra-typings";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import { readEndpointAddress } from "../dialogues/model/endpoint-address.ts";
import { type Prompts, readPrompts } from "../dialogues/model/prompts.ts";
import type { SpendingLimits } from "../dialogues/model/spending.ts";
import type { CommandContext } from "./command.ts";
import { WrongUsage } from "./command-end.ts";

/** Adds the options for language models to a command; the types of its own options stay. */
export function withModelOptions<Own extends OptionValues>(
  command: Command<[], Own>,
): Command<[], Own & ModelOptionTexts> {
  const added: Command<[], ModelOptionTexts & OptionValues> = (command as unknown as Command)
    .addOption(
      new Option("--simulator <kind>", "who answers questions: rules, or a language model")
        .choices(["built-in", "model"] as const)
        .default("built-in" as const),
    )
    .option("--endpoint <url>", "where language models answer: the base of an OpenAI-compatible API")
    .option("--model <name>", "the model of the user simulator, as the endpoint calls it")
    .option("--key-variable <name>", "the environment variable that holds the endpoint's key")
    .option("--prompts <dir>", "prompts to use in place of ours, in files of the same names")
    .option("--recording <file>", "keeps every call to a model; what it holds is not asked again")
    .option("--offline", "take all calls from the recording")
    .option("--cost-limit <usd>", "stop before the recording's calls could cost more", amount)
    .option("--token-limit <n>", "stop before the recording's calls could take more tokens", amount)
    .option("--price-input <usd>", "price of a million tokens that go in", amount)
    .option("--price-output <usd>", "price of a million tokens that come out", amount);
  return added as unknown as Command<[], Own & ModelOptionTexts>;
}

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
