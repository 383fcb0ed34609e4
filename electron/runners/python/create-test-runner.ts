import path from "node:path";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { StartProcess } from "../start-process.ts";
import { answerRequest, conditionsForScript, resultForScript } from "./answer-request.ts";
import { ensureSnapshot, type PythonFolders } from "./ensure-snapshot.ts";
import { type InterpreterClient, type JobEnd, startInterpreter } from "./interpreter-client.ts";
import { createInterpreterPool } from "./interpreter-pool.ts";
import type { PythonFiles, PythonJob, PythonOutcome } from "./python-protocol.ts";
import type { TestCall, TestRunner } from "./test-runner.ts";

/** The entry of an interpreter's process in the source, for hosts that run from it. */
export const sourcePythonEntry = path.join(import.meta.dirname, "python-process.ts");

export interface TestRunnerOptions {
  start: StartProcess;
  /** The entry of an interpreter's process: `sourcePythonEntry`, or the bundled one. */
  entry: string;
  folders: PythonFolders;
  /** Folders that the entry's own code is read from. */
  codeFolders: string[];
  /** Where the snapshot is kept from one start to the next. */
  cacheDir: string;
  /** How many interpreters are kept, and so how many tests run at once. */
  warm: number;
}

const compileLimits = { timeMs: 10_000, memoryBytes: 256 * 2 ** 20 };

/** Runs test scripts in CPython on WebAssembly, in processes that are confined to reading its files. */
export function createTestRunner(options: TestRunnerOptions): TestRunner {
  const { start, entry, folders, cacheDir, warm } = options;
  const readFolders = [...options.codeFolders, folders.pyodideDir, folders.sourcesDir, cacheDir];
  let files: Promise<PythonFiles> | null = null;
  const pool = createInterpreterPool(warm, async () => {
    files ??= ensureSnapshot(start, entry, folders, cacheDir, readFolders);
    return startInterpreter(start, entry, await files, readFolders);
  });

  async function perform(
    job: PythonJob,
    answer: (request: unknown) => Promise<unknown>,
    { limits, signal }: { limits: { timeMs: number; memoryBytes: number }; signal?: AbortSignal | undefined },
  ): Promise<TestOutcome> {
    const interpreter = await pool.lend(signal);
    const startedAt = performance.now();
    let timedOut = false;
    const onAbort = () => interpreter.kill();
    const timer = setTimeout(() => {
      timedOut = true;
      interpreter.kill();
    }, limits.timeMs);
    signal?.addEventListener("abort", onAbort);
    try {
      const end = await interpreter.run(job, limits.memoryBytes, answer);
      signal?.throwIfAborted();
      const said = timedOut ? timeout(limits.timeMs) : outcomeOf(end);
      return {
        index: 0,
        ...said,
        stdout: end.kind === "end" ? end.end.stdout : "",
        elapsedMs: performance.now() - startedAt,
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      void settled(interpreter).then(() => pool.giveBack(interpreter));
    }
  }

  return {
    run: (call, database, runOptions) =>
      perform(
        testJob(call, database.engine ?? "postgres"),
        (request) => answerRequest(request, database),
        runOptions,
      ),
    async compile(script) {
      const outcome = await perform({ kind: "compile", script }, async () => null, { limits: compileLimits });
      if (outcome.status === "passed") return null;
      return { line: outcome.traceback.at(-1)?.line ?? null, message: outcome.message ?? outcome.status };
    },
    close: () => pool.close(),
  };
}

/** Until an interpreter that was killed, or that ends itself, is gone; one that is in order is ready again. */
async function settled(interpreter: InterpreterClient): Promise<void> {
  await interpreter.ready().catch(() => {});
}

function testJob(call: TestCall, engine: string): PythonJob {
  const { script, profile, predictedSql, goldSql, database, conditions, predictedResult } = call;
  return {
    kind: "test",
    script,
    profile,
    olderHelpers: call.olderHelpers ?? false,
    engine,
    predictedSql,
    goldSql,
    database,
    conditions: conditionsForScript(conditions),
    predictedResult: predictedResult === null ? null : resultForScript(predictedResult),
  };
}

function timeout(timeMs: number): PythonOutcome {
  return { status: "timeout", message: `The test took longer than ${timeMs} ms.`, traceback: [] };
}

function outcomeOf(ended: JobEnd): PythonOutcome {
  if (ended.kind === "gone")
    return { status: "error", message: `The Python interpreter ended (${ended.how}).`, traceback: [] };
  const { outcome, broken, memoryRefused } = ended.end;
  if (broken !== null)
    return memoryRefused
      ? { status: "memory", message: `No memory was left: ${broken}.`, traceback: [] }
      : { status: "error", message: `${broken}.`, traceback: [] };
  if (outcome === null)
    return { status: "error", message: "The script ended without an outcome.", traceback: [] };
  return (JSON.parse(outcome) as { outcome: PythonOutcome }).outcome;
}
