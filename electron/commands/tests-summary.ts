import { isManagement, type Task } from "#shared/domain/task.ts";
import { type TaskOutcome, type TaskRates, taskRates } from "#shared/metrics/task-rates.ts";
import type { TestedTask, TestLine } from "./test-line.ts";

/** The summary names this many of the phases whose two verdicts differ. */
const mostNamed = 100;

/** The figures of a run of `run-tests`, as shipped and fixed. */
export interface TestsSummary {
  tasks: number;
  phases: number;
  /** Phases that no test ran on. */
  errors: number;
  shipped: Record<"all" | "bi" | "dm", TaskRates>;
  fixed: Record<"all" | "bi" | "dm", TaskRates>;
  differing: number;
  /** The first of the phases whose verdicts differ, with why. */
  differ: (Pick<TestLine, "instance_id" | "phase" | "passed" | "passed_fixed"> & { reason: string | null })[];
}

export function testsSummary(results: readonly { task: Task; tested: TestedTask }[]): TestsSummary {
  const lines = results.flatMap(({ tested }) => tested.lines);
  const differing = results.flatMap(({ tested }) =>
    tested.lines.flatMap(({ instance_id, phase, passed, passed_fixed }, at) =>
      passed === passed_fixed
        ? []
        : [{ instance_id, phase, passed, passed_fixed, reason: tested.reasons[at] ?? null }],
    ),
  );
  return {
    tasks: results.length,
    phases: lines.length,
    errors: lines.filter(({ error }) => error !== undefined).length,
    shipped: taskRates(results.map((result) => outcomeOf(result, "passed"))),
    fixed: taskRates(results.map((result) => outcomeOf(result, "passed_fixed"))),
    differing: differing.length,
    differ: differing.slice(0, mostNamed),
  };
}

function outcomeOf(
  { task, tested }: { task: Task; tested: TestedTask },
  verdict: "passed" | "passed_fixed",
): TaskOutcome {
  const [first, second] = tested.lines;
  return {
    management: isManagement(task),
    hasFollowUp: task.followUp !== null,
    phase1: first?.[verdict] ?? false,
    phase2: second?.[verdict] ?? false,
  };
}
