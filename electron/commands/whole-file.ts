import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { WrongUsage } from "./command-options.ts";

/** Written in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** A file that appears under its name whole, once it is complete, or not at all. */
export interface WholeFile {
  write(text: string): void;
  /** Puts what was written in the place of the file. */
  complete(): void;
  /** Removes what was written; does nothing once it is complete. */
  discard(): void;
}

/** Begins to write what `--out` names; throws `WrongUsage` where that cannot be. */
export function openWholeFile(file: string): WholeFile {
  try {
    return createWholeFile(file);
  } catch (error) {
    throw new WrongUsage(notWritten(file, error));
  }
}

/** Why what `--out` names cannot be written; the file that would have been renamed to it is nobody's concern. */
export function notWritten(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOENT" ? `there is no folder ${path.dirname(file)}.` : message;
  return `--out ${file} cannot be written: ${why}`;
}

/** Begins to write a file beside its place; throws where that cannot be written. */
export function createWholeFile(file: string): WholeFile {
  const partial = `${file}.${process.pid}.partial`;
  const descriptor = openSync(partial, "w");
  let piece = "";
  let open = true;
  const flush = () => {
    const bytes = Buffer.from(piece);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    piece = "";
  };
  return {
    write(text) {
      piece += text;
      if (piece.length >= pieceLength) flush();
    },
    complete() {
      flush();
      fsyncSync(descriptor);
      closeSync(descriptor);
      open = false;
      renameSync(partial, file);
    },
    discard() {
      if (open) closeSync(descriptor);
      open = false;
      rmSync(partial, { force: true });
    },
  };
}
