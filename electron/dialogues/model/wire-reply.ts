import { z } from "zod";
import type { ChatReply, ChatRequest } from "./chat-request.ts";
import { ModelFailure } from "./model-failure.ts";

/** What of a chat completion is read; the rest differs from endpoint to endpoint. */
const Completion = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

/** Endpoints that pass calls on report failures of others with status 200. */
const PassedOn = z.object({
  error: z.object({ message: z.string(), code: z.union([z.number(), z.string()]).nullish() }),
});

/** Reads the body of a reply with status 200; throws `ModelFailure`. Where no tokens are counted, four characters are one. */
export function readReply(body: string, request: ChatRequest): ChatReply {
  const value = parsed(body);
  const passedOn = PassedOn.safeParse(value);
  if (passedOn.success) {
    const { code, message } = passedOn.data.error;
    throw new ModelFailure(
      Number(code) === 429 ? "rate-limited" : "server-error",
      `it says: ${short(message)}`,
    );
  }
  const completion = Completion.safeParse(value);
  const choice = completion.data?.choices[0];
  if (!completion.success || choice === undefined)
    throw new ModelFailure("garbage", `it answered something that is no chat completion: ${short(body)}`, {
      billed: "unknown",
    });
  const { model = null, system_fingerprint: fingerprint = null, usage } = completion.data;
  const { content, refusal, tool_calls: calls } = choice.message;
  const text = content ?? "";
  const call = calls?.[0]?.function ?? null;
  const tokens = {
    input: usage?.prompt_tokens ?? tokensOf(JSON.stringify([request.messages, request.form])),
    output: usage?.completion_tokens ?? tokensOf(text + (call?.arguments ?? "")),
  };
  if (choice.finish_reason === "content_filter" || (refusal ?? "") !== "")
    throw new ModelFailure(
      "refused",
      `the model refused to answer: ${short(refusal || text || "no reason given")}`,
      {
        billed: tokens,
      },
    );
  if (text.trim() === "" && call === null)
    throw new ModelFailure(
      "empty",
      `the model answered nothing (${choice.finish_reason ?? "no reason given"})`,
      {
        billed: tokens,
      },
    );
  return { text, call, model: model ?? null, fingerprint: fingerprint ?? null, tokens };
}

/** The value of JSON that a model answered, in the form that it was asked for; throws `ModelFailure`. */
export function answeredValue({ text, call, tokens }: ChatReply, { form }: ChatRequest): unknown {
  const wrong = (what: string, answer: string) =>
    new ModelFailure("wrong-form", what, { billed: tokens, answer });
  if (form.kind === "tools" && call !== null) {
    const value = jsonOf(call.arguments === "" ? "{}" : call.arguments);
    if (value === undefined)
      throw wrong(`The arguments of ${call.name} are not JSON.`, `${call.name} ${call.arguments}`);
    return { name: call.name, arguments: value };
  }
  const value = jsonOf(bareJson(text));
  if (value === undefined) throw wrong("The answer is not JSON.", text);
  return value;
}

/** Without a model's spoken thoughts before, and a fence around its answer. */
function bareJson(text: string): string {
  const said = text.replace(/^[\s\S]*<\/think>/, "").trim();
  return /^```(?:json)?\s*\n([\s\S]*?)\n```$/.exec(said)?.[1] ?? said;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    const begins = body.trimStart().startsWith("{");
    throw begins
      ? new ModelFailure("cut-off", "its answer was cut off", { billed: "unknown" })
      : new ModelFailure("garbage", `it answered something that is not JSON: ${short(body)}`, {
          billed: "unknown",
        });
  }
}

/** The beginning of a text, on one line. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4);
