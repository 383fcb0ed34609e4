import type { editor } from "monaco-editor/editor";
import { type RefObject, useLayoutEffect } from "react";
import { revealCursor, revealRange } from "./annotate-editor.ts";
import type { Monaco } from "./monaco-api.ts";

/** A range to bring into view and select, or the cursor where it is; a new object asks again. */
export type Reveal = { from: number; to: number; focus: boolean } | { from: null; focus: true };

/** Brings a range or the cursor into view, also in the editor that another language makes anew. */
export function useReveal(
  monaco: Monaco,
  language: string,
  instance: RefObject<editor.IStandaloneCodeEditor | null>,
  reveal: Reveal | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes another editor.
  useLayoutEffect(() => {
    if (reveal === null || instance.current === null) return;
    if (reveal.from === null) revealCursor(instance.current);
    else revealRange(monaco, instance.current, reveal);
    if (reveal.focus) instance.current.focus();
  }, [monaco, language, instance, reveal]);
}
