import type { StandardLinkClient } from "@orpc/client/standard";
import { LinkWebsocketClient } from "@orpc/client/websocket";
import { isRepeatable } from "#shared/contract/repeatable.ts";
import { ConnectionLost, ConnectionRefused, createState, type Refusal } from "./connection.ts";

type Call = StandardLinkClient<Record<never, never>>["call"];

const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** One socket from its opening to its close. */
class Line {
  readonly socket: WebSocket;
  readonly link: LinkWebsocketClient<Record<never, never>>;
  /** Resolves when the socket has closed, whoever closed it. */
  readonly closed: Promise<void>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.addEventListener("close", () => resolve(), { once: true }));
    this.link = new LinkWebsocketClient({ websocket: socket });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** True when it opened, false when it closed before. */
  opened(): Promise<boolean> {
    return new Promise((resolve) => {
      this.socket.addEventListener("open", () => resolve(true), { once: true });
      void this.closed.then(() => resolve(false));
    });
  }
}

export interface ReconnectingSocketOptions {
  /** Opens a socket; it may fail. */
  open(): WebSocket;
  /** What the host says of this window after a socket failed to open: known, not to be reached, or why it is refused. */
  status(): Promise<"known" | "away" | Refusal>;
  /** Waits before the next attempt. */
  pause(ms: number): Promise<void>;
}

/**
 * A transport over sockets that come and go. A call waits for an open socket. One whose socket closed before the
 * answer is sent again when it is repeatable and else rejects with `ConnectionLost`; streams that had begun end with
 * `ConnectionLost`. After a refusal every call rejects with `ConnectionRefused`.
 */
export class ReconnectingSocket implements StandardLinkClient<Record<never, never>> {
  readonly state = createState("reconnecting");
  readonly #options: ReconnectingSocketOptions;
  #line: Promise<Line>;
  #ended = false;

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options;
    this.#line = this.#reconnect();
  }

  /** Resolves when the window is connected or refused. */
  async settled(): Promise<void> {
    await this.#line.catch(() => undefined);
  }

  /** Ends the connection for good, as when the window is left. */
  async close(): Promise<void> {
    this.#ended = true;
    const line = await this.#line.catch(() => null);
    line?.socket.close();
    await line?.closed;
  }

  async call(...[request, options, path, input]: Parameters<Call>): ReturnType<Call> {
    for (;;) {
      const line = await unlessAborted(this.#line, request.signal);
      if (!line.isOpen) {
        await line.closed;
        continue;
      }
      try {
        const response = await line.link.call(request, options, path, input);
        return { ...response, body: async () => endedByLoss(await response.body(), line) };
      } catch (error) {
        request.signal?.throwIfAborted();
        if (line.isOpen) throw error;
        if (!isRepeatable(path)) throw new ConnectionLost();
        await line.closed;
      }
    }
  }

  #reconnect(): Promise<Line> {
    const line = this.#openLine();
    line.then(
      ({ closed }) => {
        this.state.set("connected");
        void closed.then(() => {
          this.state.set("reconnecting");
          this.#line = this.#reconnect();
        });
      },
      (error: unknown) => {
        const isSignedOut = error instanceof ConnectionRefused && error.why === "signed-out";
        this.state.set(isSignedOut ? "signed-out" : "refused");
      },
    );
    return line;
  }

  async #openLine(): Promise<Line> {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
      if (this.#ended) throw new ConnectionRefused();
      const line = new Line(this.#options.open());
      if (await line.opened()) return line;
      const status = await this.#options.status();
      if (status !== "known" && status !== "away") throw new ConnectionRefused(status);
      // Windows that lost their host at one moment come back at different ones.
      await this.#options.pause(delayMs * (0.5 + Math.random() / 2));
    }
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/**
 * The same stream, ending with `ConnectionLost` when its socket closes. Not a generator: `return` must reach the host
 * while a `next` is pending, which a generator would queue.
 */
function endedByLoss(body: unknown, line: Line): unknown {
  if (!isAsyncIterator(body)) return body;
  const guarded: AsyncIterableIterator<unknown> = {
    async next() {
      try {
        return await body.next();
      } catch (error) {
        throw line.isOpen ? error : new ConnectionLost();
      }
    },
    async return(value) {
      return line.isOpen && body.return ? body.return(value) : { done: true, value };
    },
    [Symbol.asyncIterator]: () => guarded,
  };
  return guarded;
}

function isAsyncIterator(value: unknown): value is AsyncIterableIterator<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value && "next" in value;
}
