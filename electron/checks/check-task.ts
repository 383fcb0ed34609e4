import { type Finding, inPhase } from "#shared/domain/finding.ts";
import { subTasks, type Task } from "#shared/domain/task.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, StatementLimits } from "../engines/task-engine.ts";
import type { TestRunner } from "../runners/python/test-runner.ts";
import type { Check, PhaseFinding } from "./check.ts";
import { type CheckedPhase, createCheckedPhase } from "./checked-phase.ts";
import { checks } from "./checks.ts";
import { createTaskGround } from "./task-ground.ts";

/** An answer to each phase, to be tested as an evaluator would; phase 2 null: phase 1 alone. */
export interface TriedAnswer {
  phase1: string[];
  phase2: string[] | null;
}

/** What checks work with. */
export interface CheckTools {
  /** A state of the task's database; nobody else may use it meanwhile. */
  state: DatabaseState;
  profile: EvaluatorProfile;
  limits?: StatementLimits;
  /** Compiles test scripts; without it they are not compiled. */
  tests: Pick<TestRunner, "compile"> | null;
  /** Runs the tests of the task on an answer; without it the checks of the tests are left out. */
  test: ((answer: TriedAnswer, signal?: AbortSignal) => Promise<TaskRun>) | null;
}

/** As the reference evaluators have them: 60 s, 10,000 rows. */
const evaluatorLimits: StatementLimits = {
  timeMs: 60_000,
  rows: 10_000,
  cellBytes: 16 * 2 ** 20,
  memoryBytes: 512 * 2 ** 20,
};

/**
 * Checks the gold and the tests of a task on its data, and gives all findings (docs/findings.md); each is told as it is found,
 * what costs least first. Rejects only for the signal: a check that breaks is the finding `check-failed`.
 */
export async function checkTask(
  task: Task,
  tools: CheckTools,
  { signal, onFinding }: { signal?: AbortSignal; onFinding?(finding: Finding): void } = {},
): Promise<Finding[]> {
  const found: Finding[] = [];
  const tell = (finding: Finding) => {
    found.push(finding);
    onFinding?.(finding);
  };
  const phases = checkedPhases(task, tools, signal);
  for (const need of ["text", "gold", "tests"] as const)
    for (const phase of phases)
      for (const check of checks) {
        if (check.needs !== need || !(await isReady(phase, need))) continue;
        signal?.throwIfAborted();
        await runCheck(check, phase, signal, tell);
      }
  return found;
}

function checkedPhases(task: Task, tools: CheckTools, signal: AbortSignal | undefined): CheckedPhase[] {
  const dialect: SqlDialect = tools.state.template.engine === "sqlite" ? "sqlite" : "postgresql";
  const limits = tools.limits ?? evaluatorLimits;
  const ground = createTaskGround(task, tools.state, { dialect, limits, signal });
  const compile: CheckedPhase["compile"] = async (script) => (await tools.tests?.compile(script)) ?? null;
  return subTasks(task).map((part) => {
    const test = async (sql: readonly string[]) => {
      const isFirst = part.phase === 1;
      const answer = { phase1: isFirst ? [...sql] : task.goldSql, phase2: isFirst ? null : [...sql] };
      const run = await tools.test?.(answer, signal);
      return run?.phases.find(({ phase }) => phase === part.phase) ?? null;
    };
    const surroundings = { task, ground, dialect, profile: tools.profile, compile };
    return createCheckedPhase(part, { ...surroundings, test: tools.test === null ? null : test });
  });
}

/** Whether what a check needs is there: a gold that ran, and the means to test answers. */
async function isReady(phase: CheckedPhase, need: Check["needs"]): Promise<boolean> {
  if (need === "text") return true;
  // What broke the run of the gold was told when it was run first.
  const gold = await phase.gold().catch(() => null);
  if (gold === null || gold.obstacle !== null || gold.failure !== null || gold.last === null) return false;
  return need === "gold" || phase.test !== null;
}

async function runCheck(
  check: Check,
  phase: CheckedPhase,
  signal: AbortSignal | undefined,
  tell: (finding: Finding) => void,
): Promise<void> {
  try {
    for await (const finding of check.run(phase)) tell(placed(phase, finding));
  } catch (error) {
    signal?.throwIfAborted();
    tell(
      placed(phase, {
        rule: "check-failed",
        severity: "warning",
        where: { kind: "field", path: ["sol_sql"] },
        message: `The check of ${check.name} broke off, so that nothing is known of it. Report this with the task.`,
        evidence: { kind: "text", text: error instanceof Error ? error.message : String(error) },
      }),
    );
  }
}

/** The finding as the task has it. */
function placed({ part }: CheckedPhase, { where, fix, ...finding }: PhaseFinding): Finding {
  const lifted = inPhase(part.phase, where);
  if (fix === undefined) return { ...finding, where: lifted };
  const { description, replacement } = fix;
  if (replacement === undefined) return { ...finding, where: lifted, fix: { description } };
  const there = { where: inPhase(part.phase, replacement.where), text: replacement.text };
  return { ...finding, where: lifted, fix: { description, replacement: there } };
}
