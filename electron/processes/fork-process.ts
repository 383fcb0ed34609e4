import { fork } from "node:child_process";
import { getSystemErrorMessage, getSystemErrorName } from "node:util";
import { type Confinement, lastWords, type StartProcess, workerEnvironment } from "./start-process.ts";

/** Starts a worker as a Node child process. */
export const forkProcess: StartProcess = (entry, args, confinement) => {
  const child = fork(entry, args, {
    execArgv: ["--disable-warning=ExperimentalWarning", ...(confinement ? confiningFlags(confinement) : [])],
    env: workerEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json",
  });
  const errorOutput = lastWords(child.stderr);
  // A send that fails means that the process is gone; its exit is reported apart.
  child.on("error", () => {});
  return {
    send: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      void child.once("close", (code, signal) =>
        listener(`${howItEnded(code, signal)} ${errorOutput()}`.trim()),
      ),
    kill: () => void child.kill("SIGKILL"),
  };
};

/** A process that could not be started has the negative number of the system's error for its code. */
function howItEnded(code: number | null, signal: string | null): string {
  if (signal !== null) return `signal ${signal}`;
  return code !== null && code < 0
    ? `${getSystemErrorName(code)}: ${getSystemErrorMessage(code)}`
    : `exit code ${code}`;
}

/** Node's permission model: no files but these, no child processes, no addons; threads for the watchdog; and no code from strings. */
function confiningFlags({ read, write }: Confinement): string[] {
  return [
    "--permission",
    "--disable-warning=PERM0006",
    "--allow-worker",
    "--disallow-code-generation-from-strings",
    ...[...read, ...write].map((file) => `--allow-fs-read=${file}`),
    ...write.map((file) => `--allow-fs-write=${file}`),
  ];
}
