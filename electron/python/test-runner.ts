import type { Conditions } from "#shared/domain/conditions.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import type { StatementResult } from "../engines/engine.ts";
import type { SoftMatching } from "../sql-analysis/computations.ts";

/** One call of `test_case(pred_sqls, sol_sqls, db_name, conn)` under the helper names of one evaluator. */
export interface TestCall {
  script: TestScript;
  profile: EvaluatorProfile;
  predictedSql: readonly string[];
  goldSql: readonly string[];
  database: string;
  conditions: Conditions;
  /** What the predicted SQL gave when it ran before the test: `pred_query_result`. */
  predictedResult: StatementResult | null;
  /** Hands over the names of the older single-instance evaluator, too, which no profile has. */
  olderHelpers?: boolean;
}

/** What a test may ask of its host: the database of its run, and soft exact match, which is one implementation for scripts and for the default test. */
export interface TestDatabase {
  /** Whose values a script sees: psycopg2's, or for "sqlite" those of Python's sqlite3 module. PostgreSQL where it is not said. */
  readonly engine?: EngineKind;
  /**
   * Runs texts on the state under test; stops after the first that is not "ok". The signal is raised when the test is over
   * all the same (its time, its caller): what still runs then may be cancelled; the runner waits for it to end.
   */
  execute(sql: readonly string[], options: { signal: AbortSignal }): Promise<StatementResult[]>;
  /**
   * `ex_base`: runs both lists as they are, the predicted one first, and compares as shipped. `test_case_default` hands in
   * lists that went through remove_comments, remove_distinct and remove_round (shared/metrics/soft-ex/rewrite-as-shipped.ts).
   */
  softExactMatch(
    predicted: readonly string[],
    gold: readonly string[],
    conditions: Conditions,
  ): Promise<boolean>;
}

/** What one test script may take. */
export interface TestLimits {
  /** From the first line of the script to its end, its SQL included. */
  timeMs: number;
  /** Of the interpreter. */
  memoryBytes: number;
}

/** Runs Python test scripts, each in an interpreter that nothing of another test has touched. */
export interface TestRunner {
  /** Never rejects for what a script did, only for the signal, or with `EngineFault` when an interpreter ends or cannot be started. `index` of the outcome is 0. */
  run(
    call: TestCall,
    database: TestDatabase,
    options: { limits: TestLimits; signal?: AbortSignal },
  ): Promise<TestOutcome>;
  /** Compiles only: null where the script compiles, else the line and what Python says. */
  compile(script: TestScript): Promise<{ line: number | null; message: string } | null>;
  /** Rewrites SQL and compares results as the evaluators do, for scripts and for the default test. */
  matching: SoftMatching;
  close(): Promise<void>;
}
