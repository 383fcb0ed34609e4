/** A sequence of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** The seed of one trial of a task: the same wherever and whenever it is derived, an unsigned 32-bit number (MurmurHash3). */
export function seedOf(instanceId: string, trial: number, runSeed: number): number {
  let hash = runSeed | 0;
  const text = `${trial}\0${instanceId}`;
  for (let at = 0; at < text.length; at += 1) {
    const mixed = Math.imul(text.charCodeAt(at), 0xcc9e2d51);
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  return spread(hash ^ text.length) >>> 0;
}

/** Numbers that follow from a seed (Mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function spread(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
