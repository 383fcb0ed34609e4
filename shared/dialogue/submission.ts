import type { DialogueSettings, DialogueTurn } from "../domain/dialogue.ts";
import { type PhasePlan, phasePlans } from "../domain/phase-plan.ts";
import type { Phase, Task } from "../domain/task.ts";
import type { SqlDialect } from "../sql/lex.ts";
import { mayWrite } from "../sql/may-write.ts";

/** What a system submitted in one turn, and the gold that it is judged against. */
export interface Submission {
  /** 1-based. */
  turn: number;
  phase: Phase;
  submitted: readonly string[];
  gold: readonly string[];
  /** What passed phase 1 before; empty in phase 1. */
  previous: readonly string[];
  /** The verdict that the dialogue gave. */
  passed: boolean | null;
}

/** The submission of a turn (1-based); null where that turn submitted nothing. */
export function submissionAt(
  { goldSql, followUp }: Task,
  turns: readonly DialogueTurn[],
  turn: number,
): Submission | null {
  const own = turns.find((one) => one.turn === turn);
  if (own?.action.kind !== "submit") return null;
  const { phase, passed, action } = own;
  const first = turns.find((one) => one.phase === 1 && one.passed === true);
  return {
    ...{ turn, phase, passed, submitted: action.sql },
    gold: phase === 1 ? goldSql : (followUp?.goldSql ?? []),
    previous: phase === 2 && first?.action.kind === "submit" ? first.action.sql : [],
  };
}

/**
 * Why the results of a submission and of its gold cannot be laid side by side, in a sentence; null where they can: both only
 * read, on the database as it is loaded.
 */
export function pairObstacle(
  task: Task,
  { phase, submitted, gold, previous }: Submission,
  { profile }: DialogueSettings,
  dialect: SqlDialect,
): string | null {
  const plan = phasePlans(task, profile).find(({ part }) => part.phase === phase);
  const writes = (texts: readonly string[]) => mayWrite(texts, dialect);
  if (submitted.length === 0) return "The submission has no SQL.";
  if (writes([...submitted, ...gold]))
    return "This SQL changes the database: what its statements did and what the tests say of it is below.";
  if (plan !== undefined && writes(textsBefore(task, plan, previous)))
    return "This phase starts on a database that was changed before: its statements and tests are below.";
  return null;
}

/** What the evaluator runs before the answer. */
function textsBefore(task: Task, { start, preparation }: PhasePlan, previous: readonly string[]): string[] {
  const prepared = preparation ? task.preprocessSql : [];
  if (start === "template") return prepared;
  return [...prepared, ...(start === "gold" ? task.goldSql : previous), ...task.cleanUpSql];
}
