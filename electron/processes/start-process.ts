import type { Readable } from "node:stream";

/** A process or thread of its own, as the way it was started shows it. Messages are JSON values; threads take what can be cloned. */
export interface WorkerProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with what is known of why: the signal or code, and the last words on its error output. */
  onExit(listener: (how: string) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Whether it keeps this program from ending; left out where it always does. */
  hold?(isHeld: boolean): void;
}

/**
 * Starts a worker from its entry file. `forkProcess` serves the web host, the headless commands and tests;
 * the desktop host starts a utility process of Electron instead, as its executable does not run as Node.
 */
export type StartProcess = (entry: string, args: string[], confinement?: Confinement) => WorkerProcess;

/** The files and folders that a process may reach, its own code included. A host that cannot confine a process starts it all the same. */
export interface Confinement {
  read: string[];
  write: string[];
}

const environment = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG", "TZ"];

/** What a worker needs of the environment; nothing else is handed to it. */
export function workerEnvironment(): Record<string, string> {
  return Object.fromEntries(
    environment.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

/** How much of the error output is remembered for the message when a process dies. */
const rememberedErrorOutput = 2000;

/** Follows an error output and gives its end. */
export function lastWords(errorOutput: Readable | null): () => string {
  let words = "";
  errorOutput?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-rememberedErrorOutput);
  });
  return () => words;
}
