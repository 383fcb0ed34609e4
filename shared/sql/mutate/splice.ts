/** A stretch of a text and what is to stand there. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** The text with its stretches replaced; they do not overlap. Everything else stays letter by letter. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let at = 0;
  let result = "";
  for (const splice of [...splices].sort((one, other) => one.from - other.from)) {
    result += text.slice(at, splice.from) + splice.text;
    at = splice.to;
  }
  return result + text.slice(at);
}

/** The place in the text as it was that an offset into the spliced text speaks of. */
export function offsetBefore(offset: number, splices: readonly Splice[]): number {
  let moved = 0;
  for (const { from, to, text } of [...splices].sort((one, other) => one.from - other.from)) {
    if (offset < from + moved) break;
    if (offset < from + moved + text.length) return from;
    moved += text.length - (to - from);
  }
  return offset - moved;
}
