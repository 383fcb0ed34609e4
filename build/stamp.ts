import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A hash of the names and contents of every file under `sources` (files or folders, relative to `root`). */
export function contentHash(root: string, sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesUnder(path.join(root, source))).sort()) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(source: string): string[] {
  try {
    return readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return [source];
    throw error;
  }
}

/** The hash that `file` was stamped with; "" when it never was. */
export function readStamp(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export function writeStamp(file: string, hash: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, hash);
}
