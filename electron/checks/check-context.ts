import type { PhasePlan } from "#shared/domain/phase-plan.ts";
import { isManagement, type Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { DatabaseState, StateHash, StatementLimits, StatementResult } from "../engines/engine.ts";

/** What has to run before the gold of a phase, and did not. */
export interface Obstacle {
  step: "preprocess" | "previous" | "previous-clean-up";
  /** Which text of the step. */
  index: number;
  result: StatementResult;
}

/** What texts did on a fresh state: the results of each, up to the first that failed. */
export interface GroundRun {
  obstacle: Obstacle | null;
  texts: StatementResult[][];
}

/** A statement that a check may ask takes no longer than this, in milliseconds: it is evidence, not the gold. */
const probeTimeMs = 5_000;

/**
 * The database under a task while it is checked: puts it to where a phase begins for an evaluator whose predecessor was
 * answered with the gold, and knows what stands there already.
 */
export interface CheckContext {
  /** Runs texts where a phase begins, on a fresh state; `settings` of the session are made first, and not counted. */
  run(plan: PhasePlan, texts: readonly string[], settings?: readonly string[]): Promise<GroundRun>;
  /** Runs a query of a check on the state that `before` leaves behind in a phase; null where it does not run. It must only read. */
  probe(plan: PhasePlan, before: readonly string[], sql: string): Promise<StatementResult | null>;
  /** A hash of the state as the last `run` left it. */
  hash(): Promise<StateHash>;
  /** The first of the given texts that fails, run one after another where the last `run` ended. */
  goOn(texts: readonly string[]): Promise<{ index: number; result: StatementResult } | null>;
}

export function createCheckContext(
  task: Task,
  state: DatabaseState,
  {
    dialect,
    limits,
    signal,
  }: { dialect: SqlDialect; limits: StatementLimits; signal: AbortSignal | undefined },
): CheckContext {
  const options = signal === undefined ? { limits } : { limits, signal };
  /** What the state holds, where it is known. */
  let stands: string | null = null;
  const previous = previousTexts(task, dialect);

  async function runTexts(texts: readonly string[]): Promise<StatementResult[][]> {
    const results: StatementResult[][] = [];
    for (const text of texts) {
      const ran = await state.run([text], options);
      results.push(ran);
      if (firstFailure(ran) !== null) break;
    }
    return results;
  }

  async function goOn(texts: readonly string[]) {
    const results = await runTexts(texts);
    const result = firstFailure(results.at(-1) ?? []);
    return result === null ? null : { index: results.length - 1, result };
  }

  async function begin({ part, start, preparation }: PhasePlan): Promise<Obstacle | null> {
    stands = null;
    await state.reset();
    const steps: [Obstacle["step"], readonly string[]][] = [];
    if (preparation) steps.push(["preprocess", task.preprocessSql]);
    if (part.phase === 2 && start !== "template") {
      steps.push(["previous", previous]);
      if (preparation) steps.push(["previous-clean-up", task.cleanUpSql]);
    }
    for (const [step, texts] of steps) {
      const failed = await goOn(texts);
      if (failed !== null) return { step, ...failed };
    }
    return null;
  }

  return {
    async run(plan, texts, settings = []) {
      const obstacle = await begin(plan);
      if (obstacle !== null) return { obstacle, texts: [] };
      await runTexts(settings);
      return { obstacle: null, texts: await runTexts(texts) };
    },
    async probe(plan, before, sql) {
      const wanted = JSON.stringify([plan.part.phase, before]);
      if (stands !== wanted) {
        if ((await begin(plan)) !== null || (await goOn(before)) !== null) return null;
        stands = wanted;
      }
      const timeMs = Math.min(limits.timeMs, probeTimeMs);
      const result = (await state.run([sql], { ...options, limits: { ...limits, timeMs } })).at(-1);
      if (result?.status === "timeout") stands = null;
      return result?.status === "ok" ? result : null;
    },
    hash: () => state.hash(),
    goOn(texts) {
      stands = null;
      return goOn(texts);
    },
  };
}

/** The gold of phase 1 as phase 2 needs it: without what only reads, unless a management task may mean a function that writes. */
function previousTexts(task: Task, dialect: SqlDialect): string[] {
  return task.goldSql.filter((sql) => isManagement(task) || mayWrite(sql, dialect));
}

/** The first statement that did not end well. */
export function firstFailure(results: readonly StatementResult[]): StatementResult | null {
  return results.find(({ status }) => status !== "ok") ?? null;
}
