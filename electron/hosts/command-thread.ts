import { existsSync, rmSync } from "node:fs";
import { isMainThread, parentPort, SHARE_ENV, Worker } from "node:worker_threads";
import type { CommandHost } from "../commands/command.ts";
import { exitCodes } from "../commands/command-end.ts";

/** How long (ms) an interrupted command may take to end by itself, and how long its thread may take to be stopped: a second in all. */
const graceMs = 400;
/** The same for a team's host, which closes people's connections, their jobs and the workspace. */
const hostGraceMs = 10_000;
const stopMs = 150;

/** What the thread of a command says to the one that hears signals. */
type FromCommand = { kind: "wants-input" } | { kind: "unfinished"; path: string };

/** Whether a command line runs in a thread: all do but the workbench, which hears signals by itself. */
export function runsInThread([command]: readonly string[]): boolean {
  return command !== "open";
}

/**
 * Runs an entry as a thread, and ends as it ends. This thread has nothing to do but hear signals: a text that keeps a command
 * busy for minutes keeps nobody from ending it. One that has not ended within a second of Ctrl+C is ended from here, and what it
 * had not finished is removed.
 */
export function runInThread(entry: URL): void {
  const thread = new Worker(entry, { argv: process.argv.slice(2), env: SHARE_ENV, stdin: true });
  const unfinished: string[] = [];
  thread.on("message", (message: FromCommand) => {
    if (message.kind === "unfinished") unfinished.push(message.path);
    else if (thread.stdin !== null) process.stdin.pipe(thread.stdin);
  });
  // Whoever read this, as in "querent … | head", has read enough.
  process.stdout.on("error", () => process.exit(exitCodes.interrupted));
  let interrupted: NodeJS.Timeout | null = null;
  const patienceMs = process.argv[2] === "serve" ? hostGraceMs : graceMs;
  const onSignal = (signal: NodeJS.Signals) => {
    thread.postMessage(signal);
    interrupted ??= setTimeout(() => void endThread(), patienceMs);
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  const endThread = async () => {
    const stopped = thread.terminate();
    const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), stopMs));
    const end = await Promise.race([stopped, late]);
    // What the thread said last may still be on its way.
    await new Promise(setImmediate);
    const left = unfinished.filter((path) => existsSync(path));
    for (const path of left) rmSync(path, { recursive: true, force: true });
    const isNothing = left.length > 0 && left.length === unfinished.length;
    process.stderr.write(
      `interrupted; ${isNothing ? "nothing was written" : "only what was finished before is kept"}\n`,
    );
    if (end !== "late") process.exit(exitCodes.interrupted);
    // It is in a call that cannot be stopped, for which an ordinary end would wait: the signal itself ends it.
    for (const signal of signals) process.off(signal, onSignal);
    process.kill(process.pid, "SIGINT");
  };
  let failed: number | null = null;
  thread.on("error", (error) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    // It could not even load what it runs.
    const noFiles = /EMFILE|ENFILE|too many open files/i.test(message);
    failed = noFiles ? exitCodes.refused : exitCodes.defect;
    process.stderr.write(
      noFiles
        ? `This computer does not let Querent start: ${message}. Let it have more files open (ulimit -n), or close other programs.\n`
        : `${stack}\n`,
    );
  });
  thread.once("exit", (code) => {
    if (interrupted !== null) clearTimeout(interrupted);
    process.exitCode = failed ?? code;
    process.stdin.destroy();
  });
}

/** The side of the command, in its thread or where it is alone in its process. */
export function commandThread(): Pick<CommandHost, "stdin" | "unfinished"> {
  if (isMainThread) return { stdin: () => process.stdin, unfinished: () => {} };
  const say = (message: FromCommand) => parentPort?.postMessage(message);
  // A thread gets no signals; what it is told of them counts as one.
  parentPort?.on("message", (signal: NodeJS.Signals) => process.emit(signal));
  parentPort?.unref();
  return {
    stdin() {
      say({ kind: "wants-input" });
      return process.stdin;
    },
    unfinished: (path) => say({ kind: "unfinished", path }),
  };
}
