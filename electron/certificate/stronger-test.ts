import { relationChecks } from "#shared/certificate/stronger-test/relation-checks.ts";
import { onInsertedRows, sameRowsScript } from "#shared/certificate/stronger-test/stronger-scripts.ts";
import type { StrongerTest } from "#shared/contract/certificates.ts";
import { createdHead } from "#shared/dialogue/gold-outcomes.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { applyEdit } from "#shared/domain/task-edit.ts";
import type { TestScript } from "#shared/domain/test-script.ts";
import type { CheckedResult } from "#shared/findings/checked-phase.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import { changedNames } from "#shared/sql/state-dependence.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { type CheckTools, checkedPhases, type TriedPhase } from "../checks/check-task.ts";
import { createTaskRunner, defaultTaskLimits, taskLimits } from "../evaluation/phases.ts";
import type { CertificateSetting } from "./certified-task.ts";
import type { CertificateTools } from "./certify-task.ts";
import { runnerWhenNeeded, stateWhenNeeded } from "./open-when-needed.ts";

/** An answer that the tests of a phase let pass: its texts, and statements that insert rows on which it differs from the gold. */
export interface PassingAnswer {
  phase: Phase;
  texts: readonly string[];
  inserts: readonly string[];
}

/** So many scripts are tried before it gives up. */
const mostTries = 8;

/** Looks for a test that catches an answer. Rejects for the signal or a lost engine only. */
export async function strongerTest(
  task: Task,
  answer: PassingAnswer,
  {
    engine,
    template,
    tests,
    setting,
    signal,
  }: CertificateTools & { setting: CertificateSetting; signal: AbortSignal },
): Promise<StrongerTest> {
  const { timeLimitMs, profile } = setting;
  const limits = timeLimitMs === undefined ? defaultTaskLimits : taskLimits(timeLimitMs);
  const runner = runnerWhenNeeded(createTaskRunner({ engine, tests, limits }), template);
  const state = stateWhenNeeded(engine, template, runner.begin);
  const tester = { compile: tests.compile, runner };
  const tools: CheckTools = { state, profile, limits: limits.statement, tester };
  const phaseOf = (one: Task) =>
    checkedPhases(one, tools, signal).find(({ part }) => part.phase === answer.phase);
  try {
    const phase = phaseOf(task);
    if (phase === undefined) return { reason: `The task has no phase ${answer.phase}.` };
    if (phase.plan.fixedChoice !== "own")
      return {
        reason: "The evaluator compares the results of this phase itself and runs no script of the task.",
      };
    let tries = 0;
    for await (const script of scripts(phase, answer)) {
      if (tries++ === mostTries) break;
      const { tests: before } = phase.part;
      const step = { kind: "add-test", phase: answer.phase, index: before.length, test: script } as const;
      const edited = applyEdit(task, [step]);
      const tried = edited === null ? undefined : phaseOf(edited);
      if (tried === undefined || (await tried.test(phase.part.goldSql))?.passedFixed !== true) continue;
      const failure = await failureOf(tried, answer.texts);
      if (failure !== null) return { script, isForm: readTestForm(script, phase.dialect) !== null, failure };
    }
    return {
      reason:
        tries === 0
          ? "Nothing that a script could look at differs: no table or view that the answer writes has other rows."
          : "None of the scripts that were tried tells the mutant from the gold and lets the gold pass.",
    };
  } finally {
    await Promise.all([state.close(), runner.close()]);
  }
}

/** What the last test, the new one, says of an answer; null where it passes or breaks. */
async function failureOf(phase: TriedPhase, texts: readonly string[]): Promise<string | null> {
  const run = await phase.test(texts);
  const last = (run?.fixedTests.length === 0 ? run.tests : run?.fixedTests)?.at(-1);
  return last?.status === "failed" ? (last.message ?? "It fails.") : null;
}

/** Scripts that may tell the answer from the gold, the most readable first. */
async function* scripts(phase: TriedPhase, { texts, inserts }: PassingAnswer): AsyncGenerator<TestScript> {
  const { goldSql } = phase.part;
  for (const again of inserts.length === 0 ? [false] : [false, true]) {
    const onRows = (script: TestScript) =>
      inserts.length === 0 ? script : onInsertedRows(script, inserts, again);
    const after = (own: readonly string[]) => [...own, ...inserts, ...(again ? own : [])];
    for (const name of writtenNames(phase, texts)) {
      const seen = await seenRelation(phase, name, { gold: after(goldSql), other: after(texts) });
      const checks = seen === null ? [] : relationChecks(seen, phase.dialect);
      for (const check of checks) yield onRows(writeTestForm({ checks: [check] }, phase.dialect));
    }
    if (phase.query !== null && !again)
      yield onRows(sameRowsScript(hasOutermostOrderBy(goldSql.at(-1) ?? "", phase.dialect)));
  }
}

/** The tables and views that the gold or the answer writes or makes. */
function writtenNames({ trees, dialect }: TriedPhase, texts: readonly string[]): string[] {
  const all = [...trees, ...texts.map((text) => parseTree(text, dialect))];
  const made = all.flatMap(({ sql }) => createdHead(sql)?.toLowerCase() ?? []);
  return [...new Set([...made, ...changedNames(all)])];
}

async function seenRelation(
  phase: TriedPhase,
  name: string,
  { gold, other }: { gold: readonly string[]; other: readonly string[] },
) {
  const rowsAfter = async (texts: readonly string[]): Promise<CheckedResult | null> => {
    const ran = await phase.run([...texts, `SELECT * FROM ${name}`]);
    return ran.obstacle === null && ran.failure === null ? ran.last : null;
  };
  const [wanted, found] = [await rowsAfter(gold), await rowsAfter(other)];
  if (wanted === null || found === null || wanted.truncated || found.truncated) return null;
  const again = await rowsAfter(gold);
  const column = (result: CheckedResult | null, at: number) =>
    JSON.stringify(result?.rows.map((row) => row[at]).sort());
  const { schema } = await phase.context();
  const table = schema?.tables.find((one) => one.name.toLowerCase() === name);
  return {
    ...{ name, columns: wanted.columns, gold: wanted.rows, other: found.rows },
    key: table?.columns.flatMap((one) => (one.primaryKey ? [one.name] : [])) ?? [],
    // A clock or a random value gives another value each time.
    isSteady: (at: number) => column(wanted, at) === column(again, at),
  };
}
