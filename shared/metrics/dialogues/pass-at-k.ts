/** The chance that at least one of k trials passes, drawn from n trials of which c passed: 1 − C(n−c, k) / C(n, k). */
export function passAtK(n: number, c: number, k: number): number {
  return 1 - shareOfDraws(n, n - c, k);
}

/** The chance that all of k trials pass, drawn from n trials of which c passed: C(c, k) / C(n, k). */
export function passHatK(n: number, c: number, k: number): number {
  return shareOfDraws(n, c, k);
}

/** C(m, k) / C(n, k) without the factorials. */
function shareOfDraws(n: number, m: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, m - drawn) / (n - drawn);
  return share;
}
