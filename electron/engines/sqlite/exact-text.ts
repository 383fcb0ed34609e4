import type { DatabaseSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import { engineFailure } from "./failure.ts";

/** What decoding leaves where bytes are not valid UTF-8; it also occurs as a character of its own. */
const replacement = "\uFFFD";

/** Whether a text may have lost bytes when it was decoded. */
export function maybeLossy(text: string): boolean {
  return text.includes(replacement);
}

/**
 * Gives back the exact bytes of texts that were decoded with a loss, by running the statement once more beside the first
 * run with its cells as blobs. Ordinary results never come here. `cellsOf(index, row)` has to be asked with rising indexes.
 */
export interface ExactText {
  cellsOf(index: number, decoded: readonly unknown[], cells: Cell[]): Cell[];
  /** Ends the second run: until then its tables are locked. */
  close(): void;
}

export function createExactText(handle: DatabaseSync, sql: string, columnCount: number): ExactText {
  const names = Array.from({ length: columnCount }, (_, at) => `c${at}`);
  const blobs = names.map((name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) END`);
  // MATERIALIZED keeps the planner from merging the statement into the outer SELECT, so that its rows keep their order.
  const exactSql = `WITH q(${names}) AS MATERIALIZED (${sql}\n) SELECT ${blobs} FROM q`;
  const encoding = handle.prepare("SELECT encoding FROM pragma_encoding").get()?.encoding as string;
  const statement = prepare(handle, exactSql);
  const rows = statement.iterate() as unknown as Iterator<(Uint8Array | null)[]>;
  let next = 0;
  return {
    cellsOf(index, decoded, cells) {
      let row = rows.next();
      for (next += 1; next <= index; next += 1) row = rows.next();
      if (row.done) throw unstable();
      return cells.map((cell, at) => {
        const text = decoded[at];
        if (typeof text !== "string" || !maybeLossy(text)) return cell;
        return exactCell(text, row.value[at] ?? null, encoding);
      });
    },
    close() {
      rows.return?.();
    },
  };
}

function prepare(handle: DatabaseSync, sql: string) {
  try {
    const statement = handle.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  } catch (error) {
    throw engineFailure(
      `text that is not valid UTF-8 could not be read exactly: ${(error as Error).message}`,
    );
  }
}

function exactCell(decoded: string, bytes: Uint8Array | null, encoding: string): Cell {
  if (!bytes) throw unstable();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const exact = encoding === "UTF-8" ? buffer.toString("utf8") : decodeUtf16(buffer, encoding);
  if (collapsed(exact.toWellFormed()) !== collapsed(decoded)) throw unstable();
  const valid = encoding === "UTF-8" ? Buffer.from(exact, "utf8").equals(buffer) : exact.isWellFormed();
  return valid ? `t${exact}` : `x${buffer.toString("hex")}`;
}

/** A lone surrogate of a UTF-16 text reaches us as three invalid bytes, each of them replaced. */
function collapsed(text: string): string {
  return text.replace(/\uFFFD+/g, replacement);
}

function decodeUtf16(bytes: Buffer, encoding: string): string {
  const little = encoding === "UTF-16be" ? Buffer.from(bytes).swap16() : bytes;
  return little.toString("utf16le");
}

function unstable() {
  return engineFailure(
    "text that is not valid UTF-8 could not be read exactly, because the statement returns different rows each time it runs",
  );
}
