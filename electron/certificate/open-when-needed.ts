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

/** A runner of one task whose answers share one state, which is opened for the first of them, or by `begin`. */
export function runnerWhenNeeded(
  runner: TaskRunner,
  template: TemplateRef,
): TaskRunner & { begin(): void; close(): Promise<void> } {
  let opened: Promise<TaskSession> | null = null;
  const session = () => (opened ??= runner.open(template));
  return {
    // Who asks first hears of what breaks.
    begin: () => void session().catch(() => {}),
    open: async () => ({ ...(await session()), close: async () => {} }),
    run: async ({ template: _, ...request }, given) => (await session()).run(request, given),
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}
