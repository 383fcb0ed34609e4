import type { Cell } from "#shared/domain/cell.ts";
import { cellOfText } from "../postgres-dialect/cells.ts";

const byteaOid = 17;
const replacement = "\uFFFD";

/** A value as its bytes on the wire. */
export function pgliteCell(typeOid: number, bytes: Buffer): Cell {
  const text = bytes.toString("utf8");
  // A script may have set client_encoding: what is then no UTF-8 is kept byte by byte.
  const lossy = typeOid !== byteaOid && text.includes(replacement) && !Buffer.from(text).equals(bytes);
  return lossy ? `x${bytes.toString("hex")}` : cellOfText(typeOid, text);
}
