import { useCallback, useEffect, useState } from "react";
import { createStore, useStore } from "zustand";
import type { DatabaseLoading } from "#shared/contract/databases.ts";
import { wasCancelled } from "./faults.ts";

/** The state of something that runs in the back end and reports events. */
export interface StreamState {
  /** Counts the streams of this window: another one has other results. */
  serial: number;
  state: "running" | "done" | "cancelled" | "failed";
  /** `performance.now()` at the start, in milliseconds. */
  startedAt: number;
  /** The database being loaded for it, or null while none is. */
  loading: DatabaseLoading | null;
  /** Why it failed, as it was thrown; for `faultOf` and `errorText`. */
  error: unknown;
}

/** What came of a stream until now, and its state. */
export type Streamed<Results> = Results & StreamState;

/** What is run: what is known before, its events, and what each of them changes. The last event is "done". */
export interface Stream<Results, Event extends { type: string }> {
  first: Results;
  events(signal: AbortSignal): Promise<AsyncIterable<Event>> | AsyncIterable<Event>;
  after(results: Streamed<Results>, event: Exclude<Event, DatabaseLoading>): Partial<Results>;
}

/** Streams that ended and are remembered for going back to them. */
const remembered = 16;

let serial = 0;

/** Everything of one sort that runs in this window, by key: started, followed event by event, cancelled. */
export class Streams<Key, Results extends object> {
  readonly store = createStore<ReadonlyMap<Key, Streamed<Results>>>(() => new Map());
  readonly #ends = new Map<Key, AbortController>();
  readonly #ended = new Map<Key, Promise<void>>();
  #inUse: ReadonlySet<Key> = new Set();

  get = (key: Key): Streamed<Results> | undefined => this.store.getState().get(key);

  /** Starts a stream instead of the one before of that key; resolves when it has ended. */
  async start<Event extends { type: string }>(key: Key, stream: Stream<Results, Event>): Promise<void> {
    this.cancel(key);
    const ended = this.#follow(key, stream).finally(() => {
      if (this.#ended.get(key) === ended) this.#ended.delete(key);
    });
    this.#ended.set(key, ended);
    await ended;
  }

  /** Resolves when the stream of a key has ended; at once where none is under way. */
  async ended(key: Key): Promise<void> {
    await this.#ended.get(key);
  }

  /** Stops a stream in the back end; what came of it stays. */
  cancel(key: Key): void {
    this.#ends.get(key)?.abort();
    this.#ends.delete(key);
    const streamed = this.get(key);
    if (streamed?.state === "running") this.#put(key, { ...streamed, state: "cancelled", loading: null });
  }

  /** Stops what nobody looks at any more; what is in use is not forgotten. */
  keepOnly(keys: ReadonlySet<Key>): void {
    this.#inUse = keys;
    for (const key of [...this.#ends.keys()]) if (!keys.has(key)) this.cancel(key);
  }

  /** Stops everything and forgets what came of it. */
  forgetAll(): void {
    for (const end of this.#ends.values()) end.abort();
    this.#ends.clear();
    this.store.setState(new Map(), true);
  }

  async #follow<Event extends { type: string }>(key: Key, stream: Stream<Results, Event>): Promise<void> {
    const end = new AbortController();
    this.#ends.set(key, end);
    const isCurrent = () => this.#ends.get(key) === end;
    const fresh: StreamState = {
      ...{ serial: ++serial, state: "running", startedAt: performance.now(), loading: null, error: null },
    };
    let streamed: Streamed<Results> = { ...stream.first, ...fresh };
    this.#put(key, streamed);
    try {
      for await (const event of await stream.events(end.signal)) {
        if (!isCurrent()) return;
        streamed = after(stream, streamed, event);
        this.#put(key, streamed);
      }
      if (streamed.state === "running") throw new Error("The run ended without a result. Run it again.");
    } catch (error) {
      const state = wasCancelled(error) ? "cancelled" : "failed";
      if (isCurrent()) this.#put(key, { ...streamed, state, loading: null, error });
    } finally {
      if (isCurrent()) this.#ends.delete(key);
    }
  }

  #put(key: Key, streamed: Streamed<Results>): void {
    const next = new Map(this.store.getState());
    next.delete(key);
    next.set(key, streamed);
    for (const [other, { state }] of next) {
      if (next.size <= remembered) break;
      if (state !== "running" && !this.#inUse.has(other)) next.delete(other);
    }
    this.store.setState(next, true);
  }
}

function after<Results extends object, Event extends { type: string }>(
  stream: Stream<Results, Event>,
  before: Streamed<Results>,
  event: Event,
): Streamed<Results> {
  if (isLoading(event)) return { ...before, loading: event };
  const change = stream.after(before, event as Exclude<Event, DatabaseLoading>);
  return { ...before, loading: null, state: event.type === "done" ? "done" : before.state, ...change };
}

const isLoading = (event: { type: string }): event is NonNullable<StreamState["loading"]> =>
  event.type === "loading";

/** The stream of a key; undefined where none was started. */
export const useStreamed = <Key, Results extends object>(
  streams: Streams<Key, Results>,
  key: Key,
): Streamed<Results> | undefined => useStore(streams.store, (all) => all.get(key));

/** One stream of a component; another start, `cancel`, or leaving (unless it is to go on) stops the one before in the back end. */
export function useOneStream<Results extends object>(onLeave: "cancel" | "go on" = "cancel") {
  const streams = useState(() => new Streams<null, Results>())[0];
  const cancel = useCallback(() => streams.cancel(null), [streams]);
  useEffect(() => (onLeave === "cancel" ? cancel : undefined), [cancel, onLeave]);
  const start = useCallback(
    <Event extends { type: string }>(stream: Stream<Results, Event>) => streams.start(null, stream),
    [streams],
  );
  return { streamed: useStreamed(streams, null), start, cancel };
}
