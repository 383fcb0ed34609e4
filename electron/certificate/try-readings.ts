import type { CancellingReadings, TriedAmbiguity, TriedReading } from "#shared/certificate/necessary.ts";
import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import type { Reading } from "#shared/domain/reading.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { judge, type OpenTask } from "./certified-task.ts";
import type { ExplainSurvivor } from "./explain-survivor.ts";

/** As many as `readingsOf` gives at most; fewer say that no operator makes another one. */
const mostReadings = 10;

/** Pairs of ambiguities are tried with so many readings of each. */
const readingsInPairs = 2;

/** Runs every reading of every ambiguity through the tests, and says why those pass that do. */
export async function tryReadings(open: OpenTask, explain: ExplainSurvivor): Promise<TriedAmbiguity[]> {
  const { context } = open;
  const found: TriedAmbiguity[] = [];
  for (const ambiguity of context.task.ambiguities.keys()) {
    const readings = readingsOf(context, ambiguity);
    const tried: TriedReading[] = [];
    for (const reading of readings)
      if (reading.status !== "rejected") tried.push(await tryReading(open, explain, ambiguity, reading));
    found.push({ tried, mayHaveMore: readings.length >= mostReadings });
  }
  return found;
}

async function tryReading(
  open: OpenTask,
  explain: ExplainSurvivor,
  ambiguity: number,
  reading: Reading,
): Promise<TriedReading> {
  const { context } = open;
  const texts = goldWithReadings(context, new Map([[ambiguity, reading.sql]]));
  const { outcome, reason, rows } = await judge(open, 1, texts);
  const isQuery = open.phases[0]?.query !== null;
  if (outcome === "breaks" || outcome === "timeout" || (isQuery && rows === 0 && outcome === "fails"))
    return { reading, outcome: "vacuous", reason: reason ?? "It returns no rows.", survivor: null };
  if (outcome === "fails") return { reading, outcome: "caught", reason, survivor: null };
  const trees = texts.map((sql, at) => {
    const gold = context.gold[1][at];
    return gold?.sql === sql ? gold : parseTree(sql, gold?.dialect ?? "postgresql");
  });
  const match = context.locations[ambiguity]?.matches[0];
  const range = match?.anchor.range ?? { from: 0, to: 0 };
  const survivor = await explain({ phase: 1, statement: match?.statement ?? 0, range, texts, trees });
  return { reading, outcome: "passes", reason, survivor };
}

/** Readings of two ambiguities that fail alone and pass together. */
export async function cancellingReadings(
  open: OpenTask,
  ambiguities: readonly TriedAmbiguity[],
): Promise<CancellingReadings[]> {
  const found: CancellingReadings[] = [];
  const caught = ambiguities.map(({ tried }) =>
    tried.filter(({ outcome }) => outcome === "caught").slice(0, readingsInPairs),
  );
  for (const [one, ours] of caught.entries())
    for (const [other, theirs] of caught.entries()) {
      if (other <= one) continue;
      for (const { reading: first } of ours)
        for (const { reading: second } of theirs) {
          const chosen = new Map([
            [one, first.sql],
            [other, second.sql],
          ]);
          const { outcome } = await judge(open, 1, goldWithReadings(open.context, chosen));
          if (outcome === "passes") found.push({ ambiguities: [one, other], readings: [first, second] });
        }
    }
  return found;
}
