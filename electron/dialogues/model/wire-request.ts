import type { ChatMessage, ChatRequest } from "./chat-request.ts";
import type { EndpointAbilities } from "./endpoint-abilities.ts";

/** The body of a request as `POST /chat/completions` takes it, from an endpoint that understands this much. */
export function wireRequest(
  model: string,
  { messages, form, seed, maxTokens }: ChatRequest,
  abilities: EndpointAbilities,
): Record<string, unknown> {
  const hasTools = form.kind === "tools" && abilities.tools !== "none";
  const words = hasTools ? null : formInWords(form, abilities);
  return {
    model,
    messages: messages.map((message, at) => wireMessage(message, hasTools, at === 0 ? words : null)),
    stream: false,
    ...(abilities.temperature && { temperature: 0 }),
    ...(abilities.seed && { seed }),
    ...(abilities.limit !== null && { [abilities.limit]: maxTokens }),
    ...(hasTools ? wireTools(form, abilities) : responseFormat(form, abilities)),
  };
}

function wireMessage(message: ChatMessage, hasTools: boolean, added: string | null): Record<string, unknown> {
  if (message.role === "call") {
    const { id, name, arguments: given } = message;
    if (!hasTools) return { role: "assistant", content: JSON.stringify({ name, arguments: given }) };
    const call = { id, type: "function", function: { name, arguments: JSON.stringify(given) } };
    return { role: "assistant", content: null, tool_calls: [call] };
  }
  if (message.role === "result")
    return hasTools
      ? { role: "tool", tool_call_id: message.id, content: message.text }
      : { role: "user", content: message.text };
  return { role: message.role, content: added === null ? message.text : `${message.text}\n\n${added}` };
}

function wireTools(form: ChatRequest["form"] & { kind: "tools" }, { tools }: EndpointAbilities) {
  return {
    tools: form.tools.map((tool) => ({ type: "function", function: tool })),
    tool_choice: tools,
  };
}

function responseFormat(form: ChatRequest["form"], { json }: EndpointAbilities) {
  if (json === "none") return {};
  if (json === "object" || form.kind === "tools") return { response_format: { type: "json_object" } };
  const { name, schema } = form;
  return { response_format: { type: "json_schema", json_schema: { name, schema, strict: true } } };
}

/** The form of the answer for an endpoint that does not enforce it; null where it does. */
function formInWords(form: ChatRequest["form"], { json }: EndpointAbilities): string | null {
  if (form.kind === "tools")
    return `Answer with one JSON object and nothing else: {"name": …, "arguments": {…}}. These are the actions with the JSON Schemas of their arguments:\n${JSON.stringify(form.tools)}`;
  if (json === "schema") return null;
  return `Answer with one JSON value and nothing else. It has to fit this JSON Schema:\n${JSON.stringify(form.schema)}`;
}
