import { type GoldOutcomes, goldOutcomes } from "../../dialogue/gold-outcomes.ts";
import { readingResults } from "../../dialogue/reading-results.ts";
import { readingsOf } from "../../dialogue/readings.ts";
import type { ReadingResult } from "../../domain/reading.ts";
import { quoted } from "../../text/quoted.ts";
import type { CheckedPhase } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";

const rules = defineRules({
  "readings-give-gold-result": {
    severity: "warning",
    meaning:
      "Every other reading of an ambiguity that runs gives the gold's result on this data, so nobody has to ask about it.",
    fix: "Write a reading that people could mean and that the data tells apart, or drop the ambiguity.",
  },
  "ambiguity-without-readings": {
    severity: "info",
    meaning: "No other reading of an ambiguity is known that runs, so its dialogues cannot be judged.",
    fix: "Write down what else its words could mean, in SQL.",
  },
});

/** Whether the data tells the readings of each ambiguity from the gold's (rule Q5). */
export const indistinctReadings = checkFamily({
  topic: "readings",
  needs: "data",
  about: "the readings of the ambiguities",
  rules,
  async *check(phase) {
    if (phase.part.phase !== 1) return;
    const outcomes = goldOutcomes(phase.trees, phase);
    for (const [index, { term, sqlSnippet }] of phase.task.ambiguities.entries()) {
      if (sqlSnippet.trim() === "") continue;
      const finding = await indistinct(phase, index, outcomes);
      if (finding === null) continue;
      yield { ...finding, message: `Ambiguity ${index + 1} (${quoted(term)}): ${finding.message}` };
    }
  },
});

async function indistinct(
  phase: CheckedPhase,
  ambiguity: number,
  outcomes: GoldOutcomes,
): Promise<PhaseFindingOf<typeof rules> | null> {
  const context = await phase.context();
  const match = context.locations[ambiguity]?.matches[0];
  if (match === undefined) return null;
  const readings = readingsOf(context, ambiguity).filter(({ status }) => status !== "rejected");
  const where = { kind: "gold", statement: match.statement, range: match.anchor.range } as const;
  const ran: ReadingResult[] = [];
  for await (const result of readingResults(context, { ambiguity, readings }, outcomes)) {
    if (result.outcome === "differs" || result.outcome === "empty") return null;
    if (result.outcome === "same") ran.push(result);
  }
  if (ran.length === 0)
    return {
      rule: "ambiguity-without-readings",
      where,
      message: `no other reading is known that runs, so its dialogues cannot be judged. ${rules["ambiguity-without-readings"].fix}`,
    };
  const sql = ran.map(({ reading }) => reading.sql).join("\n");
  return {
    rule: "readings-give-gold-result",
    where,
    message: `${ran.length === 1 ? "the only other reading that runs gives" : `all ${ran.length} other readings that run give`} the gold's result on this data. ${rules["readings-give-gold-result"].fix}`,
    evidence: { kind: "sql", sql },
  };
}
