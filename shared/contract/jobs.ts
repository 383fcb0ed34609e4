import { z } from "zod";
import { base } from "./base.ts";

/** Long work in the back end: what it is, how far it is, and how it ended. */
export const Job = z.object({
  id: z.string(),
  /** "evaluate" is of items; lint, check and run are of tasks; "evaluate-tasks" is of predictions on tasks; "dialogues" is of runs; "certify" is of tasks; "agreement" is of opinions; "settle" is of open items, by a rule, and "revert-settling" takes that back or puts it on again. */
  kind: z.enum([
    "evaluate",
    "lint",
    "check",
    "run",
    "evaluate-tasks",
    "dialogues",
    "certify",
    "agreement",
    "settle",
    "revert-settling",
  ]),
  projectId: z.number().int(),
  state: z.enum(["running", "done", "cancelled", "failed"]),
  done: z.number().int(),
  total: z.number().int(),
  message: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

export const jobs = {
  list: base.output(z.array(Job)),
  /** Evaluates the items of a project that have no evaluation yet (or all again); resumes where an earlier run stopped. */
  evaluate: base.input(z.object({ projectId: z.number().int(), again: z.boolean() })).output(Job),
  cancel: base.input(z.object({ jobId: z.string() })).output(Job),
};
