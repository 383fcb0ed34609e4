import type { StatementsRequest } from "./query-protocol.ts";
import type { QueryRunner } from "./query-runner.ts";
import { type QueryRunnerParts, runAndStore } from "./run-and-store.ts";

/** The call of a runner that runs one query by itself: a statements request with one side. */
export function createQueryCall(parts: QueryRunnerParts): Pick<QueryRunner, "runQuery"> {
  return {
    async runQuery({ database, sql }, options) {
      const request: StatementsRequest = {
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
      return runAndStore(parts, request, options, events, async ({ summaries }, kept) => {
        const { id, page } = await kept.resultOf("predicted");
        if (!summaries.predicted) throw new Error("the query ended without a summary");
        return { resultId: id, summary: summaries.predicted, page };
      });
    },
  };
}
