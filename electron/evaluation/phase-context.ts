import type { PhasePlan } from "#shared/domain/phase-plan.ts";
import type { Task } from "#shared/domain/task.ts";
import type { PhaseResult, RunStep } from "#shared/domain/task-run.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, SnapshotRef, StateHash, StatementLimits } from "../engines/engine.ts";
import { runTexts, type TextsResult } from "../task-databases/run-texts.ts";

/** What a phase is run with. */
export interface PhaseSetting {
  task: Task;
  plan: PhasePlan;
  state: DatabaseState;
  dialect: SqlDialect;
  limits: StatementLimits;
  signal: AbortSignal | undefined;
  /** The answer to phase 1, where phase 2 goes on from it. */
  previous: readonly string[];
  snapshot: SnapshotRef | null;
  /** Nothing has run on the state yet. */
  pristine: boolean;
}

/** The state of one phase: brought to where the phase begins as often as that is asked for. */
export interface PhaseContext {
  /** Puts the state to where the phase begins; gives the steps on the way. */
  begin(): Promise<PhaseResult["steps"]>;
  run(texts: readonly string[], limits?: StatementLimits): Promise<TextsResult>;
  hash(): Promise<StateHash>;
}

export function createPhaseContext(setting: PhaseSetting): PhaseContext {
  const { task, plan, state, previous, snapshot } = setting;
  let pristine = setting.pristine;

  function run(texts: readonly string[], limits = setting.limits): Promise<TextsResult> {
    return runTexts(state, texts, { limits, dialect: setting.dialect, signal: setting.signal });
  }

  async function putBack(): Promise<void> {
    if (plan.start === "snapshot" && snapshot !== null) await state.restore(snapshot);
    else if (!pristine) await state.reset();
    pristine = false;
  }

  return {
    async begin() {
      setting.signal?.throwIfAborted();
      await putBack();
      const steps: PhaseResult["steps"] = [];
      const step = async (name: RunStep, texts: readonly string[]) => {
        if (texts.length > 0) steps.push({ step: name, statements: (await run(texts)).statements });
      };
      if (plan.preparation) await step("preprocess", task.preprocessSql);
      if (plan.start === "gold" || plan.start === "predicted") {
        await step("previous", plan.start === "gold" ? task.goldSql : previous);
        await step("previous-clean-up", task.cleanUpSql);
      }
      return steps;
    },
    run,
    hash: () => state.hash(),
  };
}
