import type { MouseEvent } from "react";
import { annotatedPieces, type SqlLink, type SqlMark } from "./sql-annotations.ts";
import "./sql-editor.css";

interface SqlTextProps {
  value: string;
  marks: readonly SqlMark[];
  links: readonly SqlLink[];
  wrap: boolean;
  label: string;
  onLink(id: string): void;
}

/** The SQL as plain text with the same marks and measures as the editor, readable before the editor is there. */
export function SqlText({ value, marks, links, wrap, label, onLink }: SqlTextProps) {
  const lines = value.split("\n").length;
  const follow = (event: MouseEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.link;
    if ((event.ctrlKey || event.metaKey) && id !== undefined) onLink(id);
  };
  return (
    <section className="sql-text" aria-label={label}>
      <div className="sql-text-lines" aria-hidden="true">
        {Array.from({ length: Math.min(lines, 200) }, (_, line) => line + 1).join("\n")}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the schema pane reaches the same nodes by keyboard. */}
      <pre className="sql-text-code" data-wrap={wrap ? "" : undefined} onClick={follow}>
        {annotatedPieces(value, marks, links).map((piece) => (
          <span
            key={piece.from}
            className={piece.marks.map(({ kind }) => `sql-mark-${kind}`).join(" ")}
            data-link={piece.link?.id}
            title={piece.marks[0]?.message}
          >
            {piece.text}
          </span>
        ))}
      </pre>
    </section>
  );
}
