import katex from "katex";
import { useCallback, useMemo } from "react";
import { formulaOptions, isFormulaSafe } from "./formula.ts";
import { mathParts } from "./math-parts.ts";

export interface MathTextProps {
  text: string;
}

/** A text with its formulas (`$…$`, `$$…$$`) set as mathematics; one that cannot be set is shown as it was written. */
export function MathText({ text }: MathTextProps) {
  const parts = useMemo(() => mathParts(text), [text]);
  return parts.map((part, at) =>
    part.kind === "text" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position.
      <span key={at}>{part.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position.
      <Formula key={at} source={part.source} raw={part.raw} display={part.display} />
    ),
  );
}

function Formula({ source, raw, display }: { source: string; raw: string; display: boolean }) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) drawFormula(element, source, raw, display);
    },
    [source, raw, display],
  );
  return (
    <span ref={draw} dir="ltr" className="inline-block [&_math]:text-[1.1em] [&_math]:[math-style:normal]" />
  );
}

function drawFormula(element: HTMLElement, source: string, raw: string, display: boolean): void {
  try {
    if (!isFormulaSafe(source))
      throw new RangeError("The formula is too large, or contains definitions or styles of its own.");
    katex.render(source, element, formulaOptions(display));
    element.removeAttribute("title");
  } catch (error) {
    // Any text can be between dollars: what KaTeX cannot read, or is nested too deep for it, is shown as written.
    element.replaceChildren(Object.assign(document.createElement("code"), { textContent: raw }));
    element.title = error instanceof Error ? error.message : String(error);
  }
}
