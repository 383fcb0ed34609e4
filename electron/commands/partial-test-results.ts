import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { z } from "zod";
import { TestOutput } from "./output-schemas.ts";

/** What came of one phase, and why it failed or why its two verdicts differ. */
const TestedPhase = z.object({ line: TestOutput, reason: z.string().nullable() });
export type TestedPhase = z.infer<typeof TestedPhase>;

const PartialLine = z.object({ key: z.string(), phases: z.array(TestedPhase) });

/**
 * What testing a file of tasks has finished so far, in `<out>.partial`: a whole line for each task, so that a run that was
 * ended in any way goes on from there. Its key says what a result depends on; another answer is another key.
 */
export interface PartialTestResults {
  get(key: string): TestedPhase[] | null;
  add(key: string, phases: TestedPhase[]): void;
  /** The results are elsewhere now: removes the file. */
  complete(): void;
  /** Leaves the file for the next run, unless nothing is in it. */
  close(): void;
}

/** Opens the file beside `out` and reads what whole lines it holds; beside standard output there is none. */
export function openPartialTestResults(out: string): PartialTestResults {
  if (out === "-") return { get: () => null, add: () => {}, complete: () => {}, close: () => {} };
  const file = `${out}.partial`;
  const known = readPartial(file);
  // Begun anew, so that a line that was cut off is not gone on with.
  const descriptor = openSync(file, "w");
  let open = true;
  const write = (key: string, phases: TestedPhase[]) =>
    writeSync(descriptor, `${JSON.stringify({ key, phases })}\n`);
  for (const [key, phases] of known) write(key, phases);
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    get: (key) => known.get(key) ?? null,
    add(key, phases) {
      known.set(key, phases);
      write(key, phases);
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

function readPartial(file: string): Map<string, TestedPhase[]> {
  const known = new Map<string, TestedPhase[]>();
  for (const line of linesOf(file)) {
    const read = PartialLine.safeParse(parsed(line));
    if (read.success) known.set(read.data.key, read.data.phases);
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
