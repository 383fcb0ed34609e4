import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { BadInput } from "#shared/formats/bad-input.ts";
import { isAlive } from "../../processes/is-alive.ts";

/**
 * Takes a recording for this process alone, by the file `<recording>.lock`; throws `BadInput` while another process has it.
 * The lock of a process that is gone does not count. Answers how to let go.
 */
export function lockRecording(file: string): () => void {
  const lock = `${file}.lock`;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner !== null && isAlive(owner))
      throw new BadInput([
        {
          ...{ file, row: null, field: null },
          reason: `Another run (process ${owner}) is writing this recording.`,
          fix: "Wait until it has ended, or name another file with --recording.",
        },
      ]);
    rmSync(lock, { force: true });
  }
}

function ownerOf(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null; // It was let go meanwhile.
  }
}
