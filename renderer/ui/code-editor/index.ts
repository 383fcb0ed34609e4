export {
  annotatedPieces,
  type CodeDot,
  type CodeLink,
  type CodeMark,
  lineRanges,
  markClasses,
} from "./code-annotations.ts";
export type { CodeCompletion } from "./code-completions.ts";
export { type CodeAction, CodeInput } from "./code-input.tsx";
export { CodeViewer } from "./code-viewer.tsx";
export type { CodeInputHandle } from "./insert-text.ts";
export type { Reveal } from "./use-reveal.ts";
