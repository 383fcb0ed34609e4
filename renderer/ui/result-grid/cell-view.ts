import { type Cell, cellTag } from "#shared/domain/cell.ts";

const shownCharacters = 300;

/** How a cell is drawn: a short text, what it is, and whether there is more than the text shows. */
export interface CellView {
  kind: "null" | "number" | "text" | "empty" | "bytes" | "invalid";
  text: string;
  cut: boolean;
}

const nullView: CellView = { kind: "null", text: "NULL", cut: false };
const emptyView: CellView = { kind: "empty", text: "''", cut: false };

/** The drawing of a cell on one line: control characters and blanks at the ends made visible, long text cut. */
export function cellView(cell: Cell): CellView {
  if (cell === null) return nullView;
  const tag = cellTag(cell);
  if (tag === "i" || tag === "r" || tag === "d") return { kind: "number", text: cell.slice(1), cut: false };
  if (tag === "b" || tag === "x") {
    const cut = cell.length > 65;
    const text = `x'${cell.slice(1, 65)}${cut ? "…" : ""}'`;
    return { kind: tag === "b" ? "bytes" : "invalid", text, cut };
  }
  if (cell.length === 1) return emptyView;
  const cut = cell.length - 1 > shownCharacters;
  const shown = visible(cell.slice(1, shownCharacters + 1));
  return { kind: "text", text: cut ? `${shown}…` : shown, cut };
}

/** Line ends, tabs, NUL and blanks at either end would be invisible: they are often all that differs. */
function visible(text: string): string {
  let out = text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f]/.test(out))
    out = out
      .replace(/\r\n|\n/g, "↵")
      .replace(/\r/g, "␍")
      .replace(/\t/g, "⇥")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: each is shown as its own picture.
      .replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)));
  return out.replace(/^ +| +$/g, (blanks) => "·".repeat(blanks.length));
}

/** How many bytes a blob or an invalid text has. */
export function byteLength(cell: string): number {
  return (cell.length - 1) / 2;
}
