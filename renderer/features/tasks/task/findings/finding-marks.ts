import type { TextRange } from "#shared/domain/finding.ts";
import { type CodeMark, lineRanges } from "../../../../ui/code-editor/index.ts";
import type { ShownFinding } from "./shown-findings.ts";

/** A finding together with the range of the text on screen that it speaks of. */
export interface LocatedFinding extends ShownFinding {
  range: TextRange;
}

/** The squiggles of findings in a text; a range without length takes the letter beside it. */
export function findingMarks(text: string, placed: readonly LocatedFinding[]): CodeMark[] {
  return placed.flatMap(({ finding, range }) => {
    const to = Math.min(Math.max(range.to, range.from + 1), text.length);
    const from = Math.max(0, Math.min(range.from, to - 1));
    return lineRanges(text, { from, to }).map((line) => ({
      ...line,
      kind: finding.severity,
      message: `${finding.severity}: ${finding.message}`,
    }));
  });
}
