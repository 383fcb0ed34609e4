import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";

/** An engine whose closed states are put back and opened again: a process for each of thousands would take most of the time. */
export function withReusedStates(engine: Engine): Engine {
  const idle: DatabaseState[] = [];
  return {
    ...engine,
    async open(template) {
      const state = idle.pop() ?? (await engine.open(template));
      await state.reset();
      return {
        template,
        run: (sql, options) => state.run(sql, options),
        reset: () => state.reset(),
        snapshot: () => state.snapshot(),
        restore: (snapshot) => state.restore(snapshot),
        hash: () => state.hash(),
        close: async () => void idle.push(state),
      };
    },
  };
}
