import { z } from "zod";
import { FigureWithIntervals } from "#shared/contract/agreement-figures.ts";
import { consensusRules } from "#shared/domain/consensus.ts";

export const count = z.number().int().nonnegative();
const Figure = FigureWithIntervals;
const ByCategory = z.array(z.strictObject({ category: z.string(), figure: Figure }));
const pooled = {
  nItems: count,
  nDouble: count.describe("Items with two or more opinions."),
  rawAgreement: Figure,
  fleissKappa: Figure.describe("Where items have unequal numbers of opinions, as Gwet generalises it."),
  krippendorffAlpha: Figure,
  gwetAc1: Figure,
  brennanPrediger: Figure,
  prevalence: Figure,
  byCategory: ByCategory.describe(
    "Agreement on each label: positive and negative agreement where there are two.",
  ),
};

/** What `querent consensus` reports. */
export const ConsensusReport = z
  .strictObject({
    rule: z.enum(consensusRules),
    people: z.array(z.string()),
    nItems: count,
    nResolved: count,
    nByOneOpinion: count.describe("Of those resolved: items that one person alone judged."),
    unresolved: z.array(
      z.strictObject({
        questionId: z.union([z.number(), z.string(), z.null()]),
        dbId: z.string(),
        question: z.string(),
        predictedSql: z.string(),
        opinions: z.record(z.string(), z.string()).describe("Person → label."),
        because: z.enum(["no-opinion", "disagreement", "tie"]),
      }),
    ),
    warnings: z.array(z.string()),
  })
  .describe(
    "What querent consensus writes with --report: every item that is not settled, with its opinions.",
  );

/** What `querent agreement` writes. */
export const AgreementOutput = z
  .strictObject({
    ...pooled,
    people: z.array(z.string()),
    categories: z.array(z.string()).describe("The declared labels."),
    q: count.describe("How many labels are declared."),
    nMissing: count.describe("Opinions that are missing: without a label in a file, skipped in a workspace."),
    nSeen: count.describe(
      "Opinions that were given only after another could be seen: not independent, left out.",
    ),
    cohenKappa: z.array(
      z.strictObject({
        people: z.tuple([z.string(), z.string()]),
        ...{ n: count, table: z.array(z.array(count)).describe("Rows: the first person's labels.") },
        ...Figure.shape,
        ...{ rawAgreement: Figure, gwetAc1: Figure, pabak: Figure, prevalence: Figure, bias: Figure },
        byCategory: ByCategory,
      }),
    ),
    groups: z
      .array(z.strictObject({ group: z.string(), ...pooled }))
      .describe("With --by: a person's group has the items that this person judged."),
    afterDiscussion: z
      .strictObject(pooled)
      .nullable()
      .describe("The same of a workspace's opinions as they are now; all else is of independent ones."),
    warnings: z.array(z.string()),
  })
  .describe("What querent agreement writes: figures over reviewers' own opinions (docs/agreement.md).");
