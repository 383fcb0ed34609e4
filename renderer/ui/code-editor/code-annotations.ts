/** A stretch of a text that is marked, as UTF-16 offsets, `to` exclusive. */
export type CodeMark = {
  from: number;
  to: number;
  /** Said on hover and to a screen reader. */
  message: string;
} & (
  | { kind: "removed" | "added" | "error" | "warning" | "info" }
  /** A numbered tag: a hue from 1 to 8, or 0 for one without colour, and what is drawn before the text, "" for a line that only goes on. */
  | { kind: "tag"; hue: number; label: string; active: boolean }
  /** One of several groups; who marks draws the class `code-group-…`. */
  | { kind: "group"; group: string }
  /** Taken out, with what stands there instead behind it. */
  | { kind: "replaced"; by: string }
);

/** A dot in the margin beside a line (1-based); who sets it draws the class `code-dot-…`. */
export interface CodeDot {
  line: number;
  kind: string;
  /** Said on hover. */
  message: string;
}

/** A stretch of a text that leads somewhere; `id` is handed back when it is followed. */
export interface CodeLink {
  from: number;
  to: number;
  id: string;
  message: string;
}

/** A stretch of text with everything that applies to all of it. */
export interface AnnotatedPiece {
  from: number;
  text: string;
  marks: CodeMark[];
  link: CodeLink | null;
}

/** Cuts a text wherever a mark or link begins or ends; the pieces joined give the text back. */
export function annotatedPieces(
  text: string,
  marks: readonly CodeMark[],
  links: readonly CodeLink[],
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

/** The classes that draw a mark. */
export function markClasses(mark: CodeMark): string {
  if (mark.kind === "group") return `code-group-${mark.group}`;
  if (mark.kind === "replaced") return "code-mark-removed";
  if (mark.kind !== "tag") return `code-mark-${mark.kind}`;
  return `code-mark-tag tag-${mark.hue}${mark.active ? " code-mark-active" : ""}`;
}

/** A range as one on each of its lines, without the blanks around: marks never colour an indent. */
export function lineRanges(
  text: string,
  { from, to }: { from: number; to: number },
): { from: number; to: number }[] {
  return [...text.slice(from, to).matchAll(/\S(?:[^\n]*\S)?/g)].map(({ index, 0: line }) => ({
    from: from + index,
    to: from + index + line.length,
  }));
}

/** The link at an offset, or null. */
export function linkAt(links: readonly CodeLink[], offset: number): CodeLink | null {
  return links.find(({ from, to }) => offset >= from && offset <= to) ?? null;
}
