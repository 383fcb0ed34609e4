import type { Ex } from "#shared/domain/ex.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import {
  type ComponentMatch,
  componentMatch,
  componentShare,
  exactSetMatch,
} from "#shared/metrics/set-match/component-match.ts";
import { queryPartsOf } from "#shared/metrics/set-match/query-parts.ts";
import { normalTokens } from "#shared/sql/anchor/normal-tokens.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { type SqlDialect, significantTokens } from "#shared/sql/lex.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { createQueryRunner, defaultWorkers } from "../queries/create-query-runner.ts";
import type { EvaluationRequest, QueryOptions, QueryRunner } from "../queries/query-runner.ts";
import { softExOfItem } from "../queries/soft-ex-of-item.ts";
import { type SoftMatching, softMatchingBy } from "../sql-analysis/computations.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { withConcurrency } from "../with-concurrency.ts";
import type { CommandContext } from "./command.ts";
import { type FoundDatabases, openReviewDatabases } from "./review-databases.ts";
import type { EngineOptions } from "./task-options.ts";

/** The metrics that are held against experts, each with its definition in a line (docs/ex.md, docs/agreement.md). */
export const metricDefinitions = {
  exSet: "EX (sets of rows, as in BIRD)",
  exMultiset: "EX (multisets of rows)",
  exOrdered: "EX (multisets; in order where the gold orders)",
  exFirst200: "EX (the first 200 rows in order, as on ROSE's review page)",
  softExShipped: "soft-EX as shipped (BIRD-INTERACT's default test)",
  softExFixed: "soft-EX with its faults put right",
  exactMatch: "exact match (the same text but for case, layout and quotes of names)",
  exactSetMatch: "exact set match (Spider's definition: parts without order, values left out)",
  componentMatch: "component match (every component of the gold is matched)",
} as const;
export type MetricName = keyof typeof metricDefinitions;

/** What the metrics say of one item; null where one is undefined. */
export interface MetricVerdicts {
  metrics: Record<MetricName, boolean | null>;
  components: ComponentMatch | null;
  isMissing: boolean;
}

/** Runs and compares every item, on processes of their own; the answers are in the order of the items. */
export async function metricVerdicts(
  items: readonly ItemInput[],
  engine: EngineOptions,
  { workers = defaultWorkers(), timeLimitMs }: { workers?: number; timeLimitMs?: number },
  context: CommandContext,
): Promise<MetricVerdicts[]> {
  const { startProcess: start, paths } = await context.host.program();
  const databases = await openReviewDatabases(engine, context);
  const runner = createQueryRunner({ start, entry: paths.queryWorker, interactive: 1, workers });
  const analysis = openSqlAnalysis({ entry: paths.sqlAnalysis });
  const matching = softMatchingBy(analysis.compute);
  const limits = { ...defaultRunLimits, timeMs: timeLimitMs ?? defaultRunLimits.timeMs };
  const find = cachedDatabases(databases, runner);
  const verdicts: MetricVerdicts[] = [];
  const compared = context.progress("compared", items.length, "items");
  let done = 0;
  try {
    await withConcurrency(workers, items.entries(), context.signal, async ([at, item], signal) => {
      const options: QueryOptions = { limits, signal, priority: "batch" };
      verdicts[at] = await verdictsOf(item, await find(item.dbId), dialectOf(engine.kind), {
        ...{ runner, matching, options },
      });
      done += 1;
      compared(done);
    });
    return verdicts;
  } finally {
    await runner.close();
    await analysis.close();
    await databases.close();
  }
}

interface FoundDatabase {
  ref: EvaluationRequest["database"];
  schema: DatabaseSchema | null;
}

/** Finds and describes each database once. */
function cachedDatabases(databases: FoundDatabases, runner: QueryRunner) {
  const found = new Map<string, Promise<FoundDatabase>>();
  const open = async (dbId: string): Promise<FoundDatabase> => {
    const ref = await databases.find(dbId);
    const schema = isUsable(ref) ? await runner.describe(ref).catch(() => null) : null;
    return { ref, schema };
  };
  return (dbId: string): Promise<FoundDatabase> => {
    const known = found.get(dbId) ?? open(dbId);
    found.set(dbId, known);
    return known;
  };
}

const isUsable = (ref: EvaluationRequest["database"]): ref is DatabaseRef =>
  ref !== null && !("unusable" in ref);

async function verdictsOf(
  { predictedSql, goldSql }: ItemInput,
  { ref, schema }: FoundDatabase,
  dialect: SqlDialect,
  { runner, matching, options }: { runner: QueryRunner; matching: SoftMatching; options: QueryOptions },
): Promise<MetricVerdicts> {
  const { ex } = await runner.evaluate({ database: ref, predictedSql, goldSql }, options);
  const soft = isUsable(ref)
    ? await softExOfItem(runner, { database: ref, predictedSql, goldSql, dialect }, { ...options, matching })
    : { shipped: null, fixed: null };
  const space = new Map<string, string>();
  const read = (sql: string) => queryPartsOf(sql, { schema, dialect, space });
  const [predicted, gold] = [read(predictedSql), read(goldSql)];
  const bothRead = predicted !== null && gold !== null;
  const share = bothRead ? componentShare(predicted, gold) : null;
  const unread = gold === null ? null : false;
  return {
    metrics: {
      ...{ exSet: ex.set, exMultiset: ex.multiset, exOrdered: exInOrder(ex), exFirst200: ex.first200 },
      ...{ softExShipped: soft.shipped, softExFixed: soft.fixed },
      exactMatch: normalText(predictedSql, dialect) === normalText(goldSql, dialect),
      exactSetMatch: bothRead ? exactSetMatch(predicted, gold) : unread,
      componentMatch: share === null ? unread : share === 1,
    },
    components: bothRead ? componentMatch(predicted, gold) : null,
    isMissing: ref === null,
  };
}

const exInOrder = ({ ordered, multiset }: Ex): boolean | null => ordered ?? multiset;

function normalText(sql: string, dialect: SqlDialect): string {
  return normalTokens(significantTokens(sql, dialect), "text", dialect)
    .map(({ value }) => value)
    .join(" ");
}
