import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { Reading } from "../../domain/reading.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { coins } from "../protocol/action-cost.ts";
import { goldWithReadings } from "../readings.ts";
import { NotJudged } from "./not-judged.ts";
import { openReadings } from "./open-readings.ts";
import { type AboutAmbiguity, questionsOf } from "./questions.ts";
import type { System, SystemView } from "./system.ts";
import type { BuiltInSystemName, SystemName } from "./system-name.ts";

/** The readings of an ambiguity that run in place of the gold's, and that nobody rejected. */
export interface RunningReadings {
  running: Reading[];
  /** The first of them that fails the tests; 0 where all pass. */
  telling: number;
}

/** What a built-in system is made of; `seed` counts for those that choose by chance. */
export interface BuiltInSystemParts {
  name: BuiltInSystemName;
  context: ProvenanceContext;
  /** By the number of the ambiguity. */
  readings: readonly RunningReadings[];
  seed: number;
  /** Whether SQL runs where phase 1 begins; it changes nothing. */
  runs(sql: readonly string[]): Promise<boolean>;
}

/**
 * A system that knows the gold and pretends not to understand its ambiguities: it writes each of them in another reading
 * until the text of an answer settles it, part by part. Its follow-up is the gold. It never submits twice in a phase: it
 * has learnt nothing new. Its first turn rejects with `NotJudged` where an ambiguity has no other reading.
 */
export function createBuiltInSystem(parts: BuiltInSystemParts): System {
  const { name, context, seed } = parts;
  const { ambiguities, followUp } = context.task;
  let readings: (readonly Reading[])[] | null = null;
  return {
    async next(view) {
      readings ??= ambiguities.map((_, ambiguity) => readingsToWrite(parts, ambiguity));
      const own = view.turns.filter(({ phase }) => phase === view.phase);
      if (own.some(({ action }) => action.kind === "submit")) return null;
      if (view.phase === 2) return { kind: "submit", sql: followUp?.goldSql ?? [] };
      const answers = view.turns
        .slice(view.grafted)
        .flatMap(({ action, observation, refused }) =>
          action.kind === "ask" && !refused ? [observation] : [],
        );
      const planned = questionsOf(name, ambiguities, seed);
      const asked = answers.map(() => planned.next().value as AboutAmbiguity);
      const next = planned.next();
      if (!next.done && mayAsk(view, name, followUp !== null))
        return { kind: "ask", question: next.value.question };
      const heard = [
        ...graftedAnswers(view, ambiguities),
        ...asked.map(({ ambiguity }, at) => ({ ambiguity, text: answers[at] as string })),
      ];
      const open = ambiguities.map((_, ambiguity) => {
        const texts = heard.filter((answer) => answer.ambiguity === ambiguity).map(({ text }) => text);
        const answer = texts.length > 0 ? texts.join("\n") : null;
        return openReadings(context, ambiguity, readings?.[ambiguity] ?? [], answer);
      });
      return { kind: "submit", sql: await writtenWith(parts, open) };
    },
    close: async () => {},
  };
}

/** What another system was answered, for each ambiguity whose term its question names; for all of them where it names none. */
function graftedAnswers({ turns, grafted }: SystemView, ambiguities: readonly Ambiguity[]) {
  return turns.slice(0, grafted).flatMap(({ action, observation: text }) => {
    const question = action.kind === "ask" ? action.question.toLowerCase() : "";
    const all = [...ambiguities.keys()];
    const named = all.filter((ambiguity) =>
      question.includes((ambiguities[ambiguity] as Ambiguity).term.toLowerCase()),
    );
    return (named.length > 0 ? named : all).map((ambiguity) => ({ ambiguity, text }));
  });
}

/** Whether there is a turn left, or coins for it; all but the one that overdoes it keep enough to submit in each phase. */
function mayAsk(
  { protocol, budgetLeft, turns }: SystemView,
  { kind }: SystemName,
  hasFollowUp: boolean,
): boolean {
  if (turns.at(-1)?.refused) return false;
  if (protocol === "c") return budgetLeft >= 1;
  const kept = kind === "over-asks" ? 0 : coins.submit * (hasFollowUp ? 2 : 1);
  return budgetLeft - coins.ask >= kept;
}

/** The readings that a system may write, the first that the tests tell apart before the others; or the one that was named. */
function readingsToWrite(
  { name, readings, context }: BuiltInSystemParts,
  ambiguity: number,
): readonly Reading[] {
  const { running, telling } = readings[ambiguity] ?? { running: [], telling: 0 };
  const isLeftOut = name.kind === "asks-all-but-one" && name.ambiguity === ambiguity;
  const written =
    isLeftOut && name.reading !== null
      ? running.slice(name.reading, name.reading + 1)
      : [...running.slice(telling, telling + 1), ...running.toSpliced(telling, 1)];
  if (written.length > 0) return written;
  const term = context.task.ambiguities[ambiguity]?.term ?? "";
  throw new NotJudged(`Ambiguity ${ambiguity + 1} ("${term}") has no other reading that runs.`);
}

/**
 * The gold with a reading of each ambiguity that is open. Readings that run alone may not run together: then each
 * ambiguity, one after another, takes the first that runs with those before it.
 */
async function writtenWith(
  { context, runs }: BuiltInSystemParts,
  open: readonly (readonly Reading[])[],
): Promise<string[]> {
  const unsettled = [...open.entries()].filter(([, readings]) => readings.length > 0);
  const firsts = new Map(unsettled.map(([ambiguity, [first]]) => [ambiguity, (first as Reading).sql]));
  const whole = goldWithReadings(context, firsts);
  if (unsettled.length <= 1 || (await runs(whole))) return whole;
  const chosen = new Map<number, string>();
  for (const [ambiguity, readings] of unsettled) {
    const fitting = await firstThatRuns(readings, (sql) =>
      runs(goldWithReadings(context, new Map([...chosen, [ambiguity, sql]]))),
    );
    if (fitting === null)
      throw new NotJudged(
        `No reading of ambiguity ${ambiguity + 1} runs together with the readings of the others.`,
      );
    chosen.set(ambiguity, fitting);
  }
  return goldWithReadings(context, chosen);
}

async function firstThatRuns(
  readings: readonly Reading[],
  runs: (sql: string) => Promise<boolean>,
): Promise<string | null> {
  for (const { sql } of readings) if (await runs(sql)) return sql;
  return null;
}
