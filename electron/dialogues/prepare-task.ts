import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import type { Reading } from "#shared/domain/reading.ts";
import { subTasks } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { DialogueEnvironment } from "./environment.ts";

/** A task that dialogues can be played about. */
export interface PreparedTask {
  context: ProvenanceContext;
  /** The readings of each ambiguity besides the gold's that nobody rejected and that run. */
  readings: Reading[][];
}

/** Tries the gold of both phases, as a submission would be judged. The sentence says why no dialogue can be played; null where it can. */
export async function goldProblem(
  { task }: ProvenanceContext,
  { behaviour }: DialogueSettings,
  environment: DialogueEnvironment,
  signal: AbortSignal,
): Promise<string | null> {
  for (const { phase, goldSql } of subTasks(task)) {
    if (goldSql.length === 0) return `The gold of phase ${phase} is withheld.`;
    const result = await environment.judge(phase, goldSql, task.goldSql, signal);
    if (behaviour === "fixed" ? result.passedFixed : result.passed) continue;
    return `The gold of phase ${phase} does not pass: ${result.reason ?? "no reason is known"}`;
  }
  return null;
}

/** The readings of a task that can stand for themselves in what a system submits. */
export async function readingsThatRun(
  context: ProvenanceContext,
  environment: DialogueEnvironment,
  signal: AbortSignal,
): Promise<Reading[][]> {
  const found: Reading[][] = [];
  for (const ambiguity of context.task.ambiguities.keys()) {
    const running: Reading[] = [];
    for (const reading of readingsOf(context, ambiguity)) {
      const sql = goldWithReadings(context, new Map([[ambiguity, reading.sql]]));
      if (reading.status !== "rejected" && (await environment.runs(sql, signal))) running.push(reading);
    }
    found.push(running);
  }
  return found;
}
