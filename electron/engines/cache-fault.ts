import { statfsSync } from "node:fs";
import path from "node:path";
import { StorageError } from "../store/storage-error.ts";
import { EngineFault } from "./engine.ts";

/** Less than this (bytes) is no space: what failed needed more. */
const leastBytes = 2 ** 20;

const noSpace: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** It is somebody else's, mounted for reading alone, or something that is no folder stands in its way. */
const noEntry: readonly unknown[] = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"];

/**
 * The lasting fault behind an error where nothing can be written to the folder in which Querent keeps what it can make again: that
 * says nothing of a task. Any other error comes back as it is.
 */
export function orCacheFault(error: unknown, folder: string): unknown {
  if (error instanceof EngineFault) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (noSpace.includes(code) || freeBytes(folder) < leastBytes)
    return new EngineFault(
      `There is no space left in ${folder}, where Querent keeps what it can make again. Free some space, then start again: what was done before is kept.`,
      { isLasting: true, cause: new StorageError("disk-full", folder, error) },
    );
  if (!noEntry.includes(code)) return error;
  return new EngineFault(
    `Querent cannot write to ${folder}, where it keeps what it can make again: ${message}. Let your account write there, then start again: what was done before is kept.`,
    { isLasting: true, cause: new StorageError("read-only", folder, error) },
  );
}

/** Whether the folder is what failed: no other task would fare better, and a person can mend it. */
export const isCacheFault = (error: unknown): error is EngineFault & { cause: StorageError } =>
  error instanceof EngineFault && error.cause instanceof StorageError;

/** Does something in the folder; see `orCacheFault`. */
export function inCacheFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw orCacheFault(error, folder);
  }
}

/** On the disk of the folder, or of the one above it that is there. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    const above = path.dirname(folder);
    return above === folder ? Number.POSITIVE_INFINITY : freeBytes(above);
  }
}
