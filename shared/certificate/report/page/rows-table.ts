import { type Cell, cellText } from "../../../domain/cell.ts";
import type { ResultColumn } from "../../../domain/result.ts";
import { escapeHtml } from "../../../formats/page/markup.ts";
import { clipped, countWords } from "./report-markup.ts";

/** So many rows of evidence are shown. */
const mostRows = 20;

/** Rows of a result under their columns; `caption` says whose they are, "" for none. */
export function rowsTable(
  caption: string,
  columns: readonly ResultColumn[],
  rows: readonly (readonly Cell[])[],
): string {
  const heads = columns.map(({ name }) => `<th scope="col">${clipped(name, 100)}</th>`);
  const lines = rows
    .slice(0, mostRows)
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`);
  const more = rows.length - lines.length;
  const rest =
    more === 0 ? "" : `<tr><td colspan="${columns.length}">${countWords(more, "more row")}</td></tr>`;
  const title = caption === "" ? "" : `<caption>${escapeHtml(caption)}</caption>`;
  return `<div class="scroll"><table class="rows">${title}<thead><tr>${heads.join("")}</tr></thead><tbody>${lines.join("")}${rest}</tbody></table></div>`;
}

function cellHtml(cell: Cell): string {
  return cell === null ? '<span class="null">NULL</span>' : clipped(cellText(cell), 300);
}
