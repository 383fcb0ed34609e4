import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { z } from "zod";
import { TestedTask } from "./test-line.ts";

const PartialLine = z.object({ key: z.string(), tested: TestedTask });

/**
 * What a run of `run-tests` has finished so far, in `<out>.partial`: a whole line for each task, so that a run that was
 * ended in any way goes on from there. Its key says what a result depends on; another answer is another key.
 */
export interface PartialResults {
  get(key: string): TestedTask | null;
  add(key: string, tested: TestedTask): void;
  /** The results stand elsewhere now: the file goes. */
  complete(): void;
  /** Leaves the file for the next run, unless nothing is in it. */
  close(): void;
}

/** Opens the file beside `out` and reads what whole lines it holds. */
export function openPartialResults(out: string): PartialResults {
  const file = `${out}.partial`;
  const known = readPartial(file);
  // Begun anew, so that a line that was cut off is not gone on with.
  const descriptor = openSync(file, "w");
  let open = true;
  const write = (key: string, tested: TestedTask) =>
    writeSync(descriptor, `${JSON.stringify({ key, tested })}\n`);
  for (const [key, tested] of known) write(key, tested);
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    get: (key) => known.get(key) ?? null,
    add(key, tested) {
      known.set(key, tested);
      write(key, tested);
    },
    complete() {
      close();
      rmSync(file, { force: true });
    },
    close() {
      if (!open) return;
      close();
      if (known.size === 0) rmSync(file, { force: true });
    },
  };
}

function readPartial(file: string): Map<string, TestedTask> {
  const known = new Map<string, TestedTask>();
  for (const line of linesOf(file)) {
    const read = PartialLine.safeParse(parsed(line));
    if (read.success) known.set(read.data.key, read.data.tested);
  }
  return known;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return []; // There is none: nothing was left unfinished.
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // The line during which the run ended.
  }
}
