import { z } from "zod";
import { base } from "./base.ts";

const count = z.number().int().nonnegative();

/** How the judging of a project goes on. Attention items count nowhere, labels that files brought in no throughput. */
export const WorkFigures = z.object({
  items: count,
  /** Items with an opinion, with two or more, and settled. */
  labelled: count,
  double: count,
  settled: count,
  /** How many items each person first gave a label on a day (UTC), the oldest day first. */
  days: z.array(z.object({ day: z.string(), reviewer: z.string(), items: count })),
  /** Seconds from one label to the next, without pauses of more than 15 minutes: median and quartiles. */
  people: z.array(
    z.object({
      reviewer: z.string(),
      items: count,
      /** How many times the quartiles are of. */
      of: count,
      seconds: z.object({ median: z.number(), lower: z.number(), upper: z.number() }).nullable(),
    }),
  ),
  labels: z.array(z.object({ label: z.string(), opinions: count })),
  /** Null with fewer than two days of work. */
  forecast: z
    .object({
      perDay: z.number(),
      days: count,
      daysLeft: z.object({ expected: count, from: count, to: count.nullable() }).nullable(),
    })
    .nullable(),
});
export type WorkFigures = z.infer<typeof WorkFigures>;

/** Answers only to those who settle disagreements (visibility.ts). */
export const workFigures = {
  ofProject: base.input(z.object({ projectId: z.number().int() })).output(WorkFigures),
};
