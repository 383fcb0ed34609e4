import type { ChatReply, ChatRequest } from "./chat-request.ts";
import {
  allAbilities,
  type EndpointAbilities,
  lesserAbilities,
  missingAbilities,
} from "./endpoint-abilities.ts";
import { ModelFailure, type ModelFailureKind } from "./model-failure.ts";
import type { SecretKey } from "./secret-key.ts";
import { readReply, short } from "./wire-reply.ts";
import { wireRequest } from "./wire-request.ts";

// By hand rather than with the package openai: that is 35 MB, refuses to start without a key, and sends along what it finds in
// eight environment variables (key, organisation, headers) to whatever address it is given.

/** Where a model answers, over the protocol of OpenAI's chat completions. */
export interface ChatEndpoint {
  /** Without credentials; part of what names a request. */
  readonly url: string;
  readonly model: string;
  /** One attempt; rejects with `ModelFailure`, or with the signal's reason. */
  send(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}

/** What an endpoint is reached with; `url` is its base, as "https://host/v1". */
export interface EndpointParts {
  url: string;
  model: string;
  key: SecretKey;
  /** What it is known to understand; the rest is found out. */
  abilities?: EndpointAbilities;
  /** A whole call takes this long at most. */
  timeoutMs: number;
  /** Told once of each ability that the endpoint turns out not to have. */
  note(text: string): void;
}

/** The endpoint does not take the body as it is; it may take one that asks for less. */
class RejectedBody extends ModelFailure {}

/** No answer is longer than this, in characters. */
const mostCharacters = 8 * 2 ** 20;

export function createChatEndpoint(parts: EndpointParts): ChatEndpoint {
  const { url, model, key, timeoutMs, note } = parts;
  let known = parts.abilities ?? allAbilities;

  async function post(
    request: ChatRequest,
    abilities: EndpointAbilities,
    signal: AbortSignal,
  ): Promise<string> {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key.value !== null && { authorization: `Bearer ${key.value}` }),
        },
        body: JSON.stringify(wireRequest(model, request, abilities)),
        // Nobody else gets the question, or the key.
        redirect: "manual",
        signal: AbortSignal.any([signal, deadline]),
      });
      const body = key.scrub(await bodyOf(response));
      if (response.status !== 200) throw statusFailure(response, body);
      return body;
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted)
        throw new ModelFailure("timeout", `it gave no answer within ${timeoutMs / 1000} s`, {
          billed: "unknown",
        });
      if (error instanceof ModelFailure) throw error;
      throw networkFailure(error as Error, key);
    }
  }

  return {
    url,
    model,
    async send(request, signal) {
      let abilities = known;
      for (;;) {
        try {
          const body = await post(request, abilities, signal);
          if (abilities !== known)
            note(
              `${url} understands less: ${missingAbilities(abilities) ?? "another field for the length of answers"}`,
            );
          known = abilities;
          return readReply(body, request);
        } catch (error) {
          const lesser =
            error instanceof RejectedBody ? lesserAbilities(abilities, request, error.message) : null;
          if (lesser === null) throw error;
          abilities = lesser;
        }
      }
    },
  };
}

async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > mostCharacters)
        throw new ModelFailure("garbage", "its answer has no end", { billed: "unknown" });
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure("cut-off", "its answer was cut off", { billed: "unknown" });
  }
  return text + decoder.decode();
}

function statusFailure({ status, headers }: Response, body: string): ModelFailure {
  const words = wordsOfError(body);
  const message = `it answered with status ${status}${words === "" ? "" : `: ${words}`}`;
  if (status === 400 || status === 422) return new RejectedBody("rejected", message);
  const retryAfterMs = retryAfter(headers.get("retry-after"), Date.now());
  return new ModelFailure(kindOfStatus(status), message, { retryAfterMs });
}

function kindOfStatus(status: number): ModelFailureKind {
  if (status === 429) return "rate-limited";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "server-error";
  return status === 401 || status === 402 || status === 403 ? "unauthorised" : "rejected";
}

/** What an error says, wherever the endpoint puts it. */
function wordsOfError(body: string): string {
  try {
    const value = JSON.parse(body);
    return short(String(value.error?.message ?? value.error ?? value.message ?? value.detail ?? body));
  } catch {
    return short(body);
  }
}

/** Seconds, or a date; null where the endpoint says neither. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function networkFailure(error: Error, key: SecretKey): ModelFailure {
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // Before a connection stands nothing can have been paid for.
  const isBefore =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  const words = code === "" ? key.scrub(error.message) : code;
  return new ModelFailure("unreachable", `it could not be reached (${words})`, {
    billed: isBefore ? null : "unknown",
  });
}
