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
