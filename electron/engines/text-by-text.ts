import type { DatabaseState, StatementResult } from "./engine.ts";

/** How one text is run on a state, with the limits and the signal of the whole list. */
export type RunOneText = (
  text: string,
  options: Parameters<DatabaseState["run"]>[1],
) => Promise<StatementResult[]>;

/** A state on which each text of a list is run by `runOne`, up to the first with a statement that is not "ok"; all else as on `state`. */
export function textByText(state: DatabaseState, runOne: RunOneText): DatabaseState {
  return {
    template: state.template,
    async run(texts, options) {
      const results: StatementResult[] = [];
      for (const text of texts) {
        const ended = await runOne(text, options);
        results.push(...ended);
        if (ended.some(({ status }) => status !== "ok")) break;
      }
      return results;
    },
    reset: () => state.reset(),
    snapshot: () => state.snapshot(),
    restore: (snapshot) => state.restore(snapshot),
    hash: () => state.hash(),
    close: () => state.close(),
  };
}
