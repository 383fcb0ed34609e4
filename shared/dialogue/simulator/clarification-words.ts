import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { sentenceOf } from "./sentence.ts";
import { snippetTree } from "./snippet-tree.ts";
import { speechOf } from "./speech-of.ts";
import { taskWords } from "./task-words.ts";

/** A stretch of one statement of a phase's gold. */
export interface GoldPart {
  /** 0-based. */
  statement: number;
  range: TextRange;
}

/** Where the snippet of an ambiguity (0-based) stands in the gold of phase 1, first; null where it does not. */
export function snippetPart(context: ProvenanceContext, ambiguity: number): GoldPart | null {
  const [match] = context.locations[ambiguity]?.matches ?? [];
  return match === undefined ? null : { statement: match.statement, range: match.anchor.range };
}

/** The built-in sentence of a stretch of the gold. */
export function builtInSentence(
  context: ProvenanceContext,
  phase: Phase,
  { statement, range }: GoldPart,
): string {
  const tree = context.gold[phase][statement];
  return tree === undefined ? "" : sentenceOf(speechOf(taskWords(context, phase), tree), range);
}

/** The words that settle an ambiguity (0-based): the annotator's, else a sentence made from its snippet. */
export function clarificationWords(context: ProvenanceContext, ambiguity: number): string {
  const stored = context.task.ambiguities[ambiguity]?.words ?? null;
  if (stored !== null && stored.trim() !== "") return stored;
  const part = snippetPart(context, ambiguity);
  if (part !== null) return builtInSentence(context, 1, part);
  const { tree, range } = snippetTree(context, context.task.ambiguities[ambiguity]?.sqlSnippet ?? "");
  return sentenceOf(speechOf(taskWords(context, 1), tree), range);
}
