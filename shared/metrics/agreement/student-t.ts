/** What Student's t exceeds on either side in 5 of 100 cases, with so many degrees of freedom (a whole number from 1 on). */
export function studentT95(degrees: number): number {
  let [below, above] = [0, Math.PI / 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (below + above) / 2;
    if (withinAngle(middle, degrees) < 0.95) below = middle;
    else above = middle;
  }
  return Math.tan(below) * Math.sqrt(degrees);
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
