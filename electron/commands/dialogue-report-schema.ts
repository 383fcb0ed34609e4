import { z } from "zod";
import { Behaviour, Fault, Graft, Protocol, SystemAction } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";

const count = z.number().int().nonnegative();
const Interval = z.strictObject({ from: z.number(), to: z.number() }).nullable();

const Estimate = z.strictObject({
  value: z.number().nullable(),
  of: count.describe("Dialogues that it is the mean of; infrastructure failures are left out."),
  interval: Interval.describe(
    "95 % by resampling tasks (exact binomial where all come to 0 or to 1); null with fewer than two.",
  ),
  lower: z.number().nullable().describe("With each infrastructure failure counted as failed."),
  upper: z.number().nullable().describe("With each infrastructure failure counted as passed."),
});

const rules = {
  simulator: z.string(),
  protocol: Protocol,
  profile: EvaluatorProfile,
  behaviour: Behaviour,
  patience: count,
  graft: Graft.optional().describe("Left out where dialogues began at their beginning."),
};
const kinds = SystemAction.options.map(({ shape }) => shape.kind.value);

/** What `querent dialogues report` prints; the words are those of shared/metrics/dialogues. */
export const DialogueReport = z
  .strictObject({
    input: z.string(),
    dialogues: count,
    configurations: z
      .array(
        z.strictObject({
          system: z.string(),
          ...rules,
          ...{ dialogues: count, tasks: count, infrastructure: count, notJudged: count },
          ...{ phase1: Estimate, phase2: Estimate, solved: Estimate },
          reward: Estimate.describe("Normalised: the mean times 100."),
          trials: z
            .array(
              z.strictObject({
                k: count,
                ...{ passAt: z.number(), passHat: z.number() },
                ...{ passAtInterval: Interval, passHatInterval: Interval },
              }),
            )
            .describe("Pass@k and Pass^k."),
          unequalTrials: z.array(z.strictObject({ instanceId: z.string(), trials: count })),
          turns: z.number().nullable(),
          spent: z.number().nullable().describe("Turns or coins, the mean."),
          actions: z.partialRecord(z.enum(kinds), count),
          faults: z.partialRecord(Fault, count),
          ambiguityTypes: z
            .array(z.strictObject({ type: z.string(), tasks: count, solved: Estimate }))
            .describe("Success on tasks with an ambiguity of each type; needs --tasks."),
        }),
      )
      .describe("One for each system, simulator and set of rules; they are never averaged."),
    comparisons: z
      .array(
        z.strictObject({
          systems: z.tuple([z.string(), z.string()]),
          ...rules,
          tasks: count.describe("Tasks that both have judged dialogues of."),
          difference: z.number().describe("The first's share of solved dialogues less the second's."),
          interval: Interval,
          ...{ onlyFirst: count, onlySecond: count },
          pValue: z.number().describe("McNemar's exact test, two-sided."),
          smallest: z.number().nullable().describe("The smallest significant difference."),
          better: z.union([z.literal(0), z.literal(1)]).nullable(),
        }),
      )
      .describe("Each two systems with the same simulator and rules."),
  })
  .describe("What querent dialogues report prints (docs/dialogues.md).");
