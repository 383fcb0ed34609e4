import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SqlStart, TestRunEvent } from "#shared/contract/task-runs.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { useSettled } from "../ui/use-settled.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { type Streamed, useOneStream } from "./streams.ts";

/** Test scripts of a phase to run on an answer. */
interface TestRunRequest {
  taskId: number;
  phase: Phase;
  /** null: all of them, or the default test where there are none. */
  indexes: number[] | null;
  sql: readonly string[];
  profile: EvaluatorProfile;
}

/** What test scripts gave that run, or ran, on an answer. */
export interface TestRunResults extends TestRunRequest {
  /** The scripts of the phase as they were when it started. */
  scripts: readonly TestScript[];
  /** What ran before the tests; null until it has. */
  answer: Extract<TestRunEvent, { type: "answer" }> | null;
  tests: readonly Extract<TestRunEvent, { type: "test" }>[];
  elapsedMs: number;
}

export type TestRun = Streamed<TestRunResults>;

/** Runs test scripts on an answer, one run at a time; another one, `cancel`, or leaving stops the one before. */
export function useTestRun() {
  const client = useClient();
  const { streamed: run = null, start, cancel } = useOneStream<TestRunResults>();
  const runTests = useCallback(
    (request: TestRunRequest, scripts: readonly TestScript[]) =>
      start<TestRunEvent>({
        first: { ...request, scripts, answer: null, tests: [], elapsedMs: 0 },
        events: (signal) => client.taskRuns.runTests({ ...request, sql: [...request.sql] }, { signal }),
        after: ({ tests }, event) => {
          if (event.type === "answer") return { answer: event };
          return event.type === "test" ? { tests: [...tests, event] } : { elapsedMs: event.elapsedMs };
        },
      }),
    [client, start],
  );
  return { run, start: runTests, cancel };
}

/** How long a script rests before Python is asked to read it, in milliseconds. */
const compileRestMs = 350;

/** What Python says of a script that it cannot read: null where it can, undefined until it is known of this very text. */
export function useCompiled(script: TestScript): { line: number | null; message: string } | null | undefined {
  const client = useClient();
  const settled = useSettled(script, compileRestMs);
  const { data } = useQuery({
    queryKey: [...keys.compiledTests, settled],
    queryFn: ({ signal }) => client.taskRuns.compileTest({ script: settled }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return settled === script ? data : undefined;
}

/** Reads a table of a task's database on SQLite for its rows and their fingerprint; rejects with why it could not be read. */
export function useFingerprint(
  taskId: number,
): (table: string, start: SqlStart) => Promise<{ rows: number; fingerprint: string }> {
  const client = useClient();
  return useCallback(
    async (table, start) => {
      for await (const event of await client.taskRuns.fingerprint({ taskId, table, start })) {
        if (event.type === "done") return event;
        if (event.type === "unread") throw new Error(event.reason);
      }
      throw new Error("The table could not be read. Fill it in again.");
    },
    [client, taskId],
  );
}

/** Asks one query on a state of a task's database; rejects where it cannot be asked at all. */
export function useAskState(taskId: number): (sql: string, start: SqlStart) => Promise<StatementPreview> {
  const client = useClient();
  return useCallback(
    async (sql, start) => {
      const events = await client.taskRuns.runSql({ taskId, sql: [sql], start });
      for await (const event of events) {
        if (event.type !== "done") continue;
        const statement = event.failedBefore ?? event.statements.at(-1);
        if (statement !== undefined) return statement;
      }
      throw new Error("There is no statement to run.");
    },
    [client, taskId],
  );
}
