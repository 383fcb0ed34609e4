import { diffLines } from "diff";

/** Neighbouring lines of two texts that are in both, only in the first (gone) or only in the second (new). */
export interface DiffLines {
  kind: "same" | "gone" | "new";
  lines: string[];
}

/** Two texts line by line, in the order of reading. */
export function lineDiff(before: string, after: string): DiffLines[] {
  const withEnd = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
  return diffLines(withEnd(before), withEnd(after)).map(({ added, removed, value }) => ({
    kind: added ? "new" : removed ? "gone" : "same",
    lines: value.replace(/\n$/, "").split("\n"),
  }));
}
