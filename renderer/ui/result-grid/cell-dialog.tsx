import { cellTag, cellText } from "#shared/domain/cell.ts";
import { CopyButton } from "../copy-button.tsx";
import { Dialog } from "../dialog.tsx";
import { numberText } from "../time-text.ts";
import type { ExpandedCell } from "./expanded-cell.ts";

const shownCharacters = 200_000;

const tagNames = {
  n: "NULL",
  i: "integer",
  r: "real",
  d: "decimal",
  t: "text",
  b: "blob",
  x: "text that is not valid UTF-8",
};

/** One cell whole, exactly as stored. */
export function CellDialog({ expanded, onClose }: { expanded: ExpandedCell | null; onClose(): void }) {
  const text = expanded === null ? "" : cellText(expanded.cell);
  return (
    <Dialog
      open={expanded !== null}
      onClose={onClose}
      width="lg"
      title={expanded === null ? "" : `${expanded.column}, row ${expanded.row}`}
      description={expanded === null ? "" : descriptionOf(expanded, text)}
      footer={<CopyButton text={text} label="Copy exact text" />}
    >
      <pre className="max-h-[60vh] overflow-auto rounded-md border bg-sunken p-3 text-sm break-all whitespace-pre-wrap select-text">
        {text.slice(0, shownCharacters)}
        {text.length > shownCharacters && "…"}
      </pre>
    </Dialog>
  );
}

function descriptionOf({ cell }: ExpandedCell, text: string): string {
  const tag = cellTag(cell);
  if (tag === "n") return tagNames.n;
  if (tag === "b" || tag === "x") return `${tagNames[tag]}, ${numberText((text.length - 3) / 2)} bytes`;
  const cut = text.length > shownCharacters ? `; the first ${numberText(shownCharacters)} are shown` : "";
  return `${tagNames[tag]}, ${numberText(text.length)} characters${cut}`;
}
