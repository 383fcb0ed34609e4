/** A stretch of a SQL text that is marked, as UTF-16 offsets, `to` exclusive. */
export interface SqlMark {
  from: number;
  to: number;
  kind: "removed" | "added" | "error";
  /** Said on hover and to a screen reader. */
  message: string;
}

/** A stretch of a SQL text that leads somewhere; `id` is told back when it is followed. */
export interface SqlLink {
  from: number;
  to: number;
  id: string;
  message: string;
}

/** A stretch of text with everything that applies to all of it. */
export interface AnnotatedPiece {
  from: number;
  text: string;
  marks: SqlMark[];
  link: SqlLink | null;
}

/** Cuts a text wherever a mark or link begins or ends; the pieces joined give the text back. */
export function annotatedPieces(
  text: string,
  marks: readonly SqlMark[],
  links: readonly SqlLink[],
): AnnotatedPiece[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of [...marks, ...links]) {
    cuts.add(Math.min(Math.max(from, 0), text.length));
    cuts.add(Math.min(Math.max(to, 0), text.length));
  }
  const at = [...cuts].sort((a, b) => a - b);
  return at.slice(0, -1).map((from, index) => {
    const to = at[index + 1] ?? text.length;
    const covers = (range: { from: number; to: number }) => range.from <= from && range.to >= to;
    return {
      from,
      text: text.slice(from, to),
      marks: marks.filter(covers),
      link: links.find(covers) ?? null,
    };
  });
}

/** The link at an offset, or null. */
export function linkAt(links: readonly SqlLink[], offset: number): SqlLink | null {
  return links.find(({ from, to }) => offset >= from && offset <= to) ?? null;
}
