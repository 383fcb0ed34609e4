import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { Behaviour } from "#shared/domain/dialogue.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { TriedPhase } from "../checks/check-task.ts";
import type { StatementLimits } from "../engines/engine.ts";
import { withConcurrency } from "../with-concurrency.ts";
import type { JudgedAnswer, PhaseJudge } from "./phase-judge.ts";

/** A task with all that is known about its database besides its data. */
export interface TaskToCertify {
  task: Task;
  nodes: readonly KnowledgeNode[];
  columnMeanings: readonly ColumnMeaning[];
}

/** Which evaluator judges, with its faults or without, and how long it waits. */
export interface CertificateSetting {
  profile: EvaluatorProfile;
  behaviour: Behaviour;
  /** How long a statement may run, in milliseconds; as the evaluators allow where it is missing. */
  timeLimitMs?: number;
}

export type RecallInPhase = <Value>(
  phase: Phase,
  what: string,
  inputs: unknown,
  make: () => Promise<Value>,
  isLasting?: (value: Value) => boolean,
) => Promise<Value>;

/** A task on its database, while its properties are judged. */
export interface OpenTask {
  context: ProvenanceContext;
  setting: CertificateSetting;
  phases: readonly TriedPhase[];
  judges: readonly PhaseJudge[];
  /** What running something in a phase gives, where it is not known already; the inputs name what it depends on besides the phase. */
  recall: RecallInPhase;
  /** Of what is run beside the gold. */
  limits: StatementLimits;
  /** So many answers are judged at once, each on a state of its own. */
  concurrency: number;
  signal: AbortSignal;
}

/** What the tests of a phase say of an answer. */
export async function judge(
  { judges, recall, signal }: OpenTask,
  phase: Phase,
  texts: readonly string[],
): Promise<JudgedAnswer> {
  const own = judges.find((one) => one.phase.part.phase === phase);
  if (own === undefined) throw new Error(`The task has no phase ${phase}.`);
  signal.throwIfAborted();
  // What took too long may not the next time.
  return recall(
    phase,
    "judge",
    texts,
    () => own.judge(texts),
    ({ outcome }) => outcome !== "timeout",
  );
}

/** What the tests say of each of several answers, in their order; `onJudged` hears of each as it comes. */
export async function judgeEach<Answer extends { phase: Phase; texts: readonly string[] }>(
  open: OpenTask,
  answers: readonly Answer[],
  onJudged: () => void = () => {},
): Promise<{ answer: Answer; judged: JudgedAnswer }[]> {
  const found: { answer: Answer; judged: JudgedAnswer }[] = [];
  await withConcurrency(open.concurrency, answers.entries(), open.signal, async ([at, answer]) => {
    found[at] = { answer, judged: await judge(open, answer.phase, answer.texts) };
    onJudged();
  });
  return found;
}

/** An answer that passes the tests although it is not the gold: where it was changed, and what it is now. */
export interface Survivor {
  phase: Phase;
  /** Index of the changed text of the gold, and where in it. */
  statement: number;
  range: TextRange;
  texts: readonly string[];
  /** A tree for each text. */
  trees: readonly SqlTree[];
}
