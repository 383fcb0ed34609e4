import { fork } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Readable } from "node:stream";

interface ForkOptions {
  env?: Record<string, string>;
  execArgv?: string[];
  serviceName?: string;
  stdio?: ("ignore" | "pipe" | "inherit")[];
}

const parentPort = new URL("./parent-port.mjs", import.meta.url).href;

/** A utility process as a child process of Node, in which `process.parentPort` is there and `process.send` is not. */
class DoubleUtilityProcess extends EventEmitter {
  pid: number | undefined;
  readonly stderr: Readable | null;
  readonly #send: (message: unknown) => void;
  readonly #end: () => boolean;

  constructor(
    entry: string,
    args: string[],
    { env, execArgv = [], stdio = ["ignore", "inherit", "inherit"] }: ForkOptions,
  ) {
    super();
    const child = fork(entry, args, {
      execArgv: [...execArgv, "--import", parentPort],
      ...(env === undefined ? {} : { env }),
      stdio: [...stdio, "ipc"] as never,
      serialization: "advanced",
    });
    this.stderr = child.stderr;
    this.#send = (message) => child.send(message as object, () => undefined);
    this.#end = () => child.kill();
    child.on("spawn", () => {
      this.pid = child.pid;
      this.emit("spawn");
    });
    child.on("message", (message) => this.emit("message", message));
    child.on("exit", (code) => {
      this.pid = undefined;
      this.emit("exit", code ?? 1);
    });
  }

  postMessage(message: unknown): void {
    this.#send(structuredClone(message));
  }
  kill(): boolean {
    return this.#end();
  }
}

export const utilityProcessModule = {
  fork: (entry: string, args: string[] = [], options: ForkOptions = {}) =>
    new DoubleUtilityProcess(entry, args, options),
};
