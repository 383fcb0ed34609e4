import type { StartProcess } from "../processes/start-process.ts";
import type { FromPython, PythonEnd, PythonFiles, PythonJob, ToPython } from "./python-protocol.ts";

/** How a job on an interpreter ended; "gone" where its process ended first, by `kill` or by itself. */
export type JobEnd = { kind: "end"; end: PythonEnd } | { kind: "gone"; how: string };

/** The outside end of one interpreter, in a process of its own. */
export interface InterpreterClient {
  /** Resolves when a job may be given; rejects where the process ends before. */
  ready(): Promise<void>;
  readonly isGone: boolean;
  /** One job at a time, on an interpreter that is ready. */
  run(job: PythonJob, memoryBytes: number, answer: (request: unknown) => Promise<unknown>): Promise<JobEnd>;
  kill(): void;
  /** Settles when the process is gone. */
  readonly gone: Promise<void>;
}

interface Running {
  resolve(end: JobEnd): void;
  answer(request: unknown): Promise<unknown>;
}

export function startInterpreter(
  start: StartProcess,
  entry: string,
  files: PythonFiles,
  readFolders: string[],
): InterpreterClient {
  const child = start(entry, ["serve", JSON.stringify(files)], { read: readFolders, write: [] });
  const gone = Promise.withResolvers<void>();
  let ready = Promise.withResolvers<void>();
  let running: Running | null = null;
  let isGone = false;
  const send = (message: ToPython) => child.send(message);

  async function take(text: string, asked: Running): Promise<void> {
    const reply = await asked.answer(parsed(text)).catch((error: unknown) => ({
      refused: error instanceof Error ? error.message : String(error),
    }));
    if (running === asked) send({ type: "answer", text: JSON.stringify(reply) });
  }

  child.onMessage((raw) => {
    const message = raw as FromPython;
    if (message.type === "ready") ready.resolve();
    else if (message.type === "ask") running && void take(message.text, running);
    else {
      const ended = running;
      running = null;
      if (message.end.worn) child.kill();
      ended?.resolve({ kind: "end", end: message.end });
    }
  });
  child.onExit((how) => {
    isGone = true;
    ready.promise.catch(() => {}); // Nobody may be waiting for it.
    ready.reject(new Error(`the Python interpreter ended (${how})`));
    running?.resolve({ kind: "gone", how });
    running = null;
    gone.resolve();
  });

  return {
    ready: () => ready.promise,
    get isGone() {
      return isGone;
    },
    run(job, memoryBytes, answer) {
      ready = Promise.withResolvers();
      const { promise, resolve } = Promise.withResolvers<JobEnd>();
      running = { resolve, answer };
      send({ type: "run", job, memoryBytes });
      return promise;
    },
    kill: () => child.kill(),
    gone: gone.promise,
  };
}

/** A request as a script wrote it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
