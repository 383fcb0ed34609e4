import type { DatabaseState, Engine, TemplateRef } from "../engines/engine.ts";
import type { TaskRunner, TaskSession } from "../evaluation/phases.ts";

/** A private state that is opened by what is first asked of it. */
export function stateWhenNeeded(engine: Engine, template: TemplateRef): DatabaseState {
  let opened: Promise<DatabaseState> | null = null;
  const state = () => (opened ??= engine.open(template));
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

/** A runner of one task whose answers share one state, which is opened for the first of them. */
export function runnerWhenNeeded(
  runner: TaskRunner,
  template: TemplateRef,
): TaskRunner & { close(): Promise<void> } {
  let opened: Promise<TaskSession> | null = null;
  const session = () => (opened ??= runner.open(template));
  return {
    open: async () => ({ ...(await session()), close: async () => {} }),
    run: async ({ template: _, ...request }, given) => (await session()).run(request, given),
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}
