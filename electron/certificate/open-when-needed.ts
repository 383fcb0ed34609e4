import type { DatabaseState, Engine, TemplateRef } from "../engines/engine.ts";
import type { TaskRunner, TaskSession } from "../evaluation/phases.ts";

/** A private state that is opened by what is first asked of it; `onOpen` hears of it before. */
export function stateWhenNeeded(engine: Engine, template: TemplateRef, onOpen: () => void): DatabaseState {
  let opened: Promise<DatabaseState> | null = null;
  const state = () => {
    if (opened === null) onOpen();
    opened ??= engine.open(template);
    return opened;
  };
  return {
    template,
    run: async (...asked) => (await state()).run(...asked),
    reset: async () => (await state()).reset(),
    snapshot: async () => (await state()).snapshot(),
    restore: async (snapshot) => (await state()).restore(snapshot),
    hash: async () => (await state()).hash(),
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}

/** Lends what was made before and is free, and makes another one where nothing is; `made`: how many there are already. */
export function lend<One>(
  make: (made: number) => One,
): <Result>(use: (one: One) => Promise<Result>) => Promise<Result> {
  const free: One[] = [];
  let made = 0;
  return async (use) => {
    const one = free.pop() ?? make(made++);
    try {
      return await use(one);
    } finally {
      free.push(one);
    }
  };
}

/**
 * A runner of one task whose answers share states: one that is opened for the first of them, or by `begin`, and another one
 * for each answer that comes while all are at work.
 */
export function runnerWhenNeeded(
  runner: TaskRunner,
  template: TemplateRef,
): TaskRunner & { begin(): void; close(): Promise<void> } {
  const opened: Promise<TaskSession>[] = [];
  const open = () => {
    const session = runner.open(template);
    opened.push(session);
    return session;
  };
  const first = () => opened[0] ?? open();
  const onSession = lend((made) => (made === 0 ? first() : open()));
  return {
    // Who asks first hears of what breaks.
    begin: () => void first().catch(() => {}),
    open: async () => ({ ...(await first()), close: async () => {} }),
    run: ({ template: _, ...request }, given) => onSession(async (own) => (await own).run(request, given)),
    async close() {
      await Promise.all(opened.map(async (own) => (await own.catch(() => null))?.close()));
    },
  };
}
