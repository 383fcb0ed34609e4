import { type Finding, inPhase } from "#shared/domain/finding.ts";
import { type PhasePlan, phasePlans } from "#shared/domain/phase-plan.ts";
import type { Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { defaultTaskLimits, type TaskAnswer, type TaskRunner } from "../evaluation/phases.ts";
import type { TestRunner } from "../python/test-runner.ts";
import type { Check, PhaseFinding } from "./check.ts";
import { createCheckContext } from "./check-context.ts";
import { type CheckedPhase, createCheckedPhase } from "./checked-phase.ts";
import { checks } from "./checks.ts";

/** What checks work with. */
export interface CheckTools {
  /** A state of the task's database; nobody else may use it meanwhile. */
  state: DatabaseState;
  profile: EvaluatorProfile;
  limits?: StatementLimits;
  /** Compiles test scripts, and runs the tests of the task on answers; without it the checks of the tests are left out. */
  tester: { compile: TestRunner["compile"]; runner: TaskRunner } | null;
  /** The moment that the state reads as now, where it was pinned (`withPinnedClock`). */
  clock?: string | null;
}

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
        if (check.needs !== need || !(await isReady(phase, need, tools))) continue;
        signal?.throwIfAborted();
        await runCheck(check, phase, signal, tell);
      }
  return found;
}

function checkedPhases(task: Task, tools: CheckTools, signal: AbortSignal | undefined): CheckedPhase[] {
  const { state, profile, tester, clock = null } = tools;
  const dialect = dialectOf(state.template.engine);
  const limits = tools.limits ?? defaultTaskLimits.statement;
  const context = createCheckContext(task, state, { dialect, limits, signal });
  const compile: CheckedPhase["compile"] = async (script) => (await tester?.compile(script)) ?? null;
  return phasePlans(task, profile).map((plan) => {
    const test = async (sql: readonly string[]) => {
      const answer = answerOf(plan, task, sql);
      const request = { task, template: state.template, profile, answer, whose: "predicted" } as const;
      const run = await tester?.runner.run(request, { signal });
      return run?.phases.find(({ phase }) => phase === plan.part.phase) ?? null;
    };
    return createCheckedPhase(plan, { task, context, dialect, profile, clock, compile, test });
  });
}

/** An answer to one phase; that to phase 1 is the gold where phase 2 begins with what the answer left. */
function answerOf({ part, start }: PhasePlan, task: Task, sql: readonly string[]): TaskAnswer {
  if (part.phase === 1) return { phase1: sql, phase2: null };
  return { phase1: start === "gold" || start === "template" ? null : task.goldSql, phase2: sql };
}

/** Whether what a check needs is there: a gold that ran, and the means to test answers. */
async function isReady(phase: CheckedPhase, need: Check["needs"], { tester }: CheckTools): Promise<boolean> {
  if (need === "text") return true;
  // What broke the run of the gold was told when it was run first.
  const gold = await phase.gold().catch(() => null);
  if (gold === null || gold.obstacle !== null || gold.failure !== null || gold.last === null) return false;
  return need === "gold" || tester !== null;
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
