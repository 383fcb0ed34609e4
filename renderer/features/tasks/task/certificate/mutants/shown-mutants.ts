import type { MutantResult } from "#shared/domain/certificate.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { rangeAfterEdit } from "#shared/text/after-edit.ts";
import {
  goldId,
  inDocument,
  lineAt,
  type TaskDocument,
  taskDocuments,
} from "../../documents/task-documents.ts";
import { type MutantOutcome, mutantOutcomeOf, mutantOutcomes } from "./mutant-outcomes.ts";

/** A mutant as it is listed: what it changes in the gold as it was judged, and where that is in the gold on screen. */
export interface ShownMutant {
  /** The same as long as it makes the same change of the same gold. */
  key: string;
  mutant: MutantResult;
  outcome: MutantOutcome;
  /** The document of its gold. */
  document: string;
  /** In the document as it is now; null where an edit took it away. */
  range: TextRange | null;
  /** 1-based, in the gold as it was judged. */
  line: number;
  /** The whole gold of its phase as it was judged, statement by statement. */
  gold: readonly string[];
  /** What stood there. */
  original: string;
}

const mutantKey = ({ phase, statement, range, operator, replacement }: MutantResult): string =>
  JSON.stringify([phase, statement, range.from, range.to, operator, replacement]);

/** The mutants of a task that was judged, in the order of its text, on the documents as they are now. */
export function shownMutants(
  mutants: readonly MutantResult[],
  judged: Task,
  now: readonly TaskDocument[],
): ShownMutant[] {
  const before = taskDocuments(judged);
  const golds: Record<Phase, readonly string[]> = { 1: judged.goldSql, 2: judged.followUp?.goldSql ?? [] };
  return mutants
    .map((mutant): ShownMutant => {
      const { phase, statement, range } = mutant;
      const document = goldId(phase);
      const was = before.find(({ id }) => id === document);
      const at = was === undefined ? range : inDocument(was, statement, range);
      return {
        key: mutantKey(mutant),
        mutant,
        outcome: mutantOutcomeOf(mutant),
        document,
        range: rangeNow(
          was,
          now.find(({ id }) => id === document),
          at,
        ),
        line: was === undefined ? 1 : lineAt(was, at.from),
        gold: golds[phase],
        original: golds[phase][statement]?.slice(range.from, range.to) ?? "",
      };
    })
    .sort(byText);
}

function rangeNow(
  before: TaskDocument | undefined,
  now: TaskDocument | undefined,
  range: TextRange,
): TextRange | null {
  if (before === undefined || now === undefined) return null;
  if (before.text === now.text) return range;
  // What is put in at one spot moves as the letter behind it does.
  const { from, to } = range.from === range.to ? { from: range.from, to: range.to + 1 } : range;
  const moved = rangeAfterEdit(before.text, now.text, { from, to });
  return range.from === range.to && moved !== null ? { from: moved.from, to: moved.from } : moved;
}

function byText(one: ShownMutant, other: ShownMutant): number {
  return (
    one.mutant.phase - other.mutant.phase ||
    one.mutant.statement - other.mutant.statement ||
    one.mutant.range.from - other.mutant.range.from ||
    one.mutant.range.to - other.mutant.range.to
  );
}

/** How many there are of each outcome. */
export function outcomeCounts(mutants: readonly ShownMutant[]): Record<MutantOutcome, number> {
  const counts = Object.fromEntries(mutantOutcomes.map((outcome) => [outcome, 0])) as Record<
    MutantOutcome,
    number
  >;
  for (const { outcome } of mutants) counts[outcome] += 1;
  return counts;
}

/**
 * The next (or previous) of some of the mutants, seen from the one in focus, which need not be one of them; going around the
 * end. The first (or last) where none is in focus; null where there are none.
 */
export function steppedMutant(
  all: readonly ShownMutant[],
  some: readonly ShownMutant[],
  focused: string | null,
  step: 1 | -1,
): ShownMutant | null {
  const at = all.findIndex(({ key }) => key === focused);
  const isSome = new Set(some);
  const ring = step === 1 ? [...all.slice(at + 1), ...all] : [...all, ...all.slice(0, Math.max(0, at))];
  return (step === 1 ? ring.find((one) => isSome.has(one)) : ring.findLast((one) => isSome.has(one))) ?? null;
}
