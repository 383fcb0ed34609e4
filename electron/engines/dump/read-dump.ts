import { createReadStream } from "node:fs";
import path from "node:path";
import { LoadError } from "../engine.ts";

/** A part of a dump: a statement, or rows (in COPY's text form, whole lines) for the COPY statement before them. `line` is where it begins, 1-based. */
export type DumpPart =
  | { kind: "statement"; sql: string; line: number; doneBytes: number }
  | { kind: "rows"; copy: string; rows: Buffer; line: number; doneBytes: number };

/** Rows of a COPY block are handed on in pieces of about this many bytes. */
const pieceBytes = 4 * 2 ** 20;

/** Lines of psql that say nothing about the data; others (\i, \copy) would leave something out. */
const harmlessCommands = /^\\(restrict|unrestrict|connect|c|encoding|set|unset|echo|timing|pset|\.)\b|^\\\.$/;

/**
 * Reads a SQL dump as a stream, statement by statement, with the COPY blocks of pg_dump. Statements are cut at semicolons outside
 * quotes, dollar quotes, comments and BEGIN ATOMIC bodies. Throws `LoadError` for a psql command that it cannot follow and for
 * a statement or block that never ends.
 */
export async function* readDump(file: string): AsyncGenerator<DumpPart> {
  const name = path.basename(file);
  const cutter = new Cutter();
  let copy: { sql: string; line: number } | null = null;
  let rows: Buffer[] = [];
  let rowBytes = 0;
  let line = 0;
  let doneBytes = 0;
  const takeRows = (): DumpPart => {
    const part: DumpPart = {
      kind: "rows",
      copy: copy?.sql ?? "",
      rows: Buffer.concat(rows),
      line: copy?.line ?? line,
      doneBytes,
    };
    rows = [];
    rowBytes = 0;
    return part;
  };
  for await (const raw of lines(file)) {
    line += 1;
    doneBytes += raw.length;
    if (copy !== null) {
      const isEnd = raw.length <= 4 && raw.toString("latin1").trimEnd() === "\\.";
      if (!isEnd) {
        rows.push(raw);
        rowBytes += raw.length;
      }
      if (isEnd || rowBytes > pieceBytes) yield takeRows();
      copy = isEnd ? null : rowBytes === 0 ? { sql: copy.sql, line: line + 1 } : copy;
      continue;
    }
    const text = raw.toString("utf8");
    if (cutter.isBetween && text.startsWith("\\")) {
      if (!harmlessCommands.test(text))
        throw new LoadError(
          { file: name, line, statement: text },
          "psql's own commands are not supported; write it as SQL",
        );
      continue;
    }
    for (const statement of cutter.take(text, line)) {
      if (/^COPY\s[\s\S]+\sFROM\s+stdin\b/i.test(statement.sql))
        copy = { sql: statement.sql, line: line + 1 };
      else yield { kind: "statement", ...statement, doneBytes };
    }
  }
  if (copy !== null)
    throw new LoadError(
      { file: name, line: copy.line, statement: copy.sql },
      "the COPY block has no end (a line with \\.)",
    );
  const rest = cutter.rest();
  if (rest) yield { kind: "statement", ...rest, doneBytes };
}

async function* lines(file: string): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pending.push(chunk.subarray(from, end + 1));
      yield pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
      pending = [];
      from = end + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

interface Cut {
  sql: string;
  line: number;
}

/** What a statement's text is inside of, by the end it waits for. */
type Inside = { end: string; escapes: boolean } | null;

/** As much of what stands before a position as telling its meaning takes. */
const tailLength = 24;

/** Cuts lines into statements; a quote may go over several lines. Linear: no statement is put together before its end. */
class Cutter {
  readonly #pieces: string[] = [];
  #isBlank = true;
  #tail = "";
  #line = 0;
  #inside: Inside = null;
  #atomic = 0;

