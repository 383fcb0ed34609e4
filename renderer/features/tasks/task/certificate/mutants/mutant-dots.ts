import type { CodeDot, CodeMark } from "../../../../../ui/code-editor/index.ts";
import { countText } from "../../../../../ui/time-text.ts";
import { lineAt, type TaskDocument } from "../../documents/task-documents.ts";
import { mutantOutcomes, outcomeWords } from "./mutant-outcomes.ts";
import { outcomeCounts, type ShownMutant } from "./shown-mutants.ts";

/** The mutants of a document by the line (1-based) in which their change begins, those of each line in the order of the text. */
export function mutantsByLine(
  document: TaskDocument,
  mutants: readonly ShownMutant[],
): Map<number, ShownMutant[]> {
  const own = mutants.filter((shown) => shown.document === document.id && shown.range !== null);
  return Map.groupBy(own, ({ range }) => lineAt(document, range?.from ?? 0));
}

/** One dot beside each line that has mutants, as that of them shows that asks most for work. */
export function mutantDots(byLine: ReadonlyMap<number, readonly ShownMutant[]>): CodeDot[] {
  return [...byLine].flatMap(([line, mutants]) => {
    const counts = outcomeCounts(mutants);
    const [worst, ...others] = mutantOutcomes.filter((outcome) => counts[outcome] > 0);
    if (worst === undefined) return [];
    const said = [worst, ...others].map((outcome) => `${counts[outcome]} ${outcomeWords[outcome].label}`);
    const message = `${countText(mutants.length, "mutant")}: ${said.join(", ")}. Press to see the next.`;
    return [{ line, kind: worst, message }];
  });
}

const longestInPlace = 120;

/** The mutant in focus as it stands in its document: what it takes out, and what it puts there. */
export function mutantMarks(document: TaskDocument, focused: ShownMutant | null): CodeMark[] {
  if (focused === null || focused.range === null || focused.document !== document.id) return [];
  const { meaning, replacement } = focused.mutant;
  const text = replacement.replaceAll(/\s+/g, " ");
  const by = text.length > longestInPlace ? `${text.slice(0, longestInPlace)}…` : text;
  return [{ ...focused.range, kind: "replaced", by, message: `Mutant: ${meaning}` }];
}
