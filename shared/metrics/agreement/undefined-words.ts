import type { PairName } from "./pair-figures.ts";
import type { PooledName } from "./pooled-figures.ts";

/** Why a pooled figure is undefined; no name: the agreement on one category. */
export function undefinedPooled(
  name: PooledName | undefined,
  { items, double, categories }: { items: number; double: number; categories: readonly string[] },
): string {
  if (name === "prevalence" && items > 0) return notTwo(categories);
  if (double === 0) return "No item has two opinions.";
  if (name === undefined) return "Nobody chose this label on an item with two opinions.";
  return name === "gwetAc1" || name === "brennanPrediger" ? oneDeclared : oneLabel;
}

/** Why a figure of two people is undefined; no name: the agreement on one category. */
export function undefinedPair(
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
