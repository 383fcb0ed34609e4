import { z } from "zod";

const Price = z.number().nonnegative().max(100_000);

/** A language model that can be asked, at an endpoint that speaks OpenAI's chat completions. Its key is never part of it. */
export const ModelEndpoint = z.object({
  /** What it is called here. */
  name: z.string().trim().min(1).max(60),
  /** The base of the API, without credentials: "https://host/v1". */
  url: z.string().trim().min(1).max(500),
  /** As the endpoint calls it. */
  model: z
    .string()
    .trim()
    .regex(/^\S{1,200}$/, "The name of a model has no spaces."),
  /**
   * The environment variable that holds the key where no key store does; null: none. Only names that begin with QUERENT_: a
   * workspace of somebody else's must not be able to send other variables anywhere.
   */
  keyVariable: z
    .string()
    .regex(/^QUERENT_[A-Z0-9_]{1,80}$/, "It has to begin with QUERENT_, as QUERENT_MODELS_KEY.")
    .nullable(),
  /** What it understands of a request; what it is not asked for is asked for in words, or left out. */
  abilities: z.object({
    tools: z.boolean(),
    schemas: z.boolean(),
    temperature: z.boolean(),
    seed: z.boolean(),
  }),
  /** In USD for a million tokens that go in, and that come out; null: not known. */
  prices: z.object({ input: Price, output: Price }).nullable(),
  /** What the calls of one run may cost, in USD, and take, in tokens; null: no limit. */
  costLimit: z.number().positive().max(1_000_000).nullable(),
  tokenLimit: z.number().int().positive().max(1e12).nullable(),
});
export type ModelEndpoint = z.infer<typeof ModelEndpoint>;
