import { useState } from "react";
import type { AnalysisAnswers, AnalysisQuestion } from "./anchor-messages.ts";
import { useAnalysis } from "./use-analysis.ts";

/** What the worker answers about a task (a stable question, or null to ask nothing); until it is known, what it answered last. */
export function useLastAnalysis<Question extends AnalysisQuestion>(
  taskId: number,
  question: Question | null,
): { answer: AnalysisAnswers[Question["about"]] | null; isCurrent: boolean } {
  type Kept = { taskId: number; answer: AnalysisAnswers[Question["about"]] };
  const answer = useAnalysis(question);
  const [last, setLast] = useState<Kept | null>(null);
  if (answer !== null && last?.answer !== answer) setLast({ taskId, answer });
  const isKept = question !== null && last?.taskId === taskId;
  return { answer: answer ?? (isKept ? last.answer : null), isCurrent: answer !== null };
}
