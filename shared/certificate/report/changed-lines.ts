import type { TextRange } from "../../domain/finding.ts";

/** A line of SQL around a change: `number` is 1-based in the text that it is of; `marked` is the stretch that differs. */
export interface ChangedLine {
  kind: "same" | "removed" | "added";
  number: number;
  text: string;
  marked: TextRange | null;
}

/** So many unchanged lines are shown before and behind a change. */
const around = 1;
/** A line that is longer is cut, so many characters from what is marked in it. */
const longest = 400;

/** A change of a text as lines: those that it touches as they were and as they are, and the lines next to them. */
export function changedLines(before: string, range: TextRange, replacement: string): ChangedLine[] {
  const after = before.slice(0, range.from) + replacement + before.slice(range.to);
  const gone = touched("removed", before, range);
  const come = touched("added", after, { from: range.from, to: range.from + replacement.length });
  const lines = before.split("\n");
  const first = gone[0]?.number ?? 1;
  const last = gone.at(-1)?.number ?? first;
  const same = (number: number): ChangedLine[] => {
    const text = lines[number - 1];
    return text === undefined ? [] : [cut({ kind: "same", number, text, marked: null })];
  };
  const next = (from: number) => Array.from({ length: around }, (_, at) => from + at);
  return [
    ...next(first - around).flatMap(same),
    ...[...gone, ...come].map(cut),
    ...next(last + 1).flatMap(same),
  ];
}

function touched(kind: "removed" | "added", text: string, { from, to }: TextRange): ChangedLine[] {
  const lines: ChangedLine[] = [];
  let start = 0;
  for (const [at, line] of text.split("\n").entries()) {
    const end = start + line.length;
    if (start <= Math.max(from, to - 1) && end >= from) {
      const marked = { from: Math.max(from, start) - start, to: Math.min(to, end) - start };
      lines.push({ kind, number: at + 1, text: line, marked: marked.from < marked.to ? marked : null });
    }
    start = end + 1;
  }
  return lines;
}

/** Leaves out what is far from the mark in a long line. */
function cut(line: ChangedLine): ChangedLine {
  const { text, marked } = line;
  const head = Math.max(0, (marked?.from ?? 0) - longest);
  const tail = Math.min(text.length, (marked?.to ?? 0) + longest);
  if (head === 0 && tail === text.length) return line;
  const left = head > 0 ? "…" : "";
  const moved = left.length - head;
  return {
    ...line,
    text: `${left}${text.slice(head, tail)}${tail < text.length ? "…" : ""}`,
    marked: marked && { from: marked.from + moved, to: marked.to + moved },
  };
}
