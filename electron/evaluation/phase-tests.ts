import { performance } from "node:perf_hooks";
import type { PhasePlan } from "#shared/domain/phase-plan.ts";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import type { SoftExVerdict } from "#shared/metrics/soft-ex/soft-ex.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import type { TestDatabase, TestLimits, TestRunner } from "../python/test-runner.ts";
import type { TextsResult } from "../task-databases/run-texts.ts";
import { fetchFault } from "./fetch-fault.ts";
import type { PhaseContext } from "./phase-context.ts";
import {
  defaultTestAsShipped,
  type FixedSide,
  notRewritten,
  rewriteFixedApart,
  softMatchAsShipped,
  softMatchFixed,
} from "./soft-match.ts";

/** What the tests of a phase are run with. */
export interface TestSetting {
  plan: PhasePlan;
  profile: EvaluatorProfile;
  database: string;
  answer: readonly string[];
  /** What the answer gave before the tests. */
  answered: TextsResult;
  context: PhaseContext;
  state: DatabaseState;
  dialect: SqlDialect;
  limits: { statement: StatementLimits; test: TestLimits };
  tests: TestRunner;
  signal: AbortSignal | undefined;
}

/** Outcomes, and what a later run of the same tests may take over. */
export interface ShippedTests {
  outcomes: TestOutcome[];
  /** What the gold did in the default test. */
  gold: TextsResult | null;
  /** For each of the own tests: whether it found the state as the answer left it. */
  untouched: boolean[];
}

/** The fixed test fetches this many times more rows, so that it hardly ever has to leave a verdict open. */
const fixedRows = 10;

/** The tests as the evaluator runs them: on the state that the answer left, one after another, without putting it back. */
export async function runTestsAsShipped(setting: TestSetting): Promise<ShippedTests> {
  const { plan, context, answer, answered, profile } = setting;
  const fault = fetchFault(answered.ends, profile);
  if (fault !== null) {
    const failed = { equal: false, reason: `The evaluator counts the answer as failed: ${fault}.` } as const;
    const outcomes = [defaultOutcome(failed, performance.now())];
    return { outcomes, gold: null, untouched: plan.part.tests.map(() => false) };
  }
  if (plan.choice === "none") return { outcomes: [], gold: null, untouched: [] };
  if (plan.choice === "default") {
    const startedAt = performance.now();
    const run = (texts: readonly string[]) => context.run(texts);
    const { verdict, gold } = await defaultTestAsShipped(run, setting.tests.matching, {
      predicted: answer,
      gold: plan.part.goldSql,
      conditions: plan.conditions,
      dialect: setting.dialect,
      profile,
    });
    return { outcomes: [defaultOutcome(verdict, startedAt)], gold, untouched: [] };
  }
  const outcomes: TestOutcome[] = [];
  const untouched: boolean[] = [];
  let written = false;
  for (const [index, script] of plan.part.tests.entries()) {
    const { outcome, wrote } = await runScript(setting, script, index);
    outcomes.push(outcome);
    untouched.push(!written);
    written ||= wrote;
  }
  return { outcomes, gold: null, untouched };
}

/**
 * The tests with the evaluator's faults put right (SPEC J5); empty where they would be the same. Every own test finds
 * the state that the answer left; the default test is the fixed one. `cleaned`: the clean-up has changed the state since.
 */
export async function runTestsFixed(
  setting: TestSetting,
  shipped: ShippedTests,
  cleaned: boolean,
): Promise<TestOutcome[]> {
  const { plan } = setting;
  if (plan.fixedChoice === "default") return [await fixedDefaultTest(setting, shipped.gold, cleaned)];
  if (plan.choice === "own" && shipped.untouched.every(Boolean)) return [];
  const outcomes: TestOutcome[] = [];
  for (const [index, script] of plan.part.tests.entries()) {
    const known = plan.choice === "own" && shipped.untouched[index] ? shipped.outcomes[index] : undefined;
    outcomes.push(known ?? (await runScriptAfresh(setting, script, index)));
  }
  return outcomes;
}

async function runScriptAfresh(setting: TestSetting, script: TestScript, index: number) {
  await setting.context.begin();
  await setting.context.run(setting.answer);
  return (await runScript(setting, script, index)).outcome;
}

