import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { isAlive } from "../processes/is-alive.ts";

const prefix = "querent-run-";

/** Makes a private folder for the files of running statements below `root`, after removing those that earlier, ended programs left there. */
export function makeSpoolFolder(root: string): string {
  removeStale(root);
  return mkdtempSync(path.join(root, `${prefix}${process.pid}-`));
}

/** A folder names the process that made it; one whose process is gone is stale. Other people's folders are left alone. */
function removeStale(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(root, name);
    try {
      if (statSync(folder).uid === (process.getuid?.() ?? statSync(folder).uid))
        rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another program removes it at the same moment.
    }
  }
}

/** Removes what is in the folder of an ended process but for the files that are still held, and the folder once it is empty. */
export function cleanProcessFolder(folder: string, holds: (file: string) => boolean): void {
  let held = 0;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (holds(file)) held += 1;
    else rmSync(file, { recursive: true, force: true });
  }
  if (held === 0) rmSync(folder, { recursive: true, force: true });
}
