import { diffLines } from "diff";

/** Neighbouring lines of two texts that are in both, only in the first (gone) or only in the second (new). */
export interface DiffLines {
  kind: "same" | "gone" | "new";
  lines: string[];
}

/** Texts that differ in more lines have nothing in common that anybody could follow; to look for it takes the square of their number. */
const mostChanges = 2_000;

/** Two texts line by line, in the order of reading; as one gone and one new where they differ in more than that. */
export function lineDiff(before: string, after: string): DiffLines[] {
  const withEnd = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
  const [old, young] = [withEnd(before), withEnd(after)];
  const parts = diffLines(old, young, { maxEditLength: mostChanges }) ?? [
    { added: false, removed: true, value: old },
    { added: true, removed: false, value: young },
  ];
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "new" : removed ? "gone" : "same",
    lines: value.replace(/\n$/, "").split("\n"),
  }));
}
