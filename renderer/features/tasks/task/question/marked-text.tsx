import { Fragment } from "react";
import { annotatedPieces, type CodeMark, markClasses } from "../../../../ui/code-editor/index.ts";

const noLinks: [] = [];

export interface MarkedTextProps {
  text: string;
  marks: readonly CodeMark[];
  /** A tagged word was pressed; its mark's label. */
  onTag(label: string): void;
}

/** A text with its marks: words that changed, terms with the number of their ambiguity, findings. */
export function MarkedText({ text, marks, onTag }: MarkedTextProps) {
  return (
    <p className="break-words whitespace-pre-wrap" dir="auto">
      {annotatedPieces(text, marks, noLinks).map(({ from, text: piece, marks: own }) => (
        <Fragment key={from}>
          {own.map((mark) =>
            mark.kind === "tag" && mark.from === from ? (
              <button
                key={mark.label}
                type="button"
                title={mark.message}
                aria-label={mark.message}
                aria-pressed={mark.active}
                onClick={() => onTag(mark.label)}
                className={`tag-badge tag-${mark.hue}`}
              >
                {mark.label}
              </button>
            ) : null,
          )}
          <span className={own.map(markClasses).join(" ")} title={own.at(-1)?.message}>
            {piece}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
