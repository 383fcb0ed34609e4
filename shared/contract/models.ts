import { z } from "zod";
import { ModelEndpoint } from "../domain/model-endpoint.ts";
import { base } from "./base.ts";

/** Where the key of an endpoint is: in the system's key store, in its environment variable, or nowhere. */
const KeyPlace = z.enum(["store", "variable"]).nullable();

export const models = {
  /** Whether this host can keep keys in the system's key store, and where those of the caller's endpoints are, by their URL and variable. */
  keys: base.output(
    z.object({
      canKeep: z.boolean(),
      keys: z.array(z.object({ url: z.string(), keyVariable: z.string().nullable(), foundIn: KeyPlace })),
    }),
  ),
  /** Puts the key of an address into the system's key store; an empty one takes it out. BAD_INPUT where there is no store. It is never answered again. */
  setKey: base.input(z.object({ url: z.string().max(500), key: z.string().max(4_000) })).output(z.void()),
  /** Asks a model for one word: `answer`, or the problem in words that say what to do. Nothing is stored; it may cost a few tokens. */
  askOneWord: base.input(ModelEndpoint).output(
    z.object({
      answer: z.string().nullable(),
      problem: z.string().nullable(),
      /** The model that answered, by its own account. */
      model: z.string().nullable(),
      /** What it turned out not to understand; null: nothing that results depend on. */
      missing: z.string().nullable(),
      ms: z.number(),
    }),
  ),
};
