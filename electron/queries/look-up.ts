import { defaultRunLimits, type RunError } from "#shared/domain/result.ts";
import { StatementError } from "../engines/engine.ts";
import type { RequestEnd } from "../processes/worker-pool.ts";
import type { DescribeRequest, QueryResponse, SampleRequest } from "./query-protocol.ts";
import type { QueryRunner } from "./query-runner.ts";
import type { QueryRunnerParts } from "./run-and-store.ts";
import { memoryLimitError, processLostError, timeLimitError } from "./run-errors.ts";

/** The calls of a runner that look at a database rather than run a given statement; they reject with `StatementError`. */
export function createLookUpCalls(parts: QueryRunnerParts): Pick<QueryRunner, "describe" | "sample"> {
  const limits = defaultRunLimits;
  return {
    async describe(database) {
      const result = await lookUp(parts, { kind: "describe", database, limits });
      if (result.kind !== "schema") throw new Error("a schema was expected");
      return result.schema;
    },
    async sample(database, table) {
      const result = await lookUp(parts, { kind: "sample", database, table, limits });
      if (result.kind !== "sample") throw new Error("a sample was expected");
      return result.sample;
    },
  };
}

async function lookUp(
  { lanes }: QueryRunnerParts,
  request: DescribeRequest | SampleRequest,
): Promise<QueryResponse> {
  const end = await lanes.interactive.run(request, () => {});
  if (end.kind === "died") throw new StatementError(errorOfDeath(end, request));
  if (end.result.kind === "failed") throw new StatementError(end.result.error);
  return end.result;
}

function errorOfDeath(
  { note, how }: RequestEnd & { kind: "died" },
  { limits }: DescribeRequest | SampleRequest,
): RunError {
  if (!note) return processLostError(how);
  return note.reason === "time" ? timeLimitError(limits) : memoryLimitError(limits);
}
