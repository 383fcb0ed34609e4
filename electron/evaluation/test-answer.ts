import { phasePlans } from "#shared/domain/phase-plan.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { PhaseResult, StatementPreview, TestOutcome } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, Engine, TemplateRef } from "../engines/engine.ts";
import { textByText } from "../engines/text-by-text.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { statementPreviews } from "../task-databases/statement-preview.ts";
import { watchState } from "./engine-faults.ts";
import { createPhaseContext } from "./phase-context.ts";
import { runTestsAsShipped, type TestSetting } from "./phase-tests.ts";
import { defaultTaskLimits, type TaskLimits } from "./phases.ts";

/** Test scripts of one phase and the answer that they are to judge. */
export interface AnswerTestRequest {
  task: Task;
  phase: Phase;
  /** Which of the phase's scripts run (0-based); null for all. Without scripts the default test runs. */
  indexes: readonly number[] | null;
  sql: readonly string[];
  profile: EvaluatorProfile;
}

/** What a test said, and the SQL that ran for it. */
export interface TestedAnswer {
  test: TestOutcome;
  statements: StatementPreview[];
  /** Statements that ran beside those. */
  more: number;
}

export interface AnswerTestOptions {
  signal?: AbortSignal | undefined;
  /** What ran before the tests; `failed`: the answer did not run to its end, so that no test follows. */
  onAnswer(steps: PhaseResult["steps"], failed: boolean): void;
  onTest(tested: TestedAnswer): void;
}

/** A script may run thousands of statements; a person reads the first. */
const shownStatements = 50;

/**
 * Runs test scripts on any answer to a phase, one after another on the state that the answer left, as an evaluator does.
 * Unlike an evaluator's run the scripts run whatever id and category say, and phase 2 goes on from the gold of phase 1.
 */
export async function testAnswer(
  parts: { engine: Engine; tests: TestRunner; limits?: TaskLimits },
  template: TemplateRef,
  request: AnswerTestRequest,
  options: AnswerTestOptions,
): Promise<void> {
  const plan = planOf(request);
  if (plan === null) return;
  const { tests, limits = defaultTaskLimits, engine } = parts;
  const { signal } = options;
  const { task, sql, profile, indexes } = request;
  const dialect = dialectOf(engine.kind);
  const own = await engine.open(template);
  try {
    const log = createLog(dialect);
    const { state: watched, fault } = watchState(own);
    const state = logged(watched, log);
    const previous = { previous: task.goldSql, snapshot: null, pristine: true };
    const context = createPhaseContext({
      ...{ task, plan, state, dialect, limits: limits.statement, signal },
      ...previous,
    });
    const steps = await context.begin();
    const answered = await context.run(sql);
    steps.push({ step: "answer", statements: answered.statements });
    options.onAnswer(steps, answered.failed !== null);
    if (answered.failed !== null) return;
    const common = { plan, profile, database: task.database, answer: sql, answered, context, state, dialect };
    const setting: TestSetting = { ...common, limits, tests, signal };
    for (const chosen of chosenTests(plan.part.tests.length, indexes)) {
      log.clear();
      const test = await oneTest(setting, chosen);
      const failed = fault();
      if (failed !== null) throw failed;
      if (test === null) continue;
      options.onTest({ test, ...log.shown() });
      // The answer as a whole was refused: every other test would say the same.
      if (chosen !== null && test.index === null) return;
    }
  } finally {
    await own.close();
  }
}

function planOf({ task, phase, profile }: AnswerTestRequest): TestSetting["plan"] | null {
  const plan = phasePlans(task, profile).find(({ part }) => part.phase === phase);
  if (plan === undefined) return null;
  const choice = plan.part.tests.length > 0 ? "own" : "default";
  return { ...plan, choice, start: plan.start === "template" ? "template" : "gold" };
}

/** The indexes of the scripts to run; one null for the default test. */
function chosenTests(count: number, indexes: readonly number[] | null): (number | null)[] {
  if (count === 0) return [null];
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => indexes?.includes(index) ?? true,
  );
}

async function oneTest(setting: TestSetting, index: number | null): Promise<TestOutcome | null> {
  const { part } = setting.plan;
  const tests = index === null ? [] : part.tests.slice(index, index + 1);
  const plan = { ...setting.plan, part: { ...part, tests } };
  const { outcomes } = await runTestsAsShipped({ ...setting, plan });
  const [outcome] = outcomes;
  if (outcome === undefined) return null;
  return outcome.index === null ? outcome : { ...outcome, index };
}

interface StatementLog {
  add(statements: readonly StatementPreview[]): void;
  clear(): void;
  shown(): { statements: StatementPreview[]; more: number };
  dialect: SqlDialect;
}

function createLog(dialect: SqlDialect): StatementLog {
  let statements: StatementPreview[] = [];
  let more = 0;
  return {
    dialect,
    add(ran) {
      const room = Math.max(0, shownStatements - statements.length);
      statements.push(...ran.slice(0, room));
      more += Math.max(0, ran.length - room);
    },
    clear() {
      statements = [];
      more = 0;
    },
    shown: () => ({ statements, more }),
  };
}

/** A state that writes down what runs on it. */
function logged(state: DatabaseState, log: StatementLog): DatabaseState {
  return textByText(state, async (text, options) => {
    const results = await state.run([text], options);
    log.add(statementPreviews(text, results, log.dialect));
    return results;
  });
}
