import { closeSync, existsSync, openSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { z } from "zod";
import { namedOutput, writeAll } from "./output-file.ts";

/**
 * What a command has finished so far, in `<out>.partial`: a whole line for each result, so that a run that was ended in any
 * way goes on from there. The key says what a result depends on; where that has changed, the key is another.
 */
export interface PartialResults<Result> {
  get(key: string): Result | null;
  add(key: string, result: Result): void;
  /** The results stand elsewhere now: the file goes. */
  complete(): void;
  /** Leaves the file for the next run, unless nothing is in it. */
  close(): void;
}

/** Opens the file beside `out` and reads what whole lines it holds; beside standard output and devices there is none. */
export function openPartialResults<Result>(out: string, schema: z.ZodType<Result>): PartialResults<Result> {
  if (out === "-" || namedOutput(out).kind === "stream")
    return { get: () => null, add: () => {}, complete: () => {}, close: () => {} };
  const file = `${out}.partial`;
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const known = readPartial(bytes.toString("utf8"), schema);
  // A line that was cut off is not gone on with; what stands before it is never written again, so that nothing can lose it.
  if (bytes.length > 0) truncateSync(file, bytes.lastIndexOf("\n") + 1);
  const descriptor = openSync(file, "a");
  let open = true;
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    get: (key) => known.get(key) ?? null,
    add(key, result) {
      known.set(key, result);
      writeAll(descriptor, `${JSON.stringify({ key, result })}\n`, file);
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

function readPartial<Result>(text: string, schema: z.ZodType<Result>): Map<string, Result> {
  const PartialLine = z.object({ key: z.string(), result: schema });
  const known = new Map<string, Result>();
  for (const line of text.split("\n")) {
    const read = PartialLine.safeParse(parsed(line));
    if (read.success) known.set(read.data.key, read.data.result);
  }
  return known;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // The line during which the run ended.
  }
}
