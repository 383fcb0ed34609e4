import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import type { Evaluation, Side } from "#shared/domain/evaluation.ts";

const words: Record<Side, Readonly<Record<string, string>>> = {
  predicted: { prediction: "correction", predicted: "corrected", gold: "prediction" },
  gold: { prediction: "correction", predicted: "corrected" },
};

/** How a correction differs from a side of its item: it was compared with it as a prediction is with a gold. */
export function correctedSentence({ difference, predicted, gold }: Evaluation, beside: Side): string {
  return (
    differenceSentence(difference, predicted, gold)
      // Names of columns are in quotes and stay.
      .split('"')
      .map((text, at) =>
        at % 2 === 1
          ? text
          : text.replaceAll(/prediction|predicted|gold/g, (word) => words[beside][word] ?? word),
      )
      .join('"')
  );
}
