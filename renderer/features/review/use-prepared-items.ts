import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { useItemEvaluations } from "../../data/item-evaluations.ts";
import { useAskItem } from "../../data/queue.ts";
import { formattedSql } from "../../results/shown-sql.ts";

/**
 * Prepares what the reviewer is likely to look at next, in that order, once the item on screen has run: both results,
 * the item itself, its SQL laid out. What runs for other items is stopped.
 */
export function usePreparedItems(
  itemId: number | null,
  likely: readonly (number | null)[],
  dialect: SqlDialect,
): void {
  const queries = useQueryClient();
  const runs = useItemEvaluations();
  const ask = useAskItem(queries);
  const wanted = likely.filter((id): id is number => id !== null && id !== itemId);
  const key = wanted.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the ids in `wanted`.
  useEffect(() => {
    if (itemId === null) return;
    let gone = false;
    runs.keepOnly(new Set([itemId, ...wanted]));
    const prepare = async () => {
      // Items are small answers and come at once: who judges at full speed does not wait for results.
      const items = wanted.map((id) => ask(id));
      await runs.ensure(itemId);
      for (const [at, id] of wanted.entries()) {
        if (gone) return;
        const [item] = await Promise.all([items[at], runs.ensure(id)]);
        if (item === null || item === undefined) continue;
        formattedSql(item.predictedSql, dialect);
        formattedSql(item.goldSql, dialect);
      }
    };
    void prepare();
    return () => {
      gone = true;
    };
  }, [queries, runs, ask, itemId, key, dialect]);
}
