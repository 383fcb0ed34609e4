import type { CellKey } from "./cell-key.ts";

/** The 128-bit hash of a row's keys, as four 32-bit words; written in place, so that a million rows make no garbage. */
export type RowHash = Int32Array;

/** Between two cells of a row: outside the range of code units, so no text can imitate it. */
const SEPARATOR = 0x1_0000;

/**
 * Hashes the keys of one row into `hash` (4 words). Multiply and rotate with feedback between the words, then the
 * finaliser of MurmurHash3: made against accident, not against an attacker who searches for collisions (SPEC D7).
 */
export function hashRow(keys: readonly CellKey[], hash: RowHash): void {
  let a = 0x243f6a88 | 0;
  let b = 0x85a308d3 | 0;
  let c = 0x13198a2e | 0;
  let d = 0x03707344 | 0;
  for (let column = 0; column < keys.length; column += 1) {
    const key = keys[column] as CellKey;
    for (let at = 0; at <= key.length; at += 1) {
      const unit = at < key.length ? key.charCodeAt(at) : SEPARATOR;
      a = Math.imul(a ^ unit, 0x9e3779b1) + d;
      b = Math.imul(((b << 7) | (b >>> 25)) ^ unit, 0x85ebca77) ^ a;
      c = Math.imul(c + unit, 0xc2b2ae3d) ^ (b >>> 13);
      d = Math.imul(d ^ unit, 0x27d4eb2f) + ((c << 11) | (c >>> 21));
    }
  }
  hash[0] = finalised(a ^ c);
  hash[1] = finalised(b + a);
  hash[2] = finalised(c ^ b);
  hash[3] = finalised(d + c);
}

/** A 32-bit hash of one key, unsigned. */
export function hashKey(key: CellKey): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return finalised(hash) >>> 0;
}

/** Spreads every bit of a word over the whole word. */
function finalised(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
