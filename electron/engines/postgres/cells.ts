import type { Cell } from "#shared/domain/cell.ts";
import { cellOfText } from "../postgres-text.ts";

/** A value as pg hands it over with its parsers off. */
export function toCell(typeOid: number, text: string | null): Cell {
  return text === null ? null : cellOfText(typeOid, text);
}
