import type { Readable } from "node:stream";
import { utilityProcess } from "electron";
import { lastWords, type StartProcess, workerEnvironment } from "../../processes/start-process.ts";

/**
 * Starts a worker as a utility process: the packaged executable does not run as Node. It cannot be confined as a forked one is:
 * Electron hands execArgv to the environment's process.execArgv and reads no options from it, so that Node's permission model
 * stays off. What SQL and test scripts may reach is bounded by their engines alone there.
 */
export const startUtilityProcess: StartProcess = (entry, args) => {
  const child = utilityProcess.fork(entry, args, {
    serviceName: "Querent worker",
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: workerEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errorOutput = lastWords(child.stderr as Readable | null);
  let gone = false;
  child.once("exit", () => {
    gone = true;
  });
  const kill = () => {
    // Its own kill() asks politely, which a process inside SQLite does not hear.
    if (!gone && child.pid !== undefined) process.kill(child.pid, "SIGKILL");
  };
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      void child.once("exit", (code) => listener(`exit code ${code} ${errorOutput()}`.trim())),
    // A process that has not yet been spawned has no id to kill by.
    kill: () => (child.pid === undefined && !gone ? void child.once("spawn", kill) : kill()),
  };
};
