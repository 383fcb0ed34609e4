import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { clockSplices } from "#shared/sql/mutate/pin-clock.ts";
import { offsetBefore, type Splice, spliced } from "#shared/sql/mutate/splice.ts";
import { treeTokens } from "#shared/sql/tree/tree-tokens.ts";
import type { DatabaseState, Engine, StatementResult } from "./engine.ts";
import { textByText } from "./text-by-text.ts";

/**
 * An engine on which every text that runs reads the clock as `moment` (ISO 8601, with a zone): gold, answers, and what test
 * scripts run. Defaults, triggers and functions that are in the database already read the real one.
 */
export function withPinnedClock(engine: Engine, moment: string): Engine {
  const dialect = dialectOf(engine.kind);
  return {
    kind: engine.kind,
    prepare: (database, source, options) => engine.prepare(database, source, options),
    open: async (template) => pinnedState(await engine.open(template), dialect, moment),
    reader: (template) => engine.reader(template),
    close: () => engine.close(),
  };
}

function pinnedState(state: DatabaseState, dialect: SqlDialect, moment: string): DatabaseState {
  return textByText(state, async (text, options) => {
    const splices = clockSplices({ sql: text, dialect, tokens: treeTokens(text, dialect) }, moment);
    const results = await state.run([spliced(text, splices)], options);
    return results.map((result) => placedBack(result, splices));
  });
}

/** An error speaks of the text as it was written. */
function placedBack(result: StatementResult, splices: readonly Splice[]): StatementResult {
  const { error } = result;
  if (error === null || error.offset === null || splices.length === 0) return result;
  return { ...result, error: { ...error, offset: offsetBefore(error.offset, splices) } };
}
