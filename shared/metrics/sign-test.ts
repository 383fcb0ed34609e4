/**
 * The chance, if either side were as likely, of `wins` or more among all pairs that differ (one-sided exact sign test, which
 * is McNemar's exact test on one side). 1 where no pair differs.
 */
export function signTest(wins: number, losses: number): number {
  const pairs = wins + losses;
  // In logarithms, since half to the power of a thousand pairs is no number any more.
  let logarithm = pairs * Math.log(0.5);
  let tail = 0;
  for (let count = pairs; count >= wins; count -= 1) {
    tail += Math.exp(logarithm);
    logarithm += Math.log(count) - Math.log(pairs - count + 1);
  }
  return Math.min(1, tail);
}
