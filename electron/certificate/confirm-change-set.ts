import { goldOutcomes } from "#shared/dialogue/gold-outcomes.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { type CheckTools, checkedPhases, type TriedPhase } from "../checks/check-task.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { defaultTaskLimits, taskLimits } from "../evaluation/phases.ts";
import type { SoftMatching } from "../sql-analysis/computations.ts";
import type { CertificateSetting } from "./certified-task.ts";
import type { CertificateTools } from "./certify-task.ts";
import { createPhaseJudge } from "./phase-judge.ts";

/** Statements that add rows to a database, and the answer that differs from the gold on them. */
export interface ProposedChange {
  phase: Phase;
  texts: readonly string[];
  statements: readonly string[];
}

/** Whether the statements of a change run behind those before it, and gold and answer differ with all of them. */
export interface ConfirmedChange {
  applies: boolean;
  parts: boolean;
}

/**
 * Runs changes one behind the other on a private copy of the template, and then gold and answers on all that apply: by the
 * default test where that is the test, else exactly. Rejects for the signal or a lost engine only.
 */
export async function confirmChangeSet(
  task: Task,
  changes: readonly ProposedChange[],
  {
    engine,
    template,
    setting,
    match,
    signal,
  }: Pick<CertificateTools, "engine" | "template"> & {
    setting: CertificateSetting;
    match: SoftMatching["match"];
    signal: AbortSignal;
  },
): Promise<ConfirmedChange[]> {
  const { timeLimitMs, profile } = setting;
  const limits = (timeLimitMs === undefined ? defaultTaskLimits : taskLimits(timeLimitMs)).statement;
  const state = await engine.open(template);
  try {
    const applied: string[] = [];
    const applies: boolean[] = [];
    await state.reset();
    for (const { statements } of changes) {
      const text = statements.join(";\n");
      if (applied.includes(text)) {
        applies.push(true);
        continue;
      }
      const results = await state.run([text], { limits, signal });
      const isDone = results.every(({ status }) => status === "ok");
      applies.push(isDone);
      if (isDone) applied.push(text);
    }
    const tools: CheckTools = {
      state: changedState(state, applied, { limits, signal }),
      profile,
      limits,
      tester: null,
    };
    const phases = checkedPhases(task, tools, signal);
    const partersOf = new Map(
      phases.map((phase) => [phase.part.phase, createParter(phase, setting, { limits, match })]),
    );
    const confirmed: ConfirmedChange[] = [];
    for (const [at, { phase, texts }] of changes.entries()) {
      signal.throwIfAborted();
      const isPart = applies[at] === true && (await partersOf.get(phase)?.(texts)) === true;
      confirmed.push({ applies: applies[at] === true, parts: isPart });
    }
    return confirmed;
  } finally {
    await state.close();
  }
}

/** A state that begins as the template with changes. */
function changedState(
  state: DatabaseState,
  texts: readonly string[],
  options: Parameters<DatabaseState["run"]>[1],
): DatabaseState {
  return {
    template: state.template,
    run: (...asked) => state.run(...asked),
    snapshot: () => state.snapshot(),
    restore: (snapshot) => state.restore(snapshot),
    hash: () => state.hash(),
    close: () => state.close(),
    reset: async () => {
      await state.reset();
      await state.run([...texts], options);
    },
  };
}

/** Says whether an answer differs from the gold of its phase, which has to run. */
function createParter(
  phase: TriedPhase,
  { behaviour }: CertificateSetting,
  { limits, match }: { limits: StatementLimits; match: SoftMatching["match"] },
) {
  const judge = createPhaseJudge(phase, { behaviour, limits, match });
  const outcomes = goldOutcomes(phase.trees, phase);
  return async (texts: readonly string[]): Promise<boolean> => {
    const gold = await phase.gold();
    if (gold.obstacle !== null || gold.failure !== null) return false;
    if (phase.plan.fixedChoice === "default" && phase.query !== null) {
      const { outcome } = await judge.judge(texts);
      if (outcome !== "not-tested") return outcome === "fails";
    }
    return (await outcomes.compare(texts)).outcome !== "same";
  };
}
