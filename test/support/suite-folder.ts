import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A folder for all tests of a file or suite; it is removed when they are over. */
export function suiteFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
