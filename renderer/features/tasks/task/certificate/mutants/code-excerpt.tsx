import { annotatedPieces, markClasses } from "../../../../../ui/code-editor/index.ts";
import type { CodeExcerpt } from "./mutant-texts.ts";

const noLinks: [] = [];

/** Some lines of SQL with their numbers, to read. */
export function CodeExcerptView({ title, excerpt }: { title: string; excerpt: CodeExcerpt }) {
  const { text, firstLine, marks } = excerpt;
  const numbers = text.split("\n").map((_, at) => firstLine + at);
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col overflow-hidden rounded-md border bg-canvas">
      <figcaption className="border-b bg-panel px-2 py-0.5 text-sm font-medium">{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <div tabIndex={0} className="flex overflow-x-auto py-1 font-mono text-sm leading-5">
        <pre aria-hidden className="shrink-0 px-2 text-right text-faint select-none">
          {numbers.join("\n")}
        </pre>
        <pre className="min-w-0 pr-2 select-text">
          {annotatedPieces(text, marks, noLinks).map((piece) => (
            <span key={piece.from} className={piece.marks.map(markClasses).join(" ")}>
              {piece.text}
            </span>
          ))}
        </pre>
      </div>
    </figure>
  );
}
