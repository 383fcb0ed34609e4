import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { termRange } from "#shared/findings/text/ambiguities.ts";
import type { CodeMark } from "../../ui/code-editor/index.ts";
import { ambiguityTag } from "./ambiguity-words.ts";

/** The terms of the ambiguities in a question, each under its ambiguity's number. */
export function termMarks(
  question: string,
  ambiguities: readonly Ambiguity[],
  active: number | null,
): CodeMark[] {
  return ambiguities.flatMap(({ term }, index): CodeMark[] => {
    const range = termRange(question, term);
    if (range === null) return [];
    const { label, hue } = ambiguityTag(index);
    return [
      { ...range, kind: "tag", hue, label, active: index === active, message: `Ambiguity ${label}: ${term}` },
    ];
  });
}
