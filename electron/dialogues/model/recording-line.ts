import { z } from "zod";
import { modelFailureKinds } from "./model-failure.ts";

const Tokens = z.strictObject({ input: z.number(), output: z.number() });

/** What was asked: the same request of the same trial for the n-th time (from 0). */
const key = {
  trial: z.int().nonnegative(),
  request: z.string().describe("SHA-256 of endpoint, model, messages, form, seed and limit of tokens."),
  occurrence: z.int().nonnegative(),
};

/** One attempt at it, by its number in the file, from 1. */
const call = { call: z.int().positive(), ...key };

/** What a call has cost; `usd` is null where no prices were given. */
export const Spent = z.strictObject({ tokens: Tokens, usd: z.number().nullable() });
export type Spent = z.infer<typeof Spent>;

/** A line of a recording. `begun` without an end: it was under way when the program was ended, and may have been paid for. */
export const RecordingLine = z.discriminatedUnion("event", [
  z.strictObject({ event: z.literal("recording"), version: z.literal(1) }),
  z.strictObject({ event: z.literal("begun"), ...call, most: Spent.describe("What it can cost at most.") }),
  z.strictObject({
    event: z.literal("answered"),
    ...call,
    model: z.string().nullable(),
    fingerprint: z.string().nullable(),
    spent: Spent,
    text: z.string(),
    tool: z.strictObject({ name: z.string(), arguments: z.string() }).nullable(),
  }),
  z.strictObject({
    event: z.literal("failed"),
    ...call,
    kind: z.enum(modelFailureKinds),
    message: z.string(),
    spent: Spent.nullable().describe("Null: nothing."),
    isUncertain: z.boolean().describe("Whether it may have cost that much, but nobody knows."),
    answer: z.string().nullable().describe("What could not be used."),
  }),
  z.strictObject({
    event: z.literal("given-up"),
    ...key,
    kind: z.enum(modelFailureKinds),
    message: z.string(),
  }),
]);
export type RecordingLine = z.infer<typeof RecordingLine>;
