import type { Cell, CellTag } from "#shared/domain/cell.ts";

/** The tags of built-in types by their oid (pg_type.dat, fixed for ever); everything else is text as the server writes it. */
const tags = new Map<number, CellTag>([
  [20, "i"],
  [21, "i"],
  [23, "i"],
  [26, "i"],
  [700, "r"],
  [701, "r"],
  [1700, "d"],
]);
const byteaOid = 17;

/** A value in the server's text form as a cell; NaN and infinities keep their words ("rNaN", "dInfinity"). */
export function cellOfText(typeOid: number, text: string): Cell {
  if (typeOid === byteaOid) return `b${byteaHex(text)}`;
  return `${tags.get(typeOid) ?? "t"}${text}`;
}

/** A script may have set bytea_output to escape: printable bytes stand for themselves, others as \ooo, a backslash doubled. */
function byteaHex(text: string): string {
  if (text.startsWith("\\x")) return text.slice(2);
  const plain = text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
    code === "\\" ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(plain, "latin1").toString("hex");
}
