import { type Random, randomOf, seedOf } from "../../dialogue/seed.ts";
import type { Interval } from "../dialogues/resample-tasks.ts";
import { addFeatures, summedFeatures } from "./counted.ts";
import { cohenStandardError, type PairName, pairFigures, pairNames } from "./pair-figures.ts";
import { type PooledName, pooledFeatures, pooledFigures, pooledNames } from "./pooled-figures.ts";
import { pooledStandardErrors } from "./pooled-standard-errors.ts";
import { mergedPatterns, type RatingPattern } from "./rating-pattern.ts";
import { type Resampled, resampleClusters, resampleUnits } from "./resample.ts";
import { studentT95 } from "./student-t.ts";

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

/** Agreement over everybody's opinions, from the patterns of each database; `categories` are those declared, not those that occur. */
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

/**
 * Agreement of two people on the items that both judged, from the table of each database (q × q, by rows: the first person's label,
 * then the second's).
 */
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

function unitCell(q: number, at: number): Float64Array {
  const cell = new Float64Array(q * q);
  cell[at] = 1;
  return cell;
}

function random(seed: number, purpose: string): Random {
  return randomOf(seedOf(purpose, 0, seed));
}

/** Why a pooled figure is undefined; no name: the agreement on one category. */
function undefinedPooled(
  name: PooledName | undefined,
  { items, double, categories }: { items: number; double: number; categories: readonly string[] },
): string {
  if (name === "prevalence" && items > 0) return notTwo(categories);
  if (double === 0) return "No item has two opinions.";
  if (name === undefined) return "Nobody chose this label on an item with two opinions.";
  return name === "gwetAc1" || name === "brennanPrediger" ? oneDeclared : oneLabel;
}

/** Why a figure of two people is undefined; no name: the agreement on one category. */
function undefinedPair(
  name: PairName | undefined,
  { items, categories }: { items: number; categories: readonly string[] },
): string {
  if (items === 0) return "The two have judged no item in common.";
  if (name === "prevalence" || name === "bias") return notTwo(categories);
  if (name === undefined) return "Neither chose this label.";
  return name === "cohenKappa" ? oneLabel : oneDeclared;
}

const oneLabel =
  "All opinions are the same label. Chance alone would then always agree, and nothing is left to compare with (0 / 0).";
const oneDeclared = "Only one label is declared.";
const notTwo = (categories: readonly string[]) =>
  `It is defined for two labels; ${categories.length} are declared.`;
