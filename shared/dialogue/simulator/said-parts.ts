import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import type { GoldPart } from "./clarification-words.ts";
import { nodeParts } from "./node-parts.ts";
import { saidText } from "./said-text.ts";
import { speechOf } from "./speech-of.ts";
import { taskWords } from "./task-words.ts";

/** One literal, column, operator, direction or condition of the gold, and whether some words say it. */
export interface SaidPart {
  /** In the statement. */
  range: TextRange;
  kind: string;
  isSaid: boolean;
  /** The words that say it, and where they stand; null where none do. */
  words: string | null;
  place: TextRange | null;
}

/** The word check (docs/dialogues.md): which parts of a stretch of the gold a text says. */
export function saidParts(
  context: ProvenanceContext,
  phase: Phase,
  { statement, range }: GoldPart,
  text: string,
): SaidPart[] {
  const tree = context.gold[phase][statement];
  if (tree === undefined) return [];
  const said = saidText(text);
  return nodeParts(speechOf(taskWords(context, phase), tree), range).map(({ range: part, kind, way }) => {
    const found = way(said);
    return {
      range: part,
      kind,
      isSaid: found !== null,
      words: found === null ? null : said.text.slice(found.from, found.to),
      place: found,
    };
  });
}
