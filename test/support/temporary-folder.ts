import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];

// Registered where a test file imports this: everything it made goes when its tests have ended.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** A new empty folder for a test file or one of its tests, removed when the file's tests have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-test-"));
  folders.push(folder);
  return folder;
}
