import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";

/** How much templates may take together on the disk, and for how long one is kept that nobody uses. */
const most = { bytes: 4 * 2 ** 30, ageMs: 60 * 24 * 3600 * 1000 };

/** A template that was used so lately may be just about to be opened, by another program too. */
const freshMs = 3600 * 1000;

/** Notes that a template was used. */
export function markUsed(file: string, now: Date): void {
  try {
    utimesSync(file, now, now);
  } catch {
    // Another program removes it at the same moment, or the disk is read-only: it only counts as older than it is.
  }
}

/** Removes templates of the folder that were not used for long, and the longest unused ones where all take too much. */
export function pruneTemplates(folder: string, now: Date, { bytes, ageMs } = most): void {
  let total = 0;
  for (const { file, size, unusedMs } of templatesOf(folder, now)) {
    total += size;
    if (unusedMs > freshMs && (total > bytes || unusedMs > ageMs)) rmSync(file, { force: true });
  }
}

/** The templates, those used last first. */
function templatesOf(folder: string, now: Date): { file: string; size: number; unusedMs: number }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".template"))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? [{ file, size: found.size, unusedMs: now.getTime() - found.mtimeMs }] : [];
    })
    .sort((one, other) => one.unusedMs - other.unusedMs);
}
