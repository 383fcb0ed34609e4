import { EventEmitter } from "node:events";

/** The main process's end of a port whose other end is in a page. Messages wait until `start`, as in Electron. */
export class DoubleMessagePort extends EventEmitter {
  readonly #deliver: (data: unknown) => void;
  readonly #closeRemote: () => void;
  readonly #waiting: unknown[] = [];
  #started = false;
  #closed = false;

  constructor(deliver: (data: unknown) => void, closeRemote: () => void) {
    super();
    this.#deliver = deliver;
    this.#closeRemote = closeRemote;
  }

  postMessage(data: unknown, transfer: unknown[] = []): void {
    if (transfer.length > 0) throw new Error("electron double: ports sent over ports are not carried");
    if (!this.#closed) this.#deliver(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#waiting.splice(0)) this.emit("message", { data, ports: [] });
  }

  close(): void {
    if (this.#closed) return;
    this.#closeRemote();
    this.ended();
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
