import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** The digests of the files that are packaged outside of the archive, by their paths from the program's folder (build/unpacked-digests.ts). */
const Digests = z.record(z.string(), z.string());

/**
 * The runtime verifies the archive, but not what stands beside it: what workers and threads start from is held against the digests
 * in the archive before any of them starts. `folder` is that of the bundled main; outside of an archive there is nothing to do.
 */
export async function verifyUnpacked(folder: string): Promise<void> {
  const outside = folder.replace(/\bapp\.asar\b/, "app.asar.unpacked");
  if (outside === folder) return;
  const digests = Digests.parse(JSON.parse(await readFile(path.join(folder, "digests.json"), "utf8")));
  await Promise.all(Object.entries(digests).map(([file, digest]) => verify(outside, file, digest)));
}

async function verify(folder: string, file: string, digest: string): Promise<void> {
  const content = await readFile(path.join(folder, file)).catch(() => null);
  if (content !== null && createHash("sha256").update(content).digest("hex") === digest) return;
  throw new Error(
    `${path.join(folder, file)} is ${content === null ? "missing" : "not the file that Querent was built with"}. Install Querent again.`,
  );
}
