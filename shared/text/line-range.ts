import type { TextRange } from "../domain/finding.ts";

/** The range of a line (1-based) of a text, without the space at its end; null for none. */
export function lineRange(text: string, line: number | null): TextRange | null {
  if (line === null) return null;
  const lines = text.split(/(?<=\n)/);
  const from = lines.slice(0, line - 1).join("").length;
  return { from, to: from + (lines[line - 1] ?? "").trimEnd().length };
}
