import type { Reading, ReadingResult } from "../domain/reading.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { createdHead, type GoldOutcomes } from "./gold-outcomes.ts";
import { goldWithReadings } from "./readings.ts";

/**
 * Runs the gold of phase 1 with each of some readings of an ambiguity (0-based) in it, one after another, and says how that
 * compares with the gold: by its rows in their order where the gold orders them, else by the state that it leaves; of a view
 * by what it lists. `outcomes` are of that gold, which several ambiguities share.
 */
export async function* readingResults(
  context: ProvenanceContext,
  { ambiguity, readings }: { ambiguity: number; readings: readonly Reading[] },
  outcomes: GoldOutcomes,
): AsyncGenerator<ReadingResult> {
  for (const reading of readings) {
    const compared = await outcomes.compare(goldWithReadings(context, new Map([[ambiguity, reading.sql]])));
    const makesOther =
      outcomes.view !== null && compared.outcome === "same" && createdHead(reading.sql) !== null;
    yield {
      reading,
      ...(makesOther
        ? { outcome: "differs", summary: "The rows are the same, what is made is another thing" }
        : compared),
    };
  }
}
