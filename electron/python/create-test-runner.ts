import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { StartProcess } from "../processes/start-process.ts";
import { answerRequest, conditionsForScript, resultForScript } from "./answer-request.ts";
import { ensureSnapshot, type PythonFolders } from "./ensure-snapshot.ts";
import { type JobEnd, startInterpreter } from "./interpreter-client.ts";
import { createInterpreterPool } from "./interpreter-pool.ts";
import { type PythonFiles, type PythonJob, PythonOutcome } from "./python-protocol.ts";
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
}

/** What answers a script's requests. */
type Answer = (request: unknown, signal: AbortSignal) => Promise<unknown>;
interface RunOptions {
  limits: TestLimits;
  signal?: AbortSignal | undefined;
}

const compileLimits: TestLimits = { timeMs: 10_000, memoryBytes: 256 * 2 ** 20 };

/** Runs test scripts in CPython on WebAssembly, each interpreter in a process that may read its own files and nothing else. */
export function createTestRunner(options: TestRunnerOptions): TestRunner {
  const { start, entry, folders, cacheDir, warm } = options;
  const readFolders = [...options.codeFolders, folders.pyodideDir, folders.sourcesDir, cacheDir];
  let files: Promise<PythonFiles> | null = null;
  const pool = createInterpreterPool(warm, async (afterFailure) => {
    // A snapshot that was damaged is made anew.
    if (afterFailure) files = null;
    files ??= ensureSnapshot({ start, entry, folders, cacheDir, readFolders, anew: afterFailure });
    files.catch(() => {
      files = null;
    });
    return startInterpreter(start, entry, await files, readFolders);
  });

  async function perform(
    job: PythonJob,
    answer: Answer,
    { limits, signal }: RunOptions,
  ): Promise<TestOutcome> {
    const interpreter = await pool.lend(signal);
    const startedAt = performance.now();
    const over = new AbortController();
    let answering: Promise<unknown> = Promise.resolve();
    const end = () => {
      over.abort();
      interpreter.kill();
    };
    const timer = setTimeout(end, limits.timeMs);
    signal?.addEventListener("abort", end);
    try {
      // Raised while an interpreter was lent, it does not tell of itself again.
      signal?.throwIfAborted();
      const ended = await interpreter.run(job, limits.memoryBytes, (request) => {
        const reply = answer(request, over.signal);
        answering = reply.catch(() => {});
        return reply;
      });
      const elapsedMs = performance.now() - startedAt;
      // Whoever asked may go on with the database as soon as this returns.
      await answering;
      signal?.throwIfAborted();
      const said = over.signal.aborted ? timeout(limits.timeMs) : outcomeOf(ended);
      return { index: 0, ...said, stdout: ended.kind === "end" ? ended.end.stdout : "", elapsedMs };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      pool.giveBack(interpreter);
    }
  }

  return {
    run: (call, database, runOptions) =>
      perform(testJob(call, database), (...asked) => answerRequest(database, ...asked), runOptions),
    async compile(script) {
      const outcome = await perform({ kind: "compile", script }, async () => null, { limits: compileLimits });
      if (outcome.status === "passed") return null;
      return { line: outcome.traceback.at(-1)?.line ?? null, message: outcome.message ?? outcome.status };
    },
    close: () => pool.close(),
  };
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

function outcomeOf(ended: JobEnd): Said {
  if (ended.kind === "gone") return error(`The Python interpreter ended (${ended.how}).`);
  const { outcome, broken, memoryRefused } = ended.end;
  if (broken !== null && memoryRefused)
    return { status: "memory", message: "The test needs more memory than it may have.", traceback: [] };
  if (broken !== null) return error(`The test was ended: ${broken}.`);
  return saidOutcome(outcome) ?? error("The script ended without telling how its test went.");
}

/** The outcome as the script told it, or null where it told none. */
function saidOutcome(text: string | null): Said | null {
  try {
    const { outcome } = JSON.parse(text ?? "{}") as { outcome?: unknown };
    return PythonOutcome.safeParse(outcome).data ?? null;
  } catch {
    return null;
  }
}
