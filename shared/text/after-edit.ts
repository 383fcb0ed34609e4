import type { TextRange } from "../domain/finding.ts";

/** Lengths of the pieces that are compared at a time: texts of a megabyte differ in one place after a key stroke. */
const steps = [65_536, 4096, 256, 16, 1];

/** How much two texts have in common at their beginning and, behind that, at their end. */
export function sharedEnds(a: string, b: string): { head: number; tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  for (const step of steps)
    while (head + step <= most && a.slice(head, head + step) === b.slice(head, head + step)) head += step;
  let tail = 0;
  const end = (text: string, step: number) => text.slice(text.length - tail - step, text.length - tail);
  for (const step of steps) while (tail + step <= most - head && end(a, step) === end(b, step)) tail += step;
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
