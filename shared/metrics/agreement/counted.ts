/** Units of one kind: what each adds to the sums that figures follow from, and how many there are. */
export interface Counted {
  features: Float64Array;
  units: number;
}

/** The sums over all units. */
export function summedFeatures(counted: readonly Counted[]): Float64Array {
  const sums = new Float64Array(counted[0]?.features.length ?? 0);
  for (const { features, units } of counted) addFeatures(sums, features, units);
  return sums;
}

/** Adds the features of so many units to sums, in place. */
export function addFeatures(sums: Float64Array, features: Float64Array, units: number): void {
  for (let at = 0; at < sums.length; at += 1)
    sums[at] = (sums[at] as number) + units * (features[at] as number);
}
