/** Messages of PostgreSQL's protocol 3 (manual, "Message Formats") that a statement under test needs. */

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A script has no standard input: without this a COPY … FROM STDIN would end the session. Ignored by everything else. */
const copyFail = message("f", "COPY FROM STDIN is not possible: SQL under test has no standard input\0");

/** A text in the simple protocol. */
export function simpleQuery(sql: string): Buffer {
  return Buffer.concat([message("Q", sql, "\0"), copyFail]);
}

/** One statement in the extended protocol; the server stops after `maxRows` rows (0: all). */
export function extendedQuery(sql: string, maxRows: number): Buffer {
  return Buffer.concat([
    message("P", "\0", sql, "\0\0\0"),
    message("B", "\0\0\0\0\0\0\0\0"),
    message("D", "P\0"),
    message("E", "\0", int32(maxRows)),
    copyFail,
    message("C", "P\0"),
    message("S"),
  ]);
}

/** The name of the portal from which a statement's rows are taken slice by slice, within its transaction. */
const portal = "rows\0";

/** One statement in the extended protocol, and its first rows. */
export function openPortal(sql: string, rows: number): Buffer {
  return Buffer.concat([
    message("P", "\0", sql, "\0\0\0"),
    message("B", portal, "\0\0\0\0\0\0\0"),
    message("D", "P", portal),
    fetchPortal(rows),
  ]);
}

/** The next rows of that statement. */
export function fetchPortal(rows: number): Buffer {
  return Buffer.concat([message("E", portal, int32(rows)), copyFail, message("S")]);
}

/** `COPY … FROM STDIN` with its rows. */
export function copyIn(sql: string, rows: Buffer): Buffer {
  return Buffer.concat([message("Q", sql, "\0"), message("d", rows), message("c")]);
}

/** The fields of an ErrorResponse or NoticeResponse by their one-letter code. */
export function readFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const end = body.indexOf(0, at + 1);
    const to = end < 0 ? body.length : end;
    fields.set(String.fromCharCode(body[at] ?? 0), body.toString("utf8", at + 1, to));
    at = to + 1;
  }
  return fields;
}

/** A column as a RowDescription describes it. */
export interface WireColumn {
  name: string;
  typeOid: number;
}

export function readRowDescription(body: Buffer): WireColumn[] {
  const columns: WireColumn[] = [];
  for (let at = 2, left = body.readInt16BE(0); left > 0; left -= 1) {
    const end = body.indexOf(0, at);
    columns.push({ name: body.toString("utf8", at, end), typeOid: body.readUInt32BE(end + 7) });
    at = end + 19;
  }
  return columns;
}

/** The values of a DataRow, views into `body`; null for NULL. */
export function readDataRow(body: Buffer): (Buffer | null)[] {
  const values: (Buffer | null)[] = new Array(body.readInt16BE(0));
  for (let index = 0, at = 2; index < values.length; index += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values[index] = length < 0 ? null : body.subarray(at, at + length);
    if (length > 0) at += length;
  }
  return values;
}

/** Takes the bytes that a server sends, in whatever pieces, and hands on whole messages. */
export interface MessageReader {
  take(chunk: Buffer): void;
}

/**
 * A body is a view that is valid during the call. Of a message longer than `maxBody` bytes only the beginning is kept
 * (`cut` is its full length then, else null), so that a huge value or notice costs no memory here.
 */
export function createMessageReader(
  maxBody: number,
  onMessage: (type: string, body: Buffer, cut: number | null) => void,
): MessageReader {
  let pending: Buffer = Buffer.alloc(0);
  let skip = 0;
  return {
    take(chunk) {
      let bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
      for (;;) {
        const skipped = Math.min(skip, bytes.length);
        skip -= skipped;
        bytes = bytes.subarray(skipped);
        if (bytes.length < 5) break;
        const length = bytes.readInt32BE(1) - 4;
        const kept = Math.min(length, maxBody);
        if (bytes.length < 5 + kept) break;
        onMessage(
          String.fromCharCode(bytes[0] ?? 0),
          bytes.subarray(5, 5 + kept),
          length > kept ? length : null,
        );
        bytes = bytes.subarray(5 + kept);
        skip = length - kept;
      }
      pending = Buffer.from(bytes);
    },
  };
}
