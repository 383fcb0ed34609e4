import type { KeyboardEvent } from "react";

/** Arrows go from line to line (`data-line`) of a list while the focus is on one, or on the list. */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-line]")];
  const at = lines.indexOf(document.activeElement as HTMLElement);
  const next = lines[at < 0 ? 0 : at + step];
  if (next === undefined || (at < 0 && document.activeElement !== event.currentTarget)) return;
  event.preventDefault();
  next.focus();
}
