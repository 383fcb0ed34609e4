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

/**
 * A runner of one task whose answers share states: one that is opened for the first of them, or by `begin`, and another one
 * for each answer that comes while all are at work.
 */
export function runnerWhenNeeded(
  runner: TaskRunner,
  template: TemplateRef,
): TaskRunner & { begin(): void; close(): Promise<void> } {
  const states: { session: Promise<TaskSession>; isAtWork: boolean }[] = [];
  const open = () => {
    const state = { session: runner.open(template), isAtWork: false };
    states.push(state);
    return state;
  };
  return {
    // Who asks first hears of what breaks.
    begin: () => void (states[0] ?? open()).session.catch(() => {}),
    open: async () => ({ ...(await (states[0] ?? open()).session), close: async () => {} }),
    async run({ template: _, ...request }, given) {
      const state = states.find(({ isAtWork }) => !isAtWork) ?? open();
      state.isAtWork = true;
      try {
        return await (await state.session).run(request, given);
      } finally {
        state.isAtWork = false;
      }
    },
    async close() {
      await Promise.all(states.map(async ({ session }) => (await session.catch(() => null))?.close()));
    },
  };
}
