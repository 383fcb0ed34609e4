import type { QuestionName } from "./findings/finding-target.ts";

/** The ids of the elements that jumps lead to. */
export const questionElement = (question: QuestionName): string => `task-question-${question}`;
export const ambiguityElement = (index: number): string => `task-ambiguity-${index}`;
export const knowledgeElement = (node: number): string => `task-knowledge-${node}`;

/** Brings an element into view after the next paint, since what was just opened is there only then. */
export function bringIntoView(id: string, focus = false): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    element?.scrollIntoView({ block: "nearest" });
    if (focus) element?.focus({ preventScroll: true });
  });
}
