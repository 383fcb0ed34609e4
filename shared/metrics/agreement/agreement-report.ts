import { type Random, randomOf, seedOf } from "../../dialogue/seed.ts";
import type { Interval } from "../dialogues/resample-tasks.ts";
import { addFeatures, summedFeatures } from "./counted.ts";
import { cohenStandardError, type PairName, pairFigures, pairNames } from "./pair-figures.ts";
import { type PooledName, pooledFeatures, pooledFigures, pooledNames } from "./pooled-figures.ts";
import { pooledStandardErrors } from "./pooled-standard-errors.ts";
import { mergedPatterns, type RatingPattern, ratingPatterns } from "./rating-pattern.ts";
import { type Resampled, resampleClusters, resampleUnits } from "./resample.ts";
import { studentT95 } from "./student-t.ts";
import { undefinedPair, undefinedPooled } from "./undefined-words.ts";

/** An item with what each person said of it. */
export interface JudgedItem {
  dbId: string;
  /** Person → one of the declared categories. */
  opinions: ReadonlyMap<string, string>;
}

/** One figure with how sure it is (docs/agreement.md). */
interface AgreementFigure {
  /** Null where it is undefined; `undefinedBecause` then says why. */
  value: number | null;
  undefinedBecause: string | null;
  standardError: number | null;
  /** By the standard error: Student's t for pooled figures, normal for Cohen's kappa; cut at 1. */
  formula: Interval | null;
  /** By drawing items, and by drawing whole databases, anew. */
  byItem: Resampled;
  byDatabase: Resampled;
}

type Categories = { byCategory: { category: string; figure: AgreementFigure }[] };
/** The figures over everybody's opinions. */
export type PooledAgreement = { items: number; double: number } & Record<PooledName, AgreementFigure> &
  Categories;
/** The figures of two people on the items that both judged. */
export type PairAgreement = { people: [string, string]; items: number; table: number[][] } & Record<
  PairName,
  AgreementFigure
> &
  Categories;

/** Agreement over everybody's opinions; `categories` are those declared, not those that occur. */
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

/** The same from counts: the patterns of each database. */
export function pooledOfPatterns(
  clusters: readonly (readonly RatingPattern[])[],
  categories: readonly string[],
  seed: number,
): PooledAgreement {
  const patterns = mergedPatterns(clusters);
  const counted = (list: readonly RatingPattern[]) =>
    list.map(({ ratings, units }) => ({ features: pooledFeatures(ratings), units }));
  const kinds = counted(patterns);
  const sums = summedFeatures(kinds);
  const errors = pooledStandardErrors(patterns, categories.length);
  const [items = 0, double = 0] = sums;
  const figures = withIntervals({
    values:
      kinds.length === 0
        ? new Float64Array(pooledNames.length + categories.length).fill(Number.NaN)
        : pooledFigures(sums),
    byItem: resampleUnits(kinds, pooledFigures, random(seed, "items")),
    byDatabase: resampleClusters(
      clusters.map(counted).map(summedFeatures),
      pooledFigures,
      random(seed, "databases"),
    ),
    errors: pooledNames.map((name) => (name === "prevalence" ? null : errors[name])),
    quantile: items < 2 ? null : studentT95(items - 1),
    reason: (at) => undefinedPooled(pooledNames[at], { items, double, categories }),
  });
  return {
    items,
    double,
    ...named(pooledNames, figures),
    byCategory: categoriesOf(categories, pooledNames, figures),
  };
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

/** The same from counts: the table of each database (q × q, by rows: the first person's label, then the second's). */
export function pairOfTables(
  tables: readonly Float64Array[],
  people: [string, string],
  categories: readonly string[],
  seed: number,
): PairAgreement {
  const q = categories.length;
  const clusters = tables.filter((cells) => cells.some((count) => count > 0));
  const table = new Float64Array(q * q);
  for (const cells of clusters) addFeatures(table, cells, 1);
  const kinds = [...table]
    .map((units, at) => ({ features: unitCell(q, at), units }))
    .filter(({ units }) => units > 0);
  const shared = table.reduce((sum, count) => sum + count, 0);
  const figures = withIntervals({
    values: pairFigures(table),
    byItem: resampleUnits(kinds, pairFigures, random(seed, people.join("\0"))),
    byDatabase: resampleClusters(clusters, pairFigures, random(seed, people.join("\0\0"))),
    errors: pairNames.map((name) => (name === "cohenKappa" ? cohenStandardError(table) : null)),
    quantile: 1.959964,
    reason: (at) => undefinedPair(pairNames[at], { items: shared, categories }),
  });
  const rows = categories.map((_, row) => [...table.subarray(row * q, row * q + q)]);
  return {
    people,
    items: shared,
    table: rows,
    ...named(pairNames, figures),
    byCategory: categoriesOf(categories, pairNames, figures),
  };
}

interface FigureParts {
  values: Float64Array;
  byItem: readonly Resampled[];
  byDatabase: readonly Resampled[];
  errors: readonly (number | null)[];
  quantile: number | null;
  reason: (at: number) => string;
}

const notDrawn: Resampled = { interval: null, resamples: 0, undefinedResamples: 0 };

function withIntervals({
  values,
  byItem,
  byDatabase,
  errors,
  quantile,
  reason,
}: FigureParts): AgreementFigure[] {
  return Array.from(values, (number, at) => {
    const value = Number.isNaN(number) ? null : number;
    const error = value === null ? null : (errors[at] ?? null);
    const margin = error === null || quantile === null ? null : error * quantile;
    return {
      value,
      undefinedBecause: value === null ? reason(at) : null,
      standardError: error,
      formula:
        value === null || margin === null ? null : { from: value - margin, to: Math.min(1, value + margin) },
      byItem: byItem[at] ?? notDrawn,
      byDatabase: byDatabase[at] ?? notDrawn,
    };
  });
}

function named<Name extends string>(
  names: readonly Name[],
  figures: readonly AgreementFigure[],
): Record<Name, AgreementFigure> {
  return Object.fromEntries(names.map((name, at) => [name, figures[at]])) as Record<Name, AgreementFigure>;
}

function categoriesOf(
  categories: readonly string[],
  names: readonly string[],
  figures: readonly AgreementFigure[],
): Categories["byCategory"] {
  return categories.flatMap((category, at) => {
    const figure = figures[names.length + at];
    return figure === undefined ? [] : [{ category, figure }];
  });
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

function unitCell(q: number, at: number): Float64Array {
  const cell = new Float64Array(q * q);
  cell[at] = 1;
  return cell;
}

function random(seed: number, purpose: string): Random {
  return randomOf(seedOf(purpose, 0, seed));
}
