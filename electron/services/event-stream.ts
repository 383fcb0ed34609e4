import { createEventQueue } from "./event-queue.ts";

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
    (error: unknown) => queue.end(error ?? new Error("the work failed without a reason")),
  );
  try {
    yield* queue;
  } finally {
    gone.abort(new Error("nobody waits for these events any more"));
    await work;
  }
}
