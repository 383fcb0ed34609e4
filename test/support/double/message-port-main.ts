import { EventEmitter } from "node:events";

/** The main process's end of a port whose other end is in a page; texts cross it. Messages wait until `start`, as in Electron. */
export class DoubleMessagePort extends EventEmitter {
  readonly #deliver: (data: string) => void;
  readonly #waiting: unknown[] = [];
  #started = false;
  #closed = false;

  constructor(deliver: (data: string) => void) {
    super();
    this.#deliver = deliver;
  }

  postMessage(data: unknown): void {
    if (typeof data !== "string") throw new Error("electron double: only texts are carried over ports");
    if (!this.#closed) this.#deliver(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#waiting.splice(0)) this.receive(data);
  }

  /** A message from the page. */
  receive(data: unknown): void {
    if (this.#started) this.emit("message", { data, ports: [] });
    else this.#waiting.push(data);
  }

  /** The page's end has gone. */
  ended(): void {
    if (this.#closed) return;
    this.#closed = true;
    queueMicrotask(() => this.emit("close"));
  }
}
