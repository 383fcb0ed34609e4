import { type Cell, cellTag } from "../../domain/cell.ts";
import type { ExpectedValue } from "../../domain/test-form.ts";
import type { SqlDialect } from "../../sql/lex.ts";

/**
 * A cell of a result as a test finds it in Python; undefined where its text there is another (arrays, JSON, bytes, intervals).
 * SQLite hands texts over as they are, whatever their column was declared as.
 */
export function expectedOf(cell: Cell, declaredType: string, dialect: SqlDialect): ExpectedValue | undefined {
  if (cell === null) return null;
  const text = cell.slice(1);
  const tag = cellTag(cell);
  if (tag === "i" || tag === "d" || tag === "r") {
    const number = plainNumber(text);
    return number === null ? undefined : { number };
  }
  if (tag === "t" && dialect === "sqlite") return { text };
  if (tag !== "t" || /\[\]$|^(?:json|jsonb|interval|bytea)$/.test(declaredType)) return undefined;
  if (declaredType === "boolean") return text === "t" || text === "true";
  if (/^(?:timestamp|time)\b/.test(declaredType)) return { text: pythonTime(text) };
  return { text };
}

/** A number without an exponent; null for NaN and the infinities. */
function plainNumber(text: string): string | null {
  const [, sign = "", whole = "", part = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (whole === "" || Math.abs(Number(exponent)) > 400) return null;
  if (Number(exponent) === 0) return text.replace(/e.*$/i, "");
  const point = whole.length + Number(exponent);
  const digits = `${"0".repeat(Math.max(0, 1 - point))}${whole}${part}`.padEnd(point, "0");
  const cut = Math.max(1, point);
  const fraction = digits.slice(cut);
  return `${sign}${digits.slice(0, cut)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A moment as Python writes it: six decimals of a second where there are any, an offset with its minutes. */
function pythonTime(text: string): string {
  const [, moment = text, decimals = "", offset = ""] =
    /^(.*\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d(?::\d\d)?)?$/.exec(text) ?? [];
  return (
    moment +
    (decimals === "" ? "" : decimals.padEnd(7, "0")) +
    (offset.length === 3 ? `${offset}:00` : offset)
  );
}
