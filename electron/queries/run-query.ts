import { type RunnerParts, runKeptStatements } from "./kept-statements.ts";
import type { StatementsTask } from "./query-protocol.ts";
import type { Runner } from "./query-runner.ts";

/** The call of a runner that runs one query by itself: a statements task with one side. */
export function createQueryCall(parts: RunnerParts): Pick<Runner, "runQuery"> {
  return {
    async runQuery({ database, sql }, options) {
      const task: StatementsTask = {
        kind: "statements",
        database,
        predictedSql: sql,
        goldSql: "",
        sides: ["predicted"],
        keep: true,
        limits: options.limits,
      };
      const events = {
        onRows: (_side: unknown, ...rows: Parameters<NonNullable<typeof options.onRows>>) =>
          options.onRows?.(...rows),
        onProgress: (_side: unknown, rows: number) => options.onProgress?.(rows),
      };
      return runKeptStatements(parts, task, options, events, async ({ summaries }, kept) => {
        const { id, page } = await kept.resultOf("predicted");
        if (!summaries.predicted) throw new Error("the query ended without a summary");
        return { resultId: id, summary: summaries.predicted, page };
      });
    },
  };
}
