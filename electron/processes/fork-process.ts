import { fork } from "node:child_process";
import path from "node:path";
import type { Confinement, StartProcess } from "./start-process.ts";

/** The entry of a query worker in the source, for hosts that run from it. */
export const sourceQueryWorker = path.join(import.meta.dirname, "../queries/query-worker.ts");

/** What a worker needs of the environment; nothing else is handed to it. */
const environment = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG", "TZ"];

/** How much of the error output is kept for the message when a process dies. */
const keptErrorOutput = 2000;

/** Starts a worker as a Node child process. */
export const forkProcess: StartProcess = (entry, args, confinement) => {
  const child = fork(entry, args, {
    execArgv: ["--disable-warning=ExperimentalWarning", ...(confinement ? confiningFlags(confinement) : [])],
    env: Object.fromEntries(environment.map((name) => [name, process.env[name]])),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json",
  });
  let errorOutput = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptErrorOutput);
  });
  // A send that fails means that the process is gone; its exit tells so.
  child.on("error", () => {});
  return {
    send: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      void child.once("close", (code, signal) =>
        listener(`${signal ? `signal ${signal}` : `exit code ${code}`} ${errorOutput}`.trim()),
      ),
    kill: () => void child.kill("SIGKILL"),
  };
};

/** Node's permission model: no files but these, no child processes, no addons; threads for the watchdog; and no code from strings. */
function confiningFlags({ read, write }: Confinement): string[] {
  return [
    "--permission",
    "--disable-warning=PERM0006",
    "--allow-worker",
    "--disallow-code-generation-from-strings",
    ...[...read, ...write].map((place) => `--allow-fs-read=${place}`),
    ...write.map((place) => `--allow-fs-write=${place}`),
  ];
}
