import type { SystemName } from "./system-name.ts";

/**
 * One system for each reading of each ambiguity that its name leaves open; any other name is itself. `readings`: how many
 * each ambiguity of the task has; one without any is left to be not judged.
 */
export function expandSystem(name: SystemName, readings: readonly number[]): SystemName[] {
  if (name.kind !== "asks-all-but-one") return [name];
  const leftOut = [...readings.keys()].filter(
    (ambiguity) => name.ambiguity === null || name.ambiguity === ambiguity,
  );
  return leftOut.flatMap((ambiguity): SystemName[] => {
    const count = readings[ambiguity] ?? 0;
    if (count === 0) return [{ ...name, ambiguity, reading: null }];
    const all = Array.from({ length: count }, (_, reading) => ({ ...name, ambiguity, reading }));
    return all.filter(({ reading }) => name.reading === null || name.reading === reading);
  });
}
