import type { PhasePlan } from "#shared/domain/phase-plan.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { isManagement, type Task } from "#shared/domain/task.ts";
import type { FailedText, GoldResult } from "#shared/findings/checked-phase.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { DatabaseState, StateHash, StatementLimits, StatementResult } from "../engines/engine.ts";
import { stateSchema } from "../task-databases/state-schema.ts";

/** A statement that a rule may ask takes no longer than this, in milliseconds: it is evidence, not the gold. */
const probeTimeMs = 5_000;

interface Setting {
  dialect: SqlDialect;
  limits: StatementLimits;
  signal: AbortSignal | undefined;
}

/**
 * The database under a task while it is checked: brings it to where a phase begins for an evaluator whose predecessor was
 * answered with the gold, and remembers which texts have run on it.
 */
export class CheckContext {
  private readonly task: Task;
  private readonly state: DatabaseState;
  private readonly setting: Setting;
  private readonly options: { limits: StatementLimits; signal?: AbortSignal };
  /** The phase and the texts that the state is the outcome of, where that is known. */
  private outcomeOf: string | null = null;

  constructor(task: Task, state: DatabaseState, setting: Setting) {
    const { limits, signal } = setting;
    this.task = task;
    this.state = state;
    this.setting = setting;
    this.options = signal === undefined ? { limits } : { limits, signal };
  }

  /** Runs texts where a phase begins, on a fresh state; `settings` of the session are made first, and not counted. */
  async run(
    plan: PhasePlan,
    texts: readonly string[],
    settings: readonly string[] = [],
  ): Promise<GoldResult> {
    const obstacle = await this.begin(plan);
    if (obstacle !== null) return { obstacle, texts: [], failure: null, last: null };
    await this.runTexts(settings);
    const ran = await this.runTexts(texts);
    return { obstacle, texts: ran, failure: failureOf(ran), last: ran.at(-1)?.at(-1) ?? null };
  }

  /** Runs a query on the state that `before` leaves behind in a phase; null where it does not run. It must only read. */
  async probe(plan: PhasePlan, before: readonly string[], sql: string): Promise<StatementResult | null> {
    const { limits } = this.setting;
    const timeMs = Math.min(limits.timeMs, probeTimeMs);
    const results = await this.attempt(plan, before, sql, { ...limits, timeMs });
    const result = results?.at(-1);
    return result?.status === "ok" ? result : null;
  }

  /**
   * The same under other limits, and what came of each of its statements; null where what comes before them fails. It may
   * write if it rolls back in the end.
   */
  async attempt(
    plan: PhasePlan,
    before: readonly string[],
    sql: string,
    limits: StatementLimits,
  ): Promise<StatementResult[] | null> {
    const wanted = JSON.stringify([plan.part.phase, before]);
    if (this.outcomeOf !== wanted) {
      if ((await this.begin(plan)) !== null || failureOf(await this.runTexts(before)) !== null) return null;
      this.outcomeOf = wanted;
    }
    const results = await this.state.run([sql], { ...this.options, limits });
    if (results.at(-1)?.status === "timeout") this.outcomeOf = null;
    return results;
  }

  /** The schema of the database as its template has it; null where it cannot be read. */
  async schema(): Promise<DatabaseSchema | null> {
    this.outcomeOf = null;
    await this.state.reset();
    const { database } = this.task;
    const signal = this.setting.signal ?? new AbortController().signal;
    const options = { ...this.setting, database, signal };
    return stateSchema(this.state, options).catch(() => {
      signal.throwIfAborted();
      return null;
    });
  }

  /** A hash of the state as the last `run` left it. */
  hash(): Promise<StateHash> {
    return this.state.hash();
  }

  /** The first of the given texts that fails, run one after another where the last `run` ended. */
  async goOn(texts: readonly string[]): Promise<FailedText | null> {
    this.outcomeOf = null;
    return failureOf(await this.runTexts(texts));
  }

  private async begin({ part, start, preparation }: PhasePlan): Promise<GoldResult["obstacle"]> {
    const { preprocessSql, cleanUpSql } = this.task;
    this.outcomeOf = null;
    await this.state.reset();
    const steps: [NonNullable<GoldResult["obstacle"]>["step"], readonly string[]][] = [];
    if (preparation) steps.push(["preprocess", preprocessSql]);
    if (part.phase === 2 && start !== "template") {
      steps.push(["previous", this.previousTexts()]);
      if (preparation) steps.push(["previous-clean-up", cleanUpSql]);
    }
    for (const [step, texts] of steps) {
      const failed = failureOf(await this.runTexts(texts));
      if (failed !== null) return { step, ...failed };
    }
    return null;
  }

  /** The gold of phase 1 as phase 2 needs it: without what only reads, unless a management task may mean a function that writes. */
  private previousTexts(): string[] {
    return this.task.goldSql.filter(
      (sql) => isManagement(this.task) || mayWrite([sql], this.setting.dialect),
    );
  }

  /** The results of each text, up to the first that fails. */
  private async runTexts(texts: readonly string[]): Promise<StatementResult[][]> {
    const results: StatementResult[][] = [];
    for (const text of texts) {
      const ran = await this.state.run([text], this.options);
      results.push(ran);
      if (failureOf([ran]) !== null) break;
    }
    return results;
  }
}

/** The last text's statement that did not end well. */
function failureOf(texts: readonly StatementResult[][]): FailedText | null {
  const result = texts.at(-1)?.find(({ status }) => status !== "ok");
  return result === undefined ? null : { index: texts.length - 1, result };
}
