import { significantTokens, type Token } from "./lex.ts";

/** A stretch of SQL (UTF-16 offsets) that the other text does not have. */
export interface DiffMark {
  from: number;
  to: number;
}

/** So many insertions and deletions are followed; texts further apart than this have nothing to be marked but their middle. */
const MOST_EDITS = 1_000;

/**
 * What two SQL texts do not share, token by token (SPEC L9): layout, comments and the case of words do not count, the
 * text of strings and quoted names does. Marks are the shortest edit (Myers, O(ND)), neighbouring tokens in one mark.
 */
export function diffTokens(a: string, b: string): { a: DiffMark[]; b: DiffMark[] } {
  const tokensA = significantTokens(a);
  const tokensB = significantTokens(b);
  const keysA = tokensA.map(tokenKey);
  const keysB = tokensB.map(tokenKey);
  const kept = keptKeys(keysA, keysB);
  return { a: marksOf(tokensA, kept.a), b: marksOf(tokensB, kept.b) };
}

function tokenKey({ kind, text }: Token): string {
  return kind === "word" || kind === "number" || kind === "blob" ? text.toLowerCase() : text;
}

interface Common {
  a: Uint8Array;
  b: Uint8Array;
}

/** 1 for each of two rows of keys that stands on a shortest edit from one to the other: what both keep. */
export function keptKeys(a: string[], b: string[]): Common {
  const kept = { a: new Uint8Array(a.length), b: new Uint8Array(b.length) };
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  const room = Math.min(a.length, b.length) - head;
  while (tail < room && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  kept.a.fill(1, 0, head).fill(1, a.length - tail);
  kept.b.fill(1, 0, head).fill(1, b.length - tail);
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  for (const [x, y] of commonPairs(middleA, middleB)) {
    kept.a[head + x] = 1;
    kept.b[head + y] = 1;
  }
  return kept;
}

/** The pairs of equal tokens on a shortest edit path; none where the texts are further apart than `MOST_EDITS`. */
function commonPairs(a: string[], b: string[]): [number, number][] {
  const trace = shortestEdit(a, b);
  if (trace === null) return [];
  const pairs: [number, number][] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits - 1] as Int32Array;
    const at = (diagonal: number) => reach[diagonal + edits] ?? -1;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = at(from);
    const fromY = fromX - from;
    const [startX, startY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) pairs.push([--x, --y]);
  return pairs;
}

/**
 * How far each diagonal reaches after each number of edits, until the end is reached. The record of `edits` edits
 * holds diagonal d at d + edits + 1.
 */
function shortestEdit(a: string[], b: string[]): Int32Array[] | null {
  const trace: Int32Array[] = [];
  let reach = new Int32Array(3);
  for (let edits = 0; edits <= Math.min(MOST_EDITS, a.length + b.length); edits += 1) {
    const next = new Int32Array(2 * edits + 3).fill(-1);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reach[diagonal + edits - 1] ?? -1;
      const above = reach[diagonal + edits + 1] ?? -1;
      const down = diagonal === -edits || (diagonal !== edits && below < above);
      let x = edits === 0 ? 0 : down ? above : below + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      next[diagonal + edits + 1] = x;
      if (x >= a.length && y >= b.length) return [...trace, next];
    }
    trace.push(next);
    reach = next;
  }
  return null;
}

function marksOf(tokens: Token[], kept: Uint8Array): DiffMark[] {
  const marks: DiffMark[] = [];
  let open: DiffMark | null = null;
  for (const [at, { from, to }] of tokens.entries()) {
    if (kept[at] === 1) open = null;
    else if (open !== null) open.to = to;
    else {
      open = { from, to };
      marks.push(open);
    }
  }
  return marks;
}
