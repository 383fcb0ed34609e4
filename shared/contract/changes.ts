import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { base } from "./base.ts";
import { Job } from "./jobs.ts";

/** Something changed in the workspace, by this window or another one; a hint what to ask again. */
export const Change = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("verdict"),
    projectId: z.number().int(),
    itemId: z.number().int(),
    reviewer: z.string(),
  }),
  z.object({ type: z.literal("evaluations"), projectId: z.number().int() }),
  z.object({ type: z.literal("projects") }),
  z.object({ type: z.literal("job"), job: Job }),
  /** Another process wrote to the workspace file: ask everything again. */
  z.object({ type: z.literal("everything") }),
]);
export type Change = z.infer<typeof Change>;

export const changes = { watch: base.output(eventIterator(Change)) };
