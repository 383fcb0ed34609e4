/** Events that one side pushes and the other takes by `for await`, in order; nothing is dropped. */
export interface EventQueue<T> extends AsyncIterable<T> {
  push(event: T): void;
  /** No event follows; an error is thrown to the taker behind the last event. */
  end(error?: unknown): void;
}

/** An empty queue. It holds what was pushed and not yet taken, so a producer of many events limits itself. */
export function createEventQueue<T>(): EventQueue<T> {
  const waiting: T[] = [];
  let ended = false;
  let failure: { error: unknown } | null = null;
  let wake: () => void = () => undefined;
  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    end(error) {
      if (ended) return;
      ended = true;
      if (error !== undefined) failure = { error };
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift() as T;
        if (failure) throw failure.error;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/**
 * The events that `produce` emits, as a stream. The work starts when the first event is asked for; the signal handed to
 * it aborts when the caller's does and when the taker goes, and then the stream ends only once the work has.
 */
export async function* eventStream<T>(
  caller: AbortSignal | undefined,
  produce: (emit: (event: T) => void, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<T> {
  const gone = new AbortController();
  const signal = caller ? AbortSignal.any([caller, gone.signal]) : gone.signal;
  const queue = createEventQueue<T>();
  const work = produce((event) => queue.push(event), signal).then(
    () => queue.end(),
    (error: unknown) => queue.end(error ?? new Error("the work failed for an unknown reason")),
  );
  try {
    yield* queue;
  } finally {
    gone.abort(new Error("nothing is waiting for these events any more"));
    await work;
  }
}
