import type { Random } from "../../dialogue/seed.ts";

/** How many of n independent trials succeed, each with chance p: one draw. */
export function drawBinomial(n: number, p: number, random: Random): number {
  if (n === 0 || p <= 0) return 0;
  if (p > 0.5) return n - drawBinomial(n, 1 - p, random);
  return n * p < 10 ? byInversion(n, p, random) : byRejection(n, p, random);
}

function byInversion(n: number, p: number, random: Random): number {
  const odds = p / (1 - p);
  let left = random();
  let chance = (1 - p) ** n;
  let successes = 0;
  while (left > chance && successes < n) {
    left -= chance;
    successes += 1;
    chance *= ((n + 1) / successes - 1) * odds;
  }
  return successes;
}

/** Transformed rejection (Hörmann 1993, algorithm BTRS): its time does not grow with n. */
function byRejection(n: number, p: number, random: Random): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const surelyInside = 0.92 - 4.2 / b;
  const mode = Math.floor((n + 1) * p);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const edge = 0.5 - Math.abs(u);
    const successes = Math.floor(((2 * a) / edge + b) * u + n * p + 0.5);
    if (edge >= 0.07 && v <= surelyInside) return successes;
    if (successes < 0 || successes > n) continue;
    const bound = Math.log((v * (2.83 + 5.1 / b) * spread) / (a / (edge * edge) + b));
    const density =
      logFactorial(mode) +
      logFactorial(n - mode) -
      logFactorial(successes) -
      logFactorial(n - successes) +
      (successes - mode) * Math.log(p / (1 - p));
    if (bound <= density) return successes;
  }
}

function logFactorial(n: number): number {
  if (n < 16) {
    let product = 1;
    for (let factor = 2; factor <= n; factor += 1) product *= factor;
    return Math.log(product);
  }
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
}
