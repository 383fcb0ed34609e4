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
      {annotatedPieces(text, marks, noLinks).map(({ from, text: piece, marks: own }) => {
        const tags = own.filter((mark) => mark.kind === "tag" && mark.from === from);
        const look = { className: own.map(markClasses).join(" "), title: own.at(-1)?.message };
        if (tags.length === 0)
          return (
            <span key={from} {...look}>
              {piece}
            </span>
          );
        // A number stays on the line of its first word.
        const [first = ""] = /^\S+/.exec(piece) ?? [];
        return (
          <Fragment key={from}>
            <span className="whitespace-nowrap">
              {tags.map(
                (mark) => mark.kind === "tag" && <TagButton key={mark.label} mark={mark} onTag={onTag} />,
              )}
              <span {...look}>{first}</span>
            </span>
            <span {...look}>{piece.slice(first.length)}</span>
          </Fragment>
        );
      })}
    </p>
  );
}

function TagButton({
  mark,
  onTag,
}: {
  mark: Extract<CodeMark, { kind: "tag" }>;
  onTag: MarkedTextProps["onTag"];
}) {
  return (
    <button
      type="button"
      title={mark.message}
      aria-label={mark.message}
      aria-pressed={mark.active}
      onClick={() => onTag(mark.label)}
      className={`tag-badge tag-${mark.hue}`}
    >
      {mark.label}
    </button>
  );
}
