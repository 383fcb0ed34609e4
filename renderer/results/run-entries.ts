import type { PhaseResult, RunStep, StatementPreview, TestOutcome } from "#shared/domain/task-run.ts";

/** A line of a run: a phase, a statement of one of its steps, or a test. */
export type RunEntry =
  | { kind: "phase"; key: string; phase: PhaseResult }
  | {
      kind: "statement";
      key: string;
      phase: PhaseResult;
      step: RunStep;
      index: number;
      statement: StatementPreview;
    }
  /** `isFixed`: of the verdict with the evaluator's known faults put right, where its tests are others. */
  | { kind: "test"; key: string; phase: PhaseResult; test: TestOutcome; isFixed: boolean };

/** The lines of a run in their order: each phase, what was run in it, and its tests. */
export function runEntries(phases: readonly PhaseResult[]): RunEntry[] {
  return phases.flatMap((phase): RunEntry[] => [
    { kind: "phase", key: `${phase.phase}`, phase },
    ...phase.steps.flatMap(({ step, statements }, at) =>
      statements.map(
        (statement, index): RunEntry => ({
          kind: "statement",
          key: `${phase.phase} ${at} ${index}`,
          phase,
          step,
          index,
          statement,
        }),
      ),
    ),
    ...[...testEntries(phase, phase.tests, false), ...testEntries(phase, phase.fixedTests, true)],
  ]);
}

function testEntries(phase: PhaseResult, tests: readonly TestOutcome[], isFixed: boolean): RunEntry[] {
  return tests.map((test, at) => ({
    kind: "test",
    key: `${phase.phase} ${isFixed ? "fixed" : "test"} ${at}`,
    phase,
    test,
    isFixed,
  }));
}

/** The answer's and the gold's statement at the same position, where a phase ran both; else the one alone. */
export function statementPair(
  entry: Extract<RunEntry, { kind: "statement" }>,
): { title: RunStep; statement: StatementPreview }[] {
  const alone = [{ title: entry.step, statement: entry.statement }];
  if (entry.step !== "answer" && entry.step !== "gold") return alone;
  const pair = (["answer", "gold"] as const).flatMap((title) => {
    const statements = entry.phase.steps
      .filter(({ step }) => step === title)
      .flatMap((step) => step.statements);
    const statement = statements[entry.index];
    return statement === undefined ? [] : [{ title, statement }];
  });
  return pair.length === 2 ? pair : alone;
}

/** The line that says most at first: what failed, else the first phase. */
export function firstEntry(entries: readonly RunEntry[]): number {
  const failed = entries.findIndex(
    (entry) =>
      (entry.kind === "statement" && entry.statement.status !== "ok") ||
      (entry.kind === "test" && entry.test.status !== "passed"),
  );
  return failed >= 0 ? failed : entries.length > 0 ? 0 : -1;
}
