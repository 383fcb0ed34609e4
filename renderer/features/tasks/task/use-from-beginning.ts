import { type RefObject, useLayoutEffect } from "react";

/** Scrolls parts of the desk back to their beginning as soon as they show another task. */
export function useFromBeginning(taskId: number, parts: readonly RefObject<HTMLElement | null>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task alone asks for it.
  useLayoutEffect(() => {
    for (const { current } of parts) current?.scrollTo(0, 0);
  }, [taskId]);
}
