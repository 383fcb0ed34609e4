import type { CancellingReadings, TriedAmbiguity, TriedReading } from "#shared/certificate/necessary.ts";
import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { Phase } from "#shared/domain/task.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { judgeEach, type OpenTask, type Survivor } from "./certified-task.ts";
import type { SurvivorExplainer } from "./explain-survivor.ts";
import type { JudgedAnswer } from "./phase-judge.ts";
import type { Unexplained } from "./unexplained.ts";

/** As many as `readingsOf` gives at most; fewer say that no operator makes another one. */
const mostReadings = 10;

/** Pairs of ambiguities are tried with so many readings of each. */
const readingsInPairs = 2;

type ExplainAtOnce = SurvivorExplainer["atOnce"];

/** Runs every reading of every ambiguity through the tests, and says why those pass that do, as far as one run shows it. */
export async function tryReadings(
  open: OpenTask,
  explain: ExplainAtOnce,
): Promise<{ ambiguities: TriedAmbiguity[]; unexplained: Unexplained<TriedReading> }> {
  const { context } = open;
  const found: { tried: TriedReading[]; mayHaveMore: boolean }[] = [];
  const answers: ReadingAnswer[] = [];
  for (const ambiguity of context.task.ambiguities.keys()) {
    const readings = readingsOf(context, ambiguity);
    found.push({ tried: [], mayHaveMore: readings.length >= mostReadings });
    for (const reading of readings)
      if (reading.status !== "rejected") {
        const texts = goldWithReadings(context, new Map([[ambiguity, reading.sql]]));
        answers.push({ phase: 1, texts, ambiguity, reading });
      }
  }
  const unexplained = new Map<TriedReading, Survivor>();
  for (const { answer, judged } of await judgeEach(open, answers)) {
    const { result, survivor } = await triedReading(open, explain, answer, judged);
    found[answer.ambiguity]?.tried.push(result);
    if (survivor !== null) unexplained.set(result, survivor);
  }
  return { ambiguities: found, unexplained };
}

/** The gold of phase 1 with another reading of one ambiguity. */
interface ReadingAnswer {
  phase: Phase;
  texts: string[];
  ambiguity: number;
  reading: Reading;
}

async function triedReading(
  open: OpenTask,
  explain: ExplainAtOnce,
  { texts, ambiguity, reading }: ReadingAnswer,
  { outcome, reason, rows }: JudgedAnswer,
): Promise<{ result: TriedReading; survivor: Survivor | null }> {
  const { context } = open;
  const isQuery = open.phases[0]?.query !== null;
  if (outcome === "breaks" || outcome === "timeout" || (isQuery && rows === 0 && outcome === "fails"))
    return ended({ reading, outcome: "vacuous", reason: reason ?? "It returns no rows.", survivor: null });
  if (outcome === "fails") return ended({ reading, outcome: "caught", reason, survivor: null });
  const trees = texts.map((sql, at) => {
    const gold = context.gold[1][at];
    return gold?.sql === sql ? gold : parseTree(sql, gold?.dialect ?? "postgresql");
  });
  const match = context.locations[ambiguity]?.matches[0];
  const range = match?.anchor.range ?? { from: 0, to: 0 };
  const survivor: Survivor = { phase: 1, statement: match?.statement ?? 0, range, texts, trees };
  const evidence = await explain(survivor);
  const result: TriedReading = { reading, outcome: "passes", reason, survivor: evidence };
  return { result, survivor: evidence === null ? survivor : null };
}

const ended = (result: TriedReading) => ({ result, survivor: null });

/** Readings of two ambiguities that fail alone and pass together. */
export async function cancellingReadings(
  open: OpenTask,
  ambiguities: readonly TriedAmbiguity[],
): Promise<CancellingReadings[]> {
  const pairs: (CancellingReadings & { phase: Phase; texts: string[] })[] = [];
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
          const texts = goldWithReadings(open.context, chosen);
          pairs.push({ phase: 1, texts, ambiguities: [one, other], readings: [first, second] });
        }
    }
  const passing = (await judgeEach(open, pairs)).filter(({ judged }) => judged.outcome === "passes");
  return passing.map(({ answer: { ambiguities, readings } }) => ({ ambiguities, readings }));
}
