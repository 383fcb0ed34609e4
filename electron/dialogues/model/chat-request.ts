import { createHash } from "node:crypto";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Something that a model can do instead of answering in words. */
export interface ChatTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

/** One message of a conversation with a model, whatever form it is sent in. */
export type ChatMessage =
  | { role: "system" | "user" | "assistant"; text: string }
  /** What the model did, by the name of a tool. */
  | { role: "call"; id: string; name: string; arguments: Readonly<Record<string, unknown>> }
  /** What came of the call of that id. */
  | { role: "result"; id: string; text: string };

/** A question to a model: it answers with one value of JSON of this form, at temperature 0. */
export interface ChatRequest {
  messages: readonly ChatMessage[];
  form: { kind: "json"; name: string; schema: JsonSchema } | { kind: "tools"; tools: readonly ChatTool[] };
  /** An unsigned 32-bit number. */
  seed: number;
  /** The answer is cut off after this many tokens. */
  maxTokens: number;
}

/** What a model answered: words, or the call of a tool as it stands. */
export interface ChatReply {
  text: string;
  call: { name: string; arguments: string } | null;
  /** The model that answered, by its own account, and the endpoint's fingerprint of its settings; null where it says none. */
  model: string | null;
  fingerprint: string | null;
  tokens: TokenCount;
}

/** Tokens that went in and came out. */
export interface TokenCount {
  input: number;
  output: number;
}

/** What names a request to a model at an endpoint: equal requests have equal hashes, on any machine. */
export function requestHash(at: { url: string; model: string }, request: ChatRequest): string {
  return createHash("sha256")
    .update(
      JSON.stringify([at.url, at.model, request.messages, request.form, request.seed, request.maxTokens]),
    )
    .digest("hex");
}

/** At most this many tokens go in: no token is shorter than a byte. */
export function mostInputTokens(request: ChatRequest): number {
  return Buffer.byteLength(JSON.stringify([request.messages, request.form]));
}
