import {
  type PairAgreement,
  type PooledAgreement,
  pairOfTables,
  pooledOfPatterns,
} from "#shared/metrics/agreement/agreement-report.ts";
import { ratingPatterns } from "#shared/metrics/agreement/rating-pattern.ts";

/** An item with what each person said of it. */
interface JudgedItem {
  dbId: string;
  /** Person → one of the declared categories. */
  opinions: ReadonlyMap<string, string>;
}

/** Agreement over everybody's opinions. */
export function pooledAgreement(
  items: readonly JudgedItem[],
  categories: readonly string[],
  seed: number,
): PooledAgreement {
  const clusters = byDatabase(items).map((own) =>
    ratingPatterns(own.map(({ opinions }) => countsOf(opinions, categories))),
  );
  return pooledOfPatterns(clusters, categories, seed);
}

/** Agreement of two people on the items that both judged. */
export function pairAgreement(
  items: readonly JudgedItem[],
  people: [string, string],
  categories: readonly string[],
  seed: number,
): PairAgreement {
  return pairOfTables(
    byDatabase(items).map((own) => tableOf(own, people, categories)),
    people,
    categories,
    seed,
  );
}

function byDatabase(items: readonly JudgedItem[]): JudgedItem[][] {
  return [
    ...Map.groupBy(
      items.filter(({ opinions }) => opinions.size > 0),
      ({ dbId }) => dbId,
    ).values(),
  ];
}

function countsOf(opinions: ReadonlyMap<string, string>, categories: readonly string[]): number[] {
  const counts = categories.map(() => 0);
  for (const label of opinions.values()) {
    const at = categories.indexOf(label);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

function tableOf(
  items: readonly JudgedItem[],
  [one, other]: [string, string],
  categories: readonly string[],
): Float64Array {
  const q = categories.length;
  const table = new Float64Array(q * q);
  for (const { opinions } of items) {
    const row = categories.indexOf(opinions.get(one) ?? "");
    const column = categories.indexOf(opinions.get(other) ?? "");
    if (row >= 0 && column >= 0) table[row * q + column] = (table[row * q + column] ?? 0) + 1;
  }
  return table;
}
