import { statfsSync } from "node:fs";
import { EngineFault } from "./engine.ts";

/** Less than this (bytes) is no space: what failed needed more. */
const leastBytes = 2 ** 20;

/** The lasting fault behind an error where the folder's disk is full: nothing that could not be written there says anything of a task. */
export function orNoSpace(error: unknown, folder: string): unknown {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= leastBytes) return error;
  return new EngineFault(
    `There is no space left in ${folder}, where Querent puts what it loads. Free some space, then start again: what was done before is kept.`,
    { isLasting: true, cause: error },
  );
}
