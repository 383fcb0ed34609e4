import type { TextRange } from "#shared/domain/finding.ts";
import { type Origin, originOrder, type TracedPart } from "#shared/sql/provenance/origin.ts";
import { type CodeMark, lineRanges } from "../../../../ui/code-editor/index.ts";
import { inDocument, type TaskDocument } from "../documents/task-documents.ts";
import { evidenceText } from "./origin-words.ts";

/** A traced part as it is in the document on screen. */
export interface ShownPart extends Pick<TracedPart, "kind" | "origin" | "traces"> {
  /** In the document. */
  range: TextRange;
  text: string;
  /** 1-based. */
  line: number;
}

/** The parts of a gold in the order of the text; of those of one range the one that says most. */
export function shownParts(document: TaskDocument, traced: readonly TracedPart[]): ShownPart[] {
  const shown: ShownPart[] = [];
  let [line, counted] = [1, 0];
  for (const { statement, range: own, kind, origin, traces } of traced) {
    const range = inDocument(document, statement, own);
    const before = shown.at(-1);
    const isSame = before?.range.from === range.from && before.range.to === range.to;
    if (before !== undefined && isSame && tells(before.origin) <= tells(origin)) continue;
    if (isSame) shown.pop();
    for (; counted < range.from; counted += 1) if (document.text[counted] === "\n") line += 1;
    shown.push({ kind, origin, traces, range, line, text: document.text.slice(range.from, range.to) });
  }
  return shown;
}

/** What comes from nowhere says most; then the sooner, the surer. */
function tells(origin: Origin): number {
  return origin === "nowhere" ? -1 : originOrder.indexOf(origin);
}

/** How many parts come from each origin. */
export function originCounts(parts: readonly ShownPart[]): Partial<Record<Origin, number>> {
  const counts: Partial<Record<Origin, number>> = {};
  for (const { origin } of parts) counts[origin] = (counts[origin] ?? 0) + 1;
  return counts;
}

/** The innermost part around an offset; null where there is none. */
export function partAt(parts: readonly ShownPart[], offset: number): ShownPart | null {
  return parts.findLast(({ range: { from, to } }) => from <= offset && offset <= to) ?? null;
}

/** The parts as marks of the text; where one is within another, the inner one is drawn. */
export function provenanceMarks(text: string, parts: readonly ShownPart[]): CodeMark[] {
  const marks: CodeMark[] = [];
  const open: ShownPart[] = [];
  let at = 0;
  const draw = (part: ShownPart, to: number): void => {
    const mark = { kind: "group" as const, group: part.origin, message: evidenceText(part) };
    if (at < to) for (const range of lineRanges(text, { from: at, to })) marks.push({ ...range, ...mark });
    at = Math.max(at, to);
  };
  const drawUntil = (to: number): void => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      draw(top, Math.min(top.range.to, to));
      if (top.range.to > to) break;
      open.pop();
    }
    at = Math.max(at, to);
  };
  for (const part of parts) {
    drawUntil(part.range.from);
    open.push(part);
  }
  drawUntil(text.length);
  return marks;
}
