import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { ChatRequest } from "./chat-request.ts";

/** What an endpoint understands of a request. It is found out from its refusals: no list of endpoints stays true. */
export interface EndpointAbilities {
  tools: "required" | "auto" | "none";
  /** What the form of an answer is asked for with: a schema, "any JSON", or words alone. */
  json: "schema" | "object" | "none";
  temperature: boolean;
  seed: boolean;
  /** The name of the field that limits an answer's length; null: it is not limited. */
  limit: "max_tokens" | "max_completion_tokens" | null;
}

/** Everything: what is tried first. */
export const allAbilities: EndpointAbilities = {
  ...{ tools: "required", json: "schema", temperature: true, seed: true, limit: "max_tokens" },
};

/** What somebody who set an endpoint up says of it. */
export function abilitiesOf({
  tools,
  schemas,
  temperature,
  seed,
}: ModelEndpoint["abilities"]): EndpointAbilities {
  return {
    ...{ temperature, seed, limit: "max_tokens" },
    tools: tools ? "required" : "none",
    json: schemas ? "schema" : "object",
  };
}

/**
 * What to try after a request was rejected with these words: without what the words name, else without the strictest form.
 * Null where nothing is left to do without.
 */
export function lesserAbilities(
  abilities: EndpointAbilities,
  { form }: ChatRequest,
  words: string,
): EndpointAbilities | null {
  const { tools, json, temperature, seed, limit } = abilities;
  const named = (pattern: RegExp) => pattern.test(words);
  if (temperature && named(/temperature/i)) return { ...abilities, temperature: false };
  if (seed && named(/\bseed\b/i)) return { ...abilities, seed: false };
  if (limit === "max_tokens" && named(/max_(completion_)?tokens/i))
    return { ...abilities, limit: "max_completion_tokens" };
  if (limit !== null && named(/max_completion_tokens/i)) return { ...abilities, limit: null };
  if (form.kind === "tools" && tools !== "none")
    return { ...abilities, tools: tools === "required" ? "auto" : "none" };
  if (json !== "none") return { ...abilities, json: json === "schema" ? "object" : "none" };
  return null;
}

/** What an endpoint turned out not to understand and results may depend on, in words; null where that is nothing. */
export function missingAbilities({ tools, json, temperature, seed }: EndpointAbilities): string | null {
  const missing = [
    temperature ? [] : ["no temperature: answers are sampled as it likes"],
    seed ? [] : ["no seed"],
    tools === "none" ? ["no tools: actions are asked for as JSON"] : [],
    json === "schema" ? [] : ["no JSON schema: the form of answers is asked for in words"],
  ].flat();
  return missing.length === 0 ? null : missing.join("; ");
}