  take(piece: string, at: number): Cut[] {
    const cuts: Cut[] = [];
    let from = 0;
    let index = 0;
    while (index < piece.length) {
      if (this.#inside !== null) {
        index = this.#endOf(piece, index);
        continue;
      }
      const before = (this.#tail + piece.slice(Math.max(from, index - tailLength), index)).slice(-tailLength);
      const opened = opening(piece, index, before);
      if (opened.comment) {
        this.#add(piece.slice(from, index));
        if (this.#isBlank) this.#clear();
        else this.#add("\n");
        return cuts;
      }
      if (opened.inside) {
        this.#inside = opened.inside;
        if (this.#line === 0) this.#line = at;
        index += opened.length;
      } else if (piece[index] === ";" && this.#atomic === 0) {
        this.#add(piece.slice(from, index));
        const cut = this.#cut();
        if (cut !== null) cuts.push(cut);
        index += 1;
        from = index;
      } else {
        const word = wordAt(piece, index);
        this.#atomic = atomicDepth(word, before, this.#atomic);
        if (this.#line === 0 && !/\s/.test(piece[index] as string)) this.#line = at;
        index += Math.max(word.length, 1);
      }
    }
    this.#add(piece.slice(from));
    return cuts;
  }

  get isBetween(): boolean {
    return this.#isBlank && this.#inside === null;
  }

  /** What is left without a semicolon, or null. */
  rest(): Cut | null {
    return this.#cut();
  }

  #add(text: string): void {
    this.#pieces.push(text);
    this.#isBlank &&= text.trim() === "";
    this.#tail = (this.#tail + text.slice(-tailLength)).slice(-tailLength);
  }

  #clear(): void {
    this.#pieces.length = 0;
    this.#isBlank = true;
    this.#tail = "";
  }

  #cut(): Cut | null {
    const cut = this.#isBlank ? null : { sql: this.#pieces.join("").trim(), line: this.#line };
    this.#clear();
    this.#line = 0;
    return cut;
  }

  #endOf(piece: string, from: number): number {
    const { end, escapes } = this.#inside as NonNullable<Inside>;
    for (let at = from; at < piece.length; at += 1) {
      if (escapes && piece[at] === "\\") at += 1;
      else if (piece.startsWith(end, at)) {
        this.#inside = null;
        return at + end.length;
      }
    }
    return piece.length;
  }
}

const word = /[A-Za-z_]\w*/y;
const dollarQuote = /\$(?:[A-Za-z_]\w*)?\$/y;

function wordAt(piece: string, index: number): string {
  word.lastIndex = index;
  return word.exec(piece)?.[0] ?? "";
}

function opening(
  piece: string,
  index: number,
  before: string,
): { comment?: true; inside?: Inside; length: number } {
  const first = piece[index];
  const second = piece[index + 1];
  if (first === "-" && second === "-") return { comment: true, length: 0 };
  if (first === "/" && second === "*") return { inside: { end: "*/", escapes: false }, length: 2 };
  if (first === "'")
    return { inside: { end: "'", escapes: /(^|\W)[eE]$/.test(before.slice(-2)) }, length: 1 };
  if (first === '"') return { inside: { end: '"', escapes: false }, length: 1 };
  if (first !== "$" || /\w$/.test(before.slice(-1))) return { length: 0 };
  dollarQuote.lastIndex = index;
  const dollar = dollarQuote.exec(piece)?.[0];
  return dollar ? { inside: { end: dollar, escapes: false }, length: dollar.length } : { length: 0 };
}

/** A function body of the SQL standard (BEGIN ATOMIC … END) has semicolons of its own, and CASE … END inside. */
function atomicDepth(word: string, before: string, depth: number): number {
  const upper = word.toUpperCase();
  if (upper === "ATOMIC" && /\bBEGIN\s+$/i.test(before.slice(-20))) return depth + 1;
  if (depth > 0 && upper === "CASE") return depth + 1;
  return depth > 0 && upper === "END" ? depth - 1 : depth;
}
