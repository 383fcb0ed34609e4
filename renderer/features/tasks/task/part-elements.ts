import type { QuestionName } from "./findings/finding-target.ts";

/** The ids of the elements that jumps lead to. */
export const questionElement = (question: QuestionName): string => `task-question-${question}`;
export const ambiguityElement = (index: number): string => `task-ambiguity-${index}`;
export const knowledgeElement = (node: number): string => `task-knowledge-${node}`;

/** Puts the focus into the field of a question; one that is just coming is there some frames later. */
export function focusQuestion(question: QuestionName, frames = 30): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`#${questionElement(question)} textarea`);
    field?.focus();
    if (field === null && frames > 0) focusQuestion(question, frames - 1);
  });
}

/** Brings an element into view; one in a part that was just opened is there some frames later. */
export function bringIntoView(id: string, focus = false, frames = 30): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    element?.scrollIntoView({ block: "nearest" });
    if (focus) element?.focus({ preventScroll: true });
    if (element === null && frames > 0) bringIntoView(id, focus, frames - 1);
  });
}
