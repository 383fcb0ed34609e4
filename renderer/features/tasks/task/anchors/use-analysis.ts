import { useEffect, useState } from "react";
import type { AnalysisAnswers, AnalysisQuestion } from "./anchor-messages.ts";
import { askAnalysis } from "./ask-analysis.ts";

/** What the worker answers to a question (a stable object, or null to ask nothing); null until it is known. */
export function useAnalysis<Question extends AnalysisQuestion>(
  question: Question | null,
): AnalysisAnswers[Question["about"]] | null {
  type Answer = AnalysisAnswers[Question["about"]];
  const [known, setKnown] = useState<{ question: Question; answer: Answer } | null>(null);
  useEffect(() => {
    if (question === null) return;
    return askAnalysis(question, (answer) => setKnown({ question, answer }));
  }, [question]);
  return question !== null && known?.question === question ? known.answer : null;
}
