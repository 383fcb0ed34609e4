import type { InterpreterClient } from "./interpreter-client.ts";

/** Interpreters that are kept warm; each is lent to one job at a time. */
export interface InterpreterPool {
  /** An interpreter that is ready; rejects where none can be started, or with the signal. */
  lend(signal?: AbortSignal): Promise<InterpreterClient>;
  /** Gives it back; one that is gone is replaced. */
  giveBack(interpreter: InterpreterClient): void;
  close(): Promise<void>;
}

/** So many interpreters in a row that end before they are ready mean that none can be started. */
const startsBeforeGivingUp = 2;

/** `start` is told whether what it started before came to nothing. */
export function createInterpreterPool(
  size: number,
  start: (afterFailure: boolean) => Promise<InterpreterClient>,
): InterpreterPool {
  const idle: Promise<InterpreterClient>[] = [];
  const waiting: ((interpreter: Promise<InterpreterClient>) => void)[] = [];
  const all = new Set<InterpreterClient>();
  let started = 0;
  let isClosed = false;

  async function startOne(): Promise<InterpreterClient> {
    for (let attempt = 1; ; attempt += 1) {
      if (isClosed) throw new Error("the test runner was closed");
      const interpreter = await start(attempt > 1);
      all.add(interpreter);
      void interpreter.gone.then(() => all.delete(interpreter));
      // Closed while it was being started: nobody else would end it.
      if (isClosed) interpreter.kill();
      try {
        await interpreter.ready();
        return interpreter;
      } catch (error) {
        if (attempt === startsBeforeGivingUp || isClosed) throw error;
      }
    }
  }

  function offer(interpreter: Promise<InterpreterClient>): void {
    interpreter.catch(() => {}); // Whoever takes it hears of it.
    const next = waiting.shift();
    if (next) next(interpreter);
    else idle.push(interpreter);
  }

  function take(signal?: AbortSignal): Promise<InterpreterClient> {
    const { promise, resolve, reject } = Promise.withResolvers<InterpreterClient>();
    waiting.push(resolve);
    const stop = () => {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop);
    const free = idle.shift();
    if (free) offer(free);
    else if (started < size) {
      started += 1;
      offer(startOne());
    }
    return promise.finally(() => signal?.removeEventListener("abort", stop));
  }

  /** A start that failed makes room for another one. */
  async function lend(signal?: AbortSignal): Promise<InterpreterClient> {
    signal?.throwIfAborted();
    try {
      return await take(signal);
    } catch (error) {
      if (!signal?.aborted) started -= 1;
      throw error;
    }
  }

  return {
    lend,
    giveBack(interpreter) {
      offer(interpreter.ready().then(() => interpreter, startOne));
    },
    async close() {
      isClosed = true;
      for (const interpreter of all) interpreter.kill();
      await Promise.all([...all].map(({ gone }) => gone));
    },
  };
}