async function runScript(
  setting: TestSetting,
  script: TestScript,
  index: number,
): Promise<{ outcome: TestOutcome; wrote: boolean }> {
  const { plan, profile, database, answer, answered, state, limits, signal, dialect } = setting;
  let wrote = false;
  const db: TestDatabase = {
    engine: state.template.engine,
    execute(sql) {
      wrote ||= mayWrite(sql, dialect);
      return state.run(sql, { limits: limits.statement, ...(signal && { signal }) });
    },
    async softExactMatch(predicted, gold, conditions) {
      wrote ||= mayWrite([...predicted, ...gold], dialect);
      const run = (texts: readonly string[]) => setting.context.run(texts);
      const call = { predicted, gold, conditions, dialect, profile };
      return (await softMatchAsShipped(run, setting.tests.matching, call)).verdict.equal;
    },
  };
  const { goldSql } = plan.part;
  const call = { script, profile, database, conditions: plan.conditions, predictedSql: answer, goldSql };
  const outcome = await setting.tests.run({ ...call, predictedResult: answered.last }, db, {
    limits: limits.test,
    ...(signal && { signal }),
  });
  return { outcome: { ...outcome, index }, wrote };
}

async function fixedDefaultTest(
  setting: TestSetting,
  ran: TextsResult | null,
  cleaned: boolean,
): Promise<TestOutcome> {
  const startedAt = performance.now();
  const { plan, answer, dialect } = setting;
  const { goldSql, conditions } = plan.part;
  const { rewrite, match } = setting.tests.matching;
  const lists = await rewriteFixedApart([answer, goldSql], conditions, { rewrite, dialect });
  if (lists === null) return defaultOutcome(notRewritten, startedAt);
  const [predicted = [], gold = []] = lists;
  const texts = { predicted, gold };
  const apart = cleaned || mayWrite([...answer, ...goldSql], dialect);
  const sides = apart ? await sidesApart(setting, texts) : await sidesTogether(setting, texts, ran);
  const verdict = await softMatchFixed(sides.predicted, sides.gold, { conditions, match });
  return defaultOutcome(verdict, startedAt);
}

interface Texts {
  predicted: string[];
  gold: string[];
}

/** Sides that only read: the state is right for both, and what ran already need not run again. */
async function sidesTogether(
  { context, answer, answered, limits }: TestSetting,
  texts: Texts,
  gold: TextsResult | null,
): Promise<Record<keyof Texts, FixedSide>> {
  const more = manyRows(limits.statement);
  const side = async (sql: string[], known: TextsResult | null): Promise<FixedSide> => {
    const isKnown = known !== null && known.failed === null && known.last?.truncated === false;
    const ran = isKnown && sameTexts(known, sql) ? known : await context.run(sql, more);
    return { run: ran, hash: null };
  };
  const predicted = await side(texts.predicted, sameList(texts.predicted, answer) ? answered : null);
  return { predicted, gold: await side(texts.gold, gold) };
}

const manyRows = (limits: StatementLimits): StatementLimits => ({ ...limits, rows: limits.rows * fixedRows });

/** Sides that change data, or are too long for that to be known: each from the beginning of the phase. */
async function sidesApart(
  { context, limits }: TestSetting,
  texts: Texts,
): Promise<Record<keyof Texts, FixedSide>> {
  const side = async (sql: string[]): Promise<FixedSide> => {
    await context.begin();
    const run = await context.run(sql, manyRows(limits.statement));
    const needsHash = run.failed === null && run.last?.columns.length === 0;
    return { run, hash: needsHash ? await context.hash() : null };
  };
  return { predicted: await side(texts.predicted), gold: await side(texts.gold) };
}

function sameTexts({ statements }: TextsResult, sql: readonly string[]): boolean {
  return sameList(
    statements.map((statement) => statement.sql),
    sql,
  );
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

function defaultOutcome({ equal, reason }: SoftExVerdict, startedAt: number): TestOutcome {
  return {
    index: null,
    status: equal ? "passed" : "failed",
    message: reason,
    traceback: [],
    stdout: "",
    elapsedMs: performance.now() - startedAt,
  };
}
