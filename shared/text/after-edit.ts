import type { TextRange } from "../domain/finding.ts";

/** How much two texts have in common at their beginning and, behind that, at their end. */
export function sharedEnds(a: string, b: string): { head: number; tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/**
 * Where a range of a text lies once the text was edited at one place: what was typed right at its ends is outside, what
 * was typed within it inside. Null where nothing of it is left.
 */
export function rangeAfterEdit(before: string, after: string, { from, to }: TextRange): TextRange | null {
  const { head, tail } = sharedEnds(before, after);
  const end = before.length - tail;
  const longer = after.length - before.length;
  const moved = {
    from: from >= end ? from + longer : Math.min(from, head),
    to: to <= head ? to : Math.max(to, end) + longer,
  };
  return moved.from < moved.to ? moved : null;
}
