import { annotatedPieces, type CodeMark, markClasses } from "../../../../ui/code-editor/index.ts";

const noLinks: [] = [];

export interface TextOverlayProps {
  text: string;
  marks: readonly CodeMark[];
  /** A tagged word was pressed; its mark's label. */
  onTag(label: string): void;
}

/**
 * A text with its marks: words that changed, terms with the number of their ambiguity, findings. It takes exactly the room
 * that the bare text takes, so that it can lie over the field in which it is typed.
 */
export function TextOverlay({ text, marks, onTag }: TextOverlayProps) {
  return (
    <div className="question-text" dir="auto">
      {annotatedPieces(text, marks, noLinks).map(({ from, text: piece, marks: own }) => (
        <span key={from} className="question-piece">
          <Tags marks={own.filter((mark) => mark.kind === "tag" && mark.from === from)} onTag={onTag} />
          {/* The field below is what is read out. */}
          <span aria-hidden className={own.map(markClasses).join(" ")}>
            {piece}
          </span>
        </span>
      ))}
      {/* A last empty line has a height, too. */}
      {"\u200b"}
    </div>
  );
}

function Tags({ marks, onTag }: { marks: readonly CodeMark[]; onTag: TextOverlayProps["onTag"] }) {
  if (marks.length === 0) return null;
  return (
    <span className="question-tags">
      {marks.map(
        (mark) =>
          mark.kind === "tag" && (
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
          ),
      )}
    </span>
  );
}
