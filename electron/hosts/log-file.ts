import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";

const largestBytes = 4 * 1024 * 1024;

/** Reports unexpected errors on standard error and in a file, of which one older part is kept. */
export function logTo(
  file: string,
  now: () => Date = () => new Date(),
): (message: string, error: unknown) => void {
  return (message, error) => {
    const entry = `${now().toISOString()} ${message}\n${inspect(error)}\n`;
    process.stderr.write(entry);
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes)
        renameSync(file, `${file}.old`);
      appendFileSync(file, entry);
    } catch (failure) {
      process.stderr.write(`the log ${file} could not be written: ${failure}\n`);
    }
  };
}
