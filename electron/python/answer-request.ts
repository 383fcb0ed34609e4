import { z } from "zod";
import type { Conditions } from "#shared/domain/conditions.ts";
import type { StatementResult } from "../engines/engine.ts";
import type { SoftMatching } from "../sql-analysis/computations.ts";
import type { TestDatabase } from "./test-runner.ts";

const sqlList = z.array(z.string());

/** The conditions as task files and scripts have them. */
const FileConditions = z.looseObject({
  decimal: z.number().optional(),
  distinct: z.boolean().optional(),
  order: z.boolean().optional(),
});

/** What a script may ask of its host: the requests of sources/*.py. */
const ScriptRequest = z.union([
  z.object({
    rewrite: z.object({ how: z.enum(["removeComments", "removeDistinct", "removeRound"]), sql: sqlList }),
  }),
  z.object({ execute: sqlList }),
  z.object({ softExactMatch: z.object({ predicted: sqlList, gold: sqlList, conditions: FileConditions }) }),
]);

/** Answers a request of a script from its database; throws, in words for the script, for what is no such request. */
export async function answerRequest(
  database: TestDatabase & Pick<SoftMatching, "rewrite">,
  request: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const { success, data } = ScriptRequest.safeParse(request);
  if (!success) throw new Error("a test script can only execute, rewrite and match lists of SQL texts");
  if ("rewrite" in data) return { sql: await database.rewrite(data.rewrite.how, data.rewrite.sql) };
  if ("execute" in data)
    return { results: (await database.execute(data.execute, { signal })).map(resultForScript) };
  const { predicted, gold, conditions } = data.softExactMatch;
  return { match: await database.softExactMatch(predicted, gold, conditionsOf(conditions)) };
}

/** What a script sees of a result. */
export function resultForScript(result: StatementResult) {
  const { columns, rows, rowCount, affected, status, error } = result;
  return { columns, rows, rowCount, affected, status, error: error?.message ?? null };
}

export function conditionsForScript({ decimals, distinct, order }: Conditions) {
  return { decimal: decimals ?? -1, distinct, order };
}

function conditionsOf({
  decimal = -1,
  distinct = false,
  order = false,
}: z.infer<typeof FileConditions>): Conditions {
  return { decimals: Number.isInteger(decimal) && decimal >= 0 ? decimal : null, distinct, order };
}
