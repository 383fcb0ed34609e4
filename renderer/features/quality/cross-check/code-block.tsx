import { CodeViewer } from "../../../ui/code-editor/index.ts";

const lineHeight = 19;
const padding = 16;
/** About how many letters a line holds before it wraps. */
const lineLetters = 88;
/** A longer text scrolls within its block. */
const mostLines = 40;

const none: never[] = [];
const nothing = (): void => undefined;

/** Code among other parts of a task, as high as its text. */
export function CodeBlock({ text, label, language }: { text: string; label: string; language?: "python" }) {
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLetters)), 0);
  return (
    <div
      className="overflow-hidden rounded-md border"
      style={{ height: Math.min(lines, mostLines) * lineHeight + padding }}
    >
      <CodeViewer
        value={text}
        label={label}
        marks={none}
        links={none}
        wrap
        onLink={nothing}
        {...(language === undefined ? {} : { language })}
      />
    </div>
  );
}
