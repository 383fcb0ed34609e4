import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * For vitest, before all suites of a project: what Querent caches (databases as they were loaded, Python as it was prepared) goes
 * into a folder of this run, so that suites share it and the home of whoever runs them stays as it is.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-cache-"));
  process.env.XDG_CACHE_HOME = folder;
  process.env.LOCALAPPDATA = folder;
  // Programs that suites start from the source, and threads, compile each file once for all of them.
  process.env.NODE_COMPILE_CACHE = path.join(folder, "code");
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
