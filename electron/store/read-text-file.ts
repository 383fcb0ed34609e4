import { open, stat } from "node:fs/promises";
import path from "node:path";
import type { InputProblem } from "#shared/contract/errors.ts";
import { BadInput } from "#shared/formats/bad-input.ts";

/** A longer text would not fit into one string. */
const maximumBytes = 500 * 2 ** 20;
const chunkBytes = 4 * 2 ** 20;

/**
 * The text of a UTF-8 file, its byte order mark included. Throws `BadInput` for what cannot be read: no such file, no
 * permission, too big, binary, another encoding. `onProgress` hears of the bytes read and may throw to stop.
 */
export async function readTextFile(
  file: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<string> {
  const bytes = await readBytes(file, onProgress);
  refuseBinary(file, bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length;
    throw refused(file, `Line ${line} is not UTF-8.`, "Save the file as UTF-8 and try again.");
  }
}

async function readBytes(file: string, onProgress: (done: number, total: number) => void): Promise<Buffer> {
  try {
    const { size } = await regularFile(file);
    const handle = await open(file, "r");
    try {
      const bytes = Buffer.allocUnsafe(size);
      let done = 0;
      while (done < size) {
        const { bytesRead } = await handle.read(bytes, done, Math.min(chunkBytes, size - done), done);
        if (bytesRead === 0) break;
        done += bytesRead;
        onProgress(done, size);
      }
      return bytes.subarray(0, done);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explain(file, error);
  }
}

async function regularFile(file: string): Promise<{ size: number }> {
  const status = await stat(file);
  if (!status.isFile())
    throw refused(file, "This is a folder or a device, not a file.", "Choose a JSON or JSONL file.");
  if (status.size > maximumBytes)
    throw refused(
      file,
      `The file has ${Math.round(status.size / 2 ** 20)} MB; the limit is ${maximumBytes / 2 ** 20} MB.`,
      "Split it into several files and import them into the same project.",
    );
  return status;
}

function explain(file: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return refused(file, "The file does not exist.", "Check the path, or choose the file again.");
    case "EACCES":
    case "EPERM":
      return refused(
        file,
        "You do not have permission to read the file.",
        "Give yourself permission to read it.",
      );
    default:
      return error;
  }
}

const signatures: [bytes: string, what: string, fix: string][] = [
  ["1f8b", "a gzip archive", "Unpack it first."],
  ["504b0304", "a zip archive", "Unpack it first."],
  [
    "53514c69746520666f726d6174203300",
    "an SQLite database",
    "Choose a file of predictions. Databases are chosen as a folder.",
  ],
  ["fffe", "a text in UTF-16", "Save it as UTF-8."],
  ["feff", "a text in UTF-16", "Save it as UTF-8."],
];

function refuseBinary(file: string, bytes: Buffer): void {
  const start = bytes.subarray(0, 16).toString("hex");
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) throw refused(file, `The file is ${known[1]}, not JSON.`, known[2]);
  if (bytes.subarray(0, 4096).includes(0))
    throw refused(file, "The file is binary, not JSON.", "Choose a JSON or JSONL file.");
}

function refused(file: string, reason: string, fix: string): BadInput {
  const problem: InputProblem = { file: path.basename(file), row: null, field: null, reason, fix };
  return new BadInput([problem]);
}
