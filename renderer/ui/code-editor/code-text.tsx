import type { MouseEvent } from "react";
import {
  type AnnotatedPiece,
  annotatedPieces,
  type CodeLink,
  type CodeMark,
  markClasses,
} from "./code-annotations.ts";
import "./code-editor.css";

interface CodeTextProps {
  value: string;
  marks: readonly CodeMark[];
  links: readonly CodeLink[];
  wrap: boolean;
  label: string;
  onLink(id: string): void;
}

/** The code as plain text with the same marks and measures as the editor, readable before the editor is there. */
export function CodeText({ value, marks, links, wrap, label, onLink }: CodeTextProps) {
  const lines = value.split("\n").length;
  const follow = (event: MouseEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.link;
    if ((event.ctrlKey || event.metaKey) && id !== undefined) onLink(id);
  };
  return (
    <section className="code-text" aria-label={label}>
      <div className="code-text-lines" aria-hidden="true">
        {Array.from({ length: Math.min(lines, 200) }, (_, line) => line + 1).join("\n")}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the schema pane reaches the same nodes by keyboard. */}
      <pre className="code-text-code" data-wrap={wrap ? "" : undefined} onClick={follow}>
        {annotatedPieces(value, marks, links).map((piece) => (
          <Piece key={piece.from} piece={piece} />
        ))}
      </pre>
    </section>
  );
}

function Piece({ piece: { from, text, marks, link } }: { piece: AnnotatedPiece }) {
  return (
    <>
      {marks.map(
        (mark) =>
          mark.kind === "tag" &&
          mark.from === from &&
          mark.label !== "" && (
            <span key={`${mark.hue} ${mark.label}`} className={`tag-badge tag-${mark.hue}`}>
              {mark.label}
            </span>
          ),
      )}
      <span className={marks.map(markClasses).join(" ")} data-link={link?.id} title={marks[0]?.message}>
        {text}
      </span>
    </>
  );
}
