import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { JumpTarget } from "./jump-targets.ts";
import { useTaskEditor, useTaskEditorStore } from "./task-editor-context.ts";

/** Registers an element as the target of jumps as long as it is there. */
export function useJumpTarget<Shown extends HTMLElement>(
  target: JumpTarget,
  reveal: (element: Shown, focus: boolean) => void = bringIntoView,
): RefCallback<Shown> {
  const { targets } = useTaskEditorStore().getState();
  return useCallback(
    (element: Shown | null) =>
      element === null ? undefined : targets.register(target, (focus) => reveal(element, focus)),
    [targets, target, reveal],
  );
}

/** Waits for what the same event changes in the element: a card that opens its form is higher afterwards. */
function bringIntoView(element: HTMLElement, focus: boolean): void {
  requestAnimationFrame(() => {
    element.scrollIntoView({ block: "nearest" });
    if (focus) element.focus({ preventScroll: true });
  });
}

/** The element of a pane: the target of jumps that put the focus there; another task is seen from its beginning. */
export function usePane<Shown extends HTMLElement>(target: JumpTarget): RefCallback<Shown> {
  const register = useJumpTarget<Shown>(target, takeFocus);
  const shown = useScrolledToTop<Shown>();
  return useCallback(
    (element: Shown | null) => {
      shown.current = element;
      return register(element);
    },
    [register, shown],
  );
}

/** An element that is scrolled back to its beginning as soon as it shows another task. */
export function useScrolledToTop<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  const taskId = useTaskEditor((state) => state.taskId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task alone asks for it.
  useLayoutEffect(() => {
    shown.current?.scrollTo(0, 0);
  }, [taskId]);
  return shown;
}

/** Puts the focus into a pane or a field, which stays where it is. */
export function takeFocus(element: HTMLElement, focus: boolean): void {
  if (focus) element.focus();
}
