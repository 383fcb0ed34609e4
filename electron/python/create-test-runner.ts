import type { TestOutcome } from "#shared/domain/task-run.ts";
import { EngineFault, notStarted } from "../engines/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import type { RequestEnd } from "../processes/worker-client.ts";
import { PoolClosed, WorkerPool } from "../processes/worker-pool.ts";
import { computeAtOnce, type SoftMatching, softMatchingBy } from "../sql-analysis/computations.ts";
import { answerRequest, conditionsForScript, resultForScript } from "./answer-request.ts";
import { ensureSnapshot, type PythonFolders } from "./ensure-snapshot.ts";
import {
  type PythonEnd,
  type PythonFiles,
  type PythonJob,
  PythonOutcome,
  type PythonRequest,
} from "./python-protocol.ts";
import type { TestCall, TestDatabase, TestLimits, TestRunner } from "./test-runner.ts";

export interface TestRunnerOptions {
  start: StartProcess;
  /** The entry of an interpreter's process: that of `sourcePython`, or the bundled one. */
  entry: string;
  folders: PythonFolders;
  /** Folders that the entry's own code is read from. */
  codeFolders: string[];
  /** Where the snapshot is kept from one start to the next. */
  cacheDir: string;
  /** How many interpreters are kept, and so how many tests run at once. */
  warm: number;
  /** How long SQL is rewritten and large results are compared apart; at once where it is not given. */
  matching?: SoftMatching;
}

/** What answers a script's requests. */
type Answer = (request: unknown, signal: AbortSignal) => Promise<unknown>;
interface RunOptions {
  answer: Answer;
  limits: TestLimits;
  signal: AbortSignal | undefined;
}

const compileLimits: TestLimits = { timeMs: 10_000, memoryBytes: 256 * 2 ** 20 };

/** Runs test scripts in CPython on WebAssembly, each interpreter in a worker that may read its own files and nothing else. */
export function createTestRunner(options: TestRunnerOptions): TestRunner {
  const pool = createInterpreterPool(options);
  const { matching = softMatchingBy(computeAtOnce) } = options;
  return {
    matching,
    run: (call, database, { limits, signal }) =>
      runJob(pool, testJob(call, database), {
        ...{
          limits,
          signal,
          answer: (request, over) => answerRequest({ ...database, rewrite: matching.rewrite }, request, over),
        },
      }),
    async compile(script) {
      const outcome = await runJob(
        pool,
        { kind: "compile", script },
        { answer: async () => null, limits: compileLimits, signal: undefined },
      );
      if (outcome.status === "passed") return null;
      return { line: outcome.traceback.at(-1)?.line ?? null, message: outcome.message ?? outcome.status };
    },
    close: () => pool.close(),
  };
}

type InterpreterPool = WorkerPool<PythonRequest, string, PythonEnd>;

function createInterpreterPool(options: TestRunnerOptions): InterpreterPool {
  const { start, entry, folders, cacheDir, warm } = options;
  const read = [...options.codeFolders, folders.pyodideDir, folders.sourcesDir, cacheDir];
  let files: Promise<PythonFiles> | null = null;
  return new WorkerPool({
    async next(_count, failed) {
      // A snapshot that was damaged is made anew.
      if (failed > 0) files = null;
      files ??= ensureSnapshot({ start, entry, folders, cacheDir, readFolders: read, anew: failed > 0 });
      files.catch(() => {
        files = null;
      });
      const argument = JSON.stringify(await files);
      return { start: () => start(entry, ["serve", argument], { read, write: [] }) };
    },
    ...{ workers: warm, depth: 1, idleMs: null, graceMs: 0, failedStarts: 2 },
    notStarted: (how) => notStarted(`the Python interpreter ended (${how})`),
  });
}

class TimeIsOver extends Error {}

/** Runs a job; what its script asks is answered until the test is over, by itself, its time or its caller. */
async function runJob(
  pool: InterpreterPool,
  job: PythonJob,
  { answer, limits, signal }: RunOptions,
): Promise<TestOutcome> {
  signal?.throwIfAborted();
  const over = new AbortController();
  const leave = () => over.abort(signal?.reason);
  signal?.addEventListener("abort", leave);
  let startedAt: number | null = null;
  let elapsedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let answering: Promise<unknown> = Promise.resolve();
  let said: Said;
  let stdout = "";
  try {
    const ended = await pool.run(
      { job, memoryBytes: limits.memoryBytes },
      {
        signal: over.signal,
        onStart() {
          startedAt = performance.now();
          clearTimeout(timer);
          timer = setTimeout(() => over.abort(new TimeIsOver()), limits.timeMs);
        },
        onEvent(text, reply) {
          // Sent in the instant in which its interpreter was killed.
          if (over.signal.aborted) return;
          answering = answered(answer(parsed(text), over.signal)).then(reply);
        },
      },
    );
    said = outcomeOf(ended);
    if (ended.kind === "done") stdout = ended.response.stdout;
  } catch (reason) {
    if (reason instanceof TimeIsOver) said = timeout(limits.timeMs);
    else if (reason instanceof PoolClosed) throw new Error("the test runner was closed");
    else throw reason;
  } finally {
    elapsedMs = performance.now() - (startedAt ?? performance.now());
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
    // Whoever asked may go on with the database as soon as this returns.
    await answering;
  }
  signal?.throwIfAborted();
  return { index: 0, ...said, stdout, elapsedMs };
}

/** An answer as JSON for the script, a refusal too. */
async function answered(answer: Promise<unknown>): Promise<string> {
  const given = await answer.catch((error: unknown) => ({
    refused: error instanceof Error ? error.message : String(error),
  }));
  return JSON.stringify(given);
}

/** A request as a script wrote it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function testJob(call: TestCall, { engine = "postgres" }: TestDatabase): PythonJob {
  const { conditions, predictedResult, olderHelpers = false, ...rest } = call;
  return {
    kind: "test",
    ...rest,
    olderHelpers,
    engine,
    conditions: conditionsForScript(conditions),
    predictedResult: predictedResult === null ? null : resultForScript(predictedResult),
  };
}

type Said = Pick<TestOutcome, "status" | "message" | "traceback">;

const error = (message: string): Said => ({ status: "error", message, traceback: [] });

function timeout(timeMs: number): Said {
  return { status: "timeout", message: `The test took longer than ${timeMs} ms.`, traceback: [] };
}

function outcomeOf(ended: RequestEnd<PythonEnd>): Said {
  if (ended.kind === "died") throw new EngineFault(`the Python interpreter ended (${ended.how})`);
  const { outcome, broken, memoryRefused } = ended.response;
  if (broken !== null && memoryRefused)
    return { status: "memory", message: "The test needs more memory than the limit allows.", traceback: [] };
  if (broken !== null) return error(`The test was stopped: ${broken}.`);
  return saidOutcome(outcome) ?? error("The script ended without reporting the result of its test.");
}

/** The outcome as the script reported it, or null where it reported none. */
function saidOutcome(text: string | null): Said | null {
  try {
    const { outcome } = JSON.parse(text ?? "{}") as { outcome?: unknown };
    return PythonOutcome.safeParse(outcome).data ?? null;
  } catch {
    return null;
  }
}
