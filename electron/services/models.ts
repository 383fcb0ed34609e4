import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { createChatEndpoint } from "../dialogues/model/chat-endpoint.ts";
import type { ChatRequest } from "../dialogues/model/chat-request.ts";
import { abilitiesOf } from "../dialogues/model/endpoint-abilities.ts";
import { readEndpointAddress } from "../dialogues/model/endpoint-address.ts";
import { ModelFailure, type ModelFailureKind } from "../dialogues/model/model-failure.ts";
import { secretKey } from "../dialogues/model/secret-key.ts";
import { answeredValue } from "../dialogues/model/wire-reply.ts";
import { settingsOfPerson } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import type { ModelKeys } from "./model-keys.ts";

interface Dependencies {
  workspace: Workspace;
  modelKeys: ModelKeys;
}

/** A person waits no longer for one word, in milliseconds. */
const oneWordTimeoutMs = 30_000;

/** The language models of a person: where their keys are, and whether they answer. */
export function createModelsService({ workspace, modelKeys }: Dependencies) {
  return {
    async keys(_input: undefined, { actor }: CallContext) {
      const settings = await workspace.read((db) => settingsOfPerson(db, actor));
      const keys = settings["models.endpoints"].map(async ({ url, keyVariable }) => {
        const found = await modelKeys.find({ url, keyVariable });
        return { url, keyVariable, foundIn: found?.foundIn ?? null };
      });
      return { canKeep: modelKeys.canKeep, keys: await Promise.all(keys) };
    },

    async setKey({ url, key }: { url: string; key: string }): Promise<void> {
      if (!modelKeys.canKeep) throw noStore();
      await modelKeys.keep(readEndpointAddress(url), key.trim() === "" ? null : key.trim());
    },

    async askOneWord(asked: ModelEndpoint, { signal }: CallContext) {
      const url = readEndpointAddress(asked.url);
      const found = await modelKeys.find({ ...asked, url });
      let missing: string | null = null;
      const endpoint = createChatEndpoint({
        ...{ url, model: asked.model, abilities: abilitiesOf(asked.abilities) },
        key: secretKey(found?.key ?? null),
        timeoutMs: oneWordTimeoutMs,
        note: (text) => {
          missing = text;
        },
      });
      const startedAt = performance.now();
      const ended = () => ({ missing, ms: performance.now() - startedAt });
      try {
        const reply = await endpoint.send(oneWord, signal ?? new AbortController().signal);
        const answer = wordOf(answeredValue(reply, oneWord));
        return { answer, problem: null, model: reply.model, ...ended() };
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        const problem = problemOf(error, { ...asked, hasKey: found !== null });
        return { answer: null, problem, model: null, ...ended() };
      }
    },
  };
}

const oneWord: ChatRequest = {
  messages: [
    { role: "system", text: "You are asked whether you can be reached." },
    { role: "user", text: "Answer with one word of your choice." },
  ],
  form: {
    kind: "json",
    name: "word",
    schema: {
      type: "object",
      properties: { word: { type: "string" } },
      required: ["word"],
      additionalProperties: false,
    },
  },
  seed: 0,
  // A model that thinks first needs room for it.
  maxTokens: 1024,
};

function wordOf(value: unknown): string {
  const word = typeof value === "object" && value !== null && "word" in value ? value.word : value;
  return String(word).slice(0, 100);
}

/** What went wrong, and what to do about it. */
function problemOf(
  { kind, message }: ModelFailure,
  { model, keyVariable, hasKey }: ModelEndpoint & { hasKey: boolean },
): string {
  const advice: Partial<Record<ModelFailureKind, string>> = {
    unauthorised: hasKey
      ? "Check the key, and that it may use this model."
      : keyVariable === null
        ? "It wants a key, and none is set."
        : `It wants a key: start Querent with ${keyVariable} set.`,
    unreachable: "Check the address, and that the endpoint runs.",
    timeout: "It may be loading the model: try again in a minute.",
    rejected: `Check that the address ends as the endpoint wants it (mostly /v1), and that it has a model called ${model}.`,
    garbage: "Check the address: something else than a language model answers there.",
    "rate-limited": "Try again later.",
    "server-error": "Try again later.",
    "wrong-form": "It answers, but not in the form asked for. Runs will ask it again.",
  };
  const said = `The endpoint does not answer as it should: ${message}`.replace(/\.+$/, "");
  return `${said}. ${advice[kind] ?? ""}`.trim();
}

function noStore(): ServiceFault {
  const reason = "There is no key store here.";
  const fix = "Name an environment variable in the endpoint, and start Querent with the key in it.";
  return fieldFault({ field: "key", reason, fix });
}
