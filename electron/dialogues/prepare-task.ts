import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import type { RunningReadings } from "#shared/dialogue/systems/built-in-system.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import type { Reading } from "#shared/domain/reading.ts";
import { subTasks } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { DialogueEnvironment } from "./environment.ts";

/** A task that dialogues can be played about. */
export interface PreparedTask {
  context: ProvenanceContext;
  /** What each ambiguity can be read as, by its number. */
  readings: RunningReadings[];
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
    const fixed = behaviour === "fixed" ? result.fixedTests.find(({ status }) => status !== "passed") : null;
    const reason = fixed?.message ?? result.reason ?? "no reason is known";
    return `The gold of phase ${phase} does not pass: ${reason}`;
  }
  return null;
}

/** The readings of a task that can stand for themselves in what a system submits. */
export async function readingsThatRun(
  context: ProvenanceContext,
  { behaviour }: DialogueSettings,
  environment: DialogueEnvironment,
  signal: AbortSignal,
): Promise<RunningReadings[]> {
  const found: RunningReadings[] = [];
  for (const ambiguity of context.task.ambiguities.keys()) {
    const sqlWith = ({ sql }: Reading) => goldWithReadings(context, new Map([[ambiguity, sql]]));
    const running: Reading[] = [];
    for (const reading of readingsOf(context, ambiguity))
      if (reading.status !== "rejected" && (await environment.runs(sqlWith(reading), signal)))
        running.push(reading);
    let telling = 0;
    for (; telling < running.length; telling += 1) {
      const { passed, passedFixed } = await environment.judge(
        1,
        sqlWith(running[telling] as Reading),
        [],
        signal,
      );
      if (!(behaviour === "fixed" ? passedFixed : passed)) break;
    }
    found.push({ running, telling: telling < running.length ? telling : 0 });
  }
  return found;
}
