/** What Student's t exceeds on either side in 5 of 100 cases, with so many degrees of freedom (a whole number from 1 on). */
export function studentT95(degrees: number): number {
  if (degrees > 200) return expandedT95(degrees);
  let [below, above] = [0, Math.PI / 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (below + above) / 2;
    if (withinAngle(middle, degrees) < 0.95) below = middle;
    else above = middle;
  }
  return Math.tan(below) * Math.sqrt(degrees);
}

/** The same by its expansion in 1 / degrees (Abramowitz and Stegun 26.7.5), exact to nine places from 200 degrees on. */
function expandedT95(degrees: number): number {
  const z = 1.959963984540054;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

/** The chance that |t| is at most tan(angle)·√degrees: a finite series (Abramowitz and Stegun 26.7.3 and 26.7.4). */
function withinAngle(angle: number, degrees: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let at = odd ? 3 : 2; at < degrees; at += 2) {
    term *= ((at - 1) / at) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
