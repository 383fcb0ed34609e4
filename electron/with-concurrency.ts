/**
 * Does `work` on each of the items, so many at a time, in their order. The first that fails stops the others, as what broke
 * it would break them too; rejects with its error, or with the signal's reason.
 */
export async function withConcurrency<T>(
  concurrency: number,
  items: Iterable<T>,
  stop: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const broken = new AbortController();
  const signal = AbortSignal.any([stop, broken.signal]);
  const waiting = items[Symbol.iterator]();
  const workOnNext = async () => {
    for (;;) {
      signal.throwIfAborted();
      const next = waiting.next();
      if (next.done) return;
      await work(next.value, signal);
    }
  };
  await Promise.all(
    Array.from({ length: concurrency }, () => workOnNext().catch((error: unknown) => broken.abort(error))),
  );
  signal.throwIfAborted();
}
