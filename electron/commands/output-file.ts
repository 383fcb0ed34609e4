import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { NoOutput, type OutputTarget, outputTarget } from "../output-target.ts";
import { isAlive } from "../processes/is-alive.ts";
import { explain } from "../store/storage-error.ts";
import { WrongUsage } from "./command-end.ts";

/** Written in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** What `--out` names: a file that appears under its name whole, once it is complete, or not at all; a device or a pipe; or standard output. */
export interface OutputFile {
  readonly isStandard: boolean;
  write(text: string): void;
  /** Replaces the file by what was written. */
  complete(): void;
  /** Removes what was written; does nothing once it is complete. */
  discard(): void;
}

/** Where standard output is written, and who hears of a file that has to go if the command is ended from outside. */
interface OutputHost {
  write(text: string): void;
  unfinished(path: string): void;
}

/** Begins to write a file, beside its target, or to standard output for "-"; throws `WrongUsage` where that cannot be. */
export function openOutputFile(file: string, host: OutputHost): OutputFile {
  if (file === "-") return { isStandard: true, write: host.write, complete: () => {}, discard: () => {} };
  const target = namedOutput(file);
  const isFile = target.kind === "file";
  const partial = isFile ? `${target.path}.${process.pid}.partial` : target.path;
  // Said before there is anything: a command may be ended at any moment.
  if (isFile) host.unfinished(path.resolve(partial));
  const descriptor = openForWriting(partial, file);
  if (isFile) {
    dropAbandoned(target.path);
    if (target.mode !== null) fchmodSync(descriptor, target.mode);
  }
  let piece = "";
  let open = true;
  const flush = () => {
    writeAll(descriptor, piece, file);
    piece = "";
  };
  return {
    isStandard: false,
    write(text) {
      piece += text;
      if (piece.length >= pieceLength) flush();
    },
    complete() {
      flush();
      if (isFile) fsyncSync(descriptor);
      closeSync(descriptor);
      open = false;
      if (isFile) renameSync(partial, target.path);
    },
    discard() {
      if (open) closeSync(descriptor);
      open = false;
      if (isFile) rmSync(partial, { force: true });
    },
  };
}

/** Writes a text whole; throws `StorageError` where the disk of the file does not take it. */
export function writeAll(descriptor: number, text: string, file: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    throw explain(error, file);
  }
}

/** Where `--out` leads; throws `WrongUsage` where that cannot be. */
export function namedOutput(file: string): OutputTarget {
  try {
    return outputTarget(file);
  } catch (error) {
    throw error instanceof NoOutput ? new WrongUsage(`--out ${error.message}`) : error;
  }
}

/** Names `file` in the message: that another one would have been renamed to it is nobody's concern. */
function openForWriting(partial: string, file: string): number {
  try {
    return openSync(partial, "w");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `the folder ${path.dirname(file)} does not exist.` : message;
    throw new WrongUsage(`--out ${file} cannot be written: ${why}`);
  }
}

/** Removes what processes that were killed have left of the same file. */
function dropAbandoned(file: string): void {
  const { dir, base } = path.parse(file);
  for (const name of readdirSync(dir === "" ? "." : dir)) {
    const pid = /^\.(\d+)\.partial$/.exec(name.slice(base.length))?.[1];
    if (name.startsWith(base) && pid !== undefined && !isAlive(Number(pid)))
      rmSync(path.join(dir, name), { force: true });
  }
}
