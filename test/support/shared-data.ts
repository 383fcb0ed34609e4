import { existsSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../../shared/data");

/** The path of a real data file beside the project (`../shared/data/…`), or null where the folder is absent. */
export function sharedData(relative: string): string | null {
  const file = path.join(root, relative);
  return existsSync(file) ? file : null;
}
