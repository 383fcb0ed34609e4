import type { z } from "zod";
import type { ChatEndpoint } from "./chat-endpoint.ts";
import { type ChatReply, type ChatRequest, requestHash } from "./chat-request.ts";
import { InfrastructureFailure, ModelFailure } from "./model-failure.ts";
import { createOutage } from "./outage.ts";
import type { ExchangeKey, Recording } from "./recording.ts";
import { afterFailure, type Waiting } from "./retries.ts";
import type { Spending } from "./spending.ts";
import { answeredValue } from "./wire-reply.ts";

/** A language model within one dialogue. */
export interface LanguageModel {
  /** As its endpoint calls it. */
  readonly name: string;
  /** Asks for a value of this form. Rejects with `InfrastructureFailure`, or with the signal's reason. */
  ask<Value>(request: ChatRequest, form: z.ZodType<Value>): Promise<Value>;
}

/** What all calls of a run share. */
export interface ModelCallParts {
  recording: Recording;
  spending: Spending;
  /** Answers come from the recording alone; what it does not hold is a failure. */
  isOffline: boolean;
  waiting: Waiting;
  /** Told of every wait, and what to do. */
  note(text: string): void;
  signal: AbortSignal;
}

/** How many answers were asked for now, came from the recording, and how often and long was waited. */
export interface ModelCallCounts {
  asked: number;
  recorded: number;
  failedAttempts: number;
  waitedMs: number;
}

/** All calls to language models of a run: recorded, tried again by class, and within the limits of what may be spent. */
export interface ModelCalls {
  /** The model of an endpoint for one dialogue of a trial (0-based); equal requests within it are told apart. */
  forDialogue(endpoint: ChatEndpoint, trial: number): LanguageModel;
  counts(): Readonly<ModelCallCounts>;
}

/** One exchange on its way to an answer. */
interface Exchange {
  endpoint: ChatEndpoint;
  key: ExchangeKey;
  request: ChatRequest;
  form: z.ZodType;
}

export function createModelCalls(parts: ModelCallParts): ModelCalls {
  const { recording, isOffline, signal } = parts;
  const counts: ModelCallCounts = { asked: 0, recorded: 0, failedAttempts: 0, waitedMs: 0 };
  const outage = createOutage();
  // Dialogues of one trial that ask the same get the same answer, whoever comes first.
  const pending = new Map<string, Promise<ChatReply>>();

  async function replyTo(exchange: Exchange): Promise<ChatReply> {
    const name = JSON.stringify(exchange.key);
    const known = recording.answer(exchange.key) ?? pending.get(name);
    if (known !== undefined) {
      const reply = await known;
      counts.recorded += 1;
      return reply;
    }
    if (isOffline) throw offlineFailure(recording, exchange.key);
    const own = persist(exchange, parts, counts, outage).finally(() => pending.delete(name));
    pending.set(name, own);
    const reply = await own;
    counts.asked += 1;
    return reply;
  }

  return {
    counts: () => counts,
    forDialogue(endpoint, trial) {
      const occurrences = new Map<string, number>();
      return {
        name: endpoint.model,
        async ask(request, form) {
          signal.throwIfAborted();
          const hash = requestHash(endpoint, request);
          const occurrence = occurrences.get(hash) ?? 0;
          occurrences.set(hash, occurrence + 1);
          const key = { trial, request: hash, occurrence };
          return form.parse(answeredValue(await replyTo({ endpoint, key, request, form }), request));
        },
      };
    },
  };
}

function offlineFailure(recording: Recording, key: ExchangeKey): InfrastructureFailure {
  const { kind, message } = recording.failure(key) ?? {
    kind: "not-recorded",
    message: "The recording does not hold this call. Run it again with the network.",
  };
  return new InfrastructureFailure(kind, message);
}

/** Tries until there is an answer, or gives up. */
async function persist(
  exchange: Exchange,
  parts: ModelCallParts,
  counts: ModelCallCounts,
  outage: ReturnType<typeof createOutage>,
): Promise<ChatReply> {
  const { endpoint, key } = exchange;
  const { recording, waiting, note, signal } = parts;
  const failures: ModelFailure[] = [];
  for (;;) {
    const next = outage.of(endpoint) ?? afterFailure(failures);
    if (next === "give-up" || next instanceof ModelFailure) {
      const failure = givenUp(endpoint, failures, next === "give-up" ? null : next);
      outage.gaveUp(endpoint, failures.at(-1) ?? null);
      await recording.giveUp(key, failure);
      throw failure;
    }
    if (next.waitMs > 0) {
      note(`waiting ${next.waitMs / 1000} s for ${endpoint.url}: ${failures.at(-1)?.message}`);
      counts.waitedMs += next.waitMs;
      await waiting.wait(next.waitMs, signal);
    }
    try {
      const reply = await attempt(withRepairs(exchange, failures), parts);
      outage.answered(endpoint);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      counts.failedAttempts += 1;
      failures.push(error);
    }
  }
}

/** One attempt, on the record. One that is cancelled has no end there: it may have been paid for. */
async function attempt(
  exchange: Exchange,
  { recording, spending, signal }: ModelCallParts,
): Promise<ChatReply> {
  const { endpoint, key, request } = exchange;
  const { most, settle } = spending.reserve(request);
  const call = await recording.begin(key, most);
  try {
    const reply = await endpoint.send(request, signal);
    requireForm(reply, exchange);
    const spent = spending.costOf(reply.tokens);
    await recording.answered(call, key, reply, spent);
    settle(spent);
    return reply;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const { kind, message, billed, answer } = error;
    const isUncertain = billed === "unknown";
    const spent =
      billed === null
        ? null
        : isUncertain
          ? most
          : spending.costOf(billed as Exclude<typeof billed, "unknown">);
    await recording.failed(call, key, { kind, message, spent, isUncertain, answer });
    settle(spent);
    throw error;
  }
}

function requireForm(reply: ChatReply, { request, form }: Exchange): void {
  const read = form.safeParse(answeredValue(reply, request));
  if (read.success) return;
  const [issue] = read.error.issues;
  const at = issue?.path.join(".") ?? "";
  throw new ModelFailure(
    "wrong-form",
    `The answer is not of the form asked for${at === "" ? "" : ` (${at})`}: ${issue?.message}.`,
    {
      billed: reply.tokens,
      answer: reply.call === null ? reply.text : `${reply.call.name} ${reply.call.arguments}`,
    },
  );
}

/** A model that is asked the same again answers the same: it is told what was wrong. */
function withRepairs(exchange: Exchange, failures: readonly ModelFailure[]): Exchange {
  const repairs = failures.flatMap(({ kind, message, answer }) =>
    kind !== "wrong-form" || answer === null
      ? []
      : [
          { role: "assistant" as const, text: answer },
          { role: "user" as const, text: `This answer cannot be used. ${message} Answer again.` },
        ],
  );
  if (repairs.length === 0) return exchange;
  const { request } = exchange;
  return { ...exchange, request: { ...request, messages: [...request.messages, ...repairs] } };
}

function givenUp(
  { url, model }: ChatEndpoint,
  failures: readonly ModelFailure[],
  outage: ModelFailure | null,
): InfrastructureFailure {
  const last = outage ?? (failures.at(-1) as ModelFailure);
  const equal = failures.filter(({ kind }) => kind === last.kind).length;
  const times = equal > 1 ? ` (${equal} times)` : "";
  return new InfrastructureFailure(
    last.kind,
    `The model ${model} at ${url} gave no answer: ${last.message}${times}.`.replace(/\.+$/, "."),
  );
}
