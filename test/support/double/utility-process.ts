import { fork } from "node:child_process";
import { EventEmitter } from "node:events";

interface ForkOptions {
  env: Record<string, string>;
  execArgv: string[];
  serviceName: string;
  stdio: ("ignore" | "pipe" | "inherit")[];
}

const parentPort = new URL("./parent-port.mjs", import.meta.url).href;

/** Starts a utility process as a child process of Node, in which `process.parentPort` is there and `process.send` is not. */
function forkUtility(entry: string, args: string[], { env, execArgv, stdio }: ForkOptions) {
  const child = fork(entry, args, {
    execArgv: [...execArgv, "--import", parentPort],
    env,
    stdio: [...stdio, "ipc"] as never,
    serialization: "advanced",
  });
  const utility = Object.assign(new EventEmitter(), {
    pid: undefined as number | undefined,
    stderr: child.stderr,
    postMessage: (message: object) => void child.send(structuredClone(message), () => undefined),
  });
  child.on("spawn", () => {
    utility.pid = child.pid;
    utility.emit("spawn");
  });
  child.on("message", (message) => utility.emit("message", message));
  child.on("exit", (code) => {
    utility.pid = undefined;
    utility.emit("exit", code ?? 1);
  });
  return utility;
}

export const utilityProcessModule = { fork: forkUtility };
