import { useMemo, useState } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { statementAt, type TaskDocument } from "../documents/task-documents.ts";
import type { PartsQuestion } from "./gold-questions.ts";
import { useAnalysis } from "./use-analysis.ts";

/** The part of the gold that is selected: by the person, or the smallest part at the cursor. */
export interface SelectedPart {
  /** Its text; null where the cursor is at no SQL. */
  text: string | null;
  /** Where it is in the document of the gold; null with its text. */
  range: TextRange | null;
  /** The person put the cursor there (an empty range) or selected it. */
  take(range: TextRange): void;
  /** Takes the next larger part, or the one before; null where there is none. */
  widen: (() => void) | null;
  narrow: (() => void) | null;
}

interface Selection {
  document: string;
  text: string;
  range: TextRange;
  /** How often it was widened. */
  steps: number;
}

/** The part selected in the gold of phase 1, widened and narrowed along the syntax tree that the worker reads; `onStep` shows each step. */
export function useSelectedPart(
  gold: TaskDocument,
  goldSql: readonly string[],
  dialect: SqlDialect,
  onStep: (part: TextRange) => void,
): SelectedPart {
  const [selection, setSelection] = useState<Selection | null>(null);
  const here = selection?.document === gold.id && selection.text === gold.text ? selection : null;
  const { statement, from: start, to: end } = statementAt(gold, here?.range.from ?? 0);
  const range = here?.range ?? null;
  const question = useMemo<PartsQuestion | null>(
    () =>
      range && {
        about: "parts",
        gold: { 1: goldSql },
        statement,
        range: { from: range.from - start, to: Math.min(range.to, end) - start },
        dialect,
      },
    [range, goldSql, statement, start, end, dialect],
  );
  const parts = useAnalysis(question);
  const steps = here?.steps ?? 0;
  const part = parts?.[steps] ?? null;
  const step = (by: 1 | -1) => {
    const next = parts?.[steps + by];
    if (here === null || next === undefined) return null;
    return () => {
      setSelection({ ...here, steps: steps + by });
      onStep({ from: start + next.from, to: start + next.to });
    };
  };
  return {
    text: part && gold.text.slice(start + part.from, start + part.to),
    range: part && { from: start + part.from, to: start + part.to },
    take: (given) => setSelection({ document: gold.id, text: gold.text, range: given, steps: 0 }),
    widen: step(1),
    narrow: step(-1),
  };
}
