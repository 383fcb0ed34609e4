import type { TextRange } from "../../domain/finding.ts";

/** What stands in the place of a masked snippet, and what stood there. */
export interface MaskedRange {
  /** Where the mask stands in the masked text. */
  range: TextRange;
  original: string;
}

/** A text with some of its ranges replaced, and what it takes to have it back. */
export interface MaskedText {
  text: string;
  masks: MaskedRange[];
}

/**
 * Replaces ranges of a text by what `mask` makes of each (by its place in `ranges`), a splice that leaves every other byte
 * alone (SPEC N6). Of ranges that overlap, the first that begins is masked and those that begin inside it are left out.
 */
export function maskRanges(
  text: string,
  ranges: readonly TextRange[],
  mask: (index: number) => string,
): MaskedText {
  const ordered = ranges
    .map((range, index) => ({ ...range, index }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const masks: MaskedRange[] = [];
  let masked = "";
  let at = 0;
  for (const { from, to, index } of ordered) {
    if (from < at || to <= from) continue;
    masked += text.slice(at, from);
    const start = masked.length;
    masked += mask(index);
    masks.push({ range: { from: start, to: masked.length }, original: text.slice(from, to) });
    at = to;
  }
  return { text: masked + text.slice(at), masks };
}

/** The text as it was before `maskRanges`. */
export function unmasked({ text, masks }: MaskedText): string {
  let original = "";
  let at = 0;
  for (const { range, original: covered } of masks) {
    original += text.slice(at, range.from) + covered;
    at = range.to;
  }
  return original + text.slice(at);
}
