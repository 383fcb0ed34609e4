import { type RefObject, useEffect, useRef } from "react";
import type { TaskViewState } from "./task-view-state.ts";

type Part = "panel" | "side";

/** Moves the focus into what a part of the desk shows, as soon as it shows what was asked for. */
export function useFocusOn(look: TaskViewState, parts: Record<Part, RefObject<HTMLElement | null>>) {
  const wanted = useRef<{ part: Part; name: string } | null>(null);
  const settle = (): void => {
    const asked = wanted.current;
    const element = asked === null ? null : parts[asked.part].current;
    if (asked === null || element === null || look[asked.part] !== asked.name) return;
    wanted.current = null;
    element.focus();
  };
  useEffect(settle);
  return (part: Part, name: string): void => {
    wanted.current = { part, name };
    settle();
  };
}
