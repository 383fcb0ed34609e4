import { useMemo, useState } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { TaskDocument } from "../documents/task-documents.ts";
import type { NodesQuestion } from "./anchor-messages.ts";
import { useAnalysis } from "./use-analysis.ts";

/** The part of a document's SQL that is taken: what is selected, or the smallest part at the cursor. */
export interface TakenPart {
  /** Its text; null where the cursor stands at no SQL. */
  text: string | null;
  /** The person put the cursor there (an empty range) or selected it. */
  take(range: TextRange): void;
  /** Takes the next larger part, or the one before; null where there is none. */
  widen: (() => void) | null;
  narrow: (() => void) | null;
}

interface Taken {
  document: string;
  text: string;
  range: TextRange;
  /** How often it was widened. */
  steps: number;
}

/** The part taken in a document, widened and narrowed along the syntax tree that the worker reads; `onStep` shows each step. */
export function useTakenPart(
  document: TaskDocument,
  dialect: SqlDialect,
  onStep: (part: TextRange) => void,
): TakenPart {
  const [taken, setTaken] = useState<Taken | null>(null);
  const here = taken?.document === document.id && taken.text === document.text ? taken : null;
  const statement =
    here === null
      ? 0
      : Math.max(
          0,
          document.starts.findLastIndex((start) => start <= here.range.from),
        );
  const start = document.starts[statement] ?? 0;
  const end = (document.starts[statement + 1] ?? document.text.length + 2) - 2;
  const range = here?.range ?? null;
  const question = useMemo<NodesQuestion | null>(
    () =>
      range && {
        about: "nodes",
        sql: document.text.slice(start, end),
        range: { from: range.from - start, to: Math.min(range.to, end) - start },
        dialect,
      },
    [range, document.text, start, end, dialect],
  );
  const parts = useAnalysis(question);
  const steps = here?.steps ?? 0;
  const part = parts?.[steps] ?? null;
  const step = (by: 1 | -1) => {
    const next = parts?.[steps + by];
    if (here === null || next === undefined) return null;
    return () => {
      setTaken({ ...here, steps: steps + by });
      onStep({ from: start + next.from, to: start + next.to });
    };
  };
  return {
    text: part && document.text.slice(start + part.from, start + part.to),
    take: (given) => setTaken({ document: document.id, text: document.text, range: given, steps: 0 }),
    widen: step(1),
    narrow: step(-1),
  };
}
