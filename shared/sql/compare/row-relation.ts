import type { RowClasses } from "./row-classes.ts";

/** How the rows of a prediction relate to those of the gold. Ordered equality implies multiset equality, and that set equality. */
export interface RowRelation {
  sameOrder: boolean;
  sameMultiset: boolean;
  sameSet: boolean;
  /** Every distinct predicted row occurs in the gold, and the other way round. */
  predictedWithinGold: boolean;
  goldWithinPredicted: boolean;
  /** Rows counted as multisets: `common + onlyPredicted` is the number of predicted rows. */
  common: number;
  onlyPredicted: number;
  onlyGold: number;
}

/** Reads off the classes how both sides relate; linear in the rows. */
export function rowRelation({ predicted, gold, count }: RowClasses): RowRelation {
  const predictedCounts = countsOf(predicted, count);
  const goldCounts = countsOf(gold, count);
  let common = 0;
  let predictedWithinGold = true;
  let goldWithinPredicted = true;
  for (let number = 0; number < count; number += 1) {
    const inPredicted = predictedCounts[number] as number;
    const inGold = goldCounts[number] as number;
    common += Math.min(inPredicted, inGold);
    if (inGold === 0) predictedWithinGold = false;
    if (inPredicted === 0) goldWithinPredicted = false;
  }
  const onlyPredicted = predicted.length - common;
  const onlyGold = gold.length - common;
  const sameMultiset = onlyPredicted === 0 && onlyGold === 0;
  return {
    sameOrder: sameMultiset && predicted.every((number, at) => number === gold[at]),
    sameMultiset,
    sameSet: predictedWithinGold && goldWithinPredicted,
    predictedWithinGold,
    goldWithinPredicted,
    common,
    onlyPredicted,
    onlyGold,
  };
}

function countsOf(numbers: Int32Array, count: number): Int32Array {
  const counts = new Int32Array(count);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}
