import { type RefObject, useEffect, useRef } from "react";
import { create } from "zustand";
import type { CommentedSubject } from "../../data/comments.ts";

/** The item or task whose threads somebody has asked for elsewhere in the window; null: none. */
const useAsked = create<{ subject: string | null }>(() => ({ subject: null }));

/** Asks for the threads of an item or task, before its screen is opened. */
export const askForThreads = (subject: CommentedSubject): void =>
  useAsked.setState({ subject: JSON.stringify(subject) });

let isFieldAsked = false;

/** The next pane of threads that is drawn puts the focus into the field of a new comment. */
export const askForNewComment = (): void => {
  isFieldAsked = true;
};

/** Takes the focus where a new comment was asked for. */
export function useFocusWhenAsked(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (isFieldAsked) field.current?.focus();
    isFieldAsked = false;
  }, [field]);
}

/** Opens the pane of the threads where somebody has asked for those of this item or task. */
export function useOpensThreads(subject: CommentedSubject, open: () => void): void {
  const isAsked = useAsked((state) => state.subject === JSON.stringify(subject));
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (!isAsked) return;
    useAsked.setState({ subject: null });
    latest.current();
  }, [isAsked]);
}
