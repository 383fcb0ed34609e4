import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { NoOutput, type OutputTarget, outputTarget } from "../output-target.ts";
import { explain } from "../store/storage-error.ts";
import { fieldFault, ServiceFault } from "./fault.ts";

/** Takes a text that is written piece by piece. */
export type Take = (text: string) => unknown;

/** Lets other calls have their turn; throws the signal's reason once nobody waits. */
export async function othersFirst(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** Writes beside the file and replaces it when the new one is whole and on the disk; answers what `write` does. */
export async function replaceFile(file: string, write: (take: Take) => Promise<number>): Promise<number> {
  const target = targetOf(file);
  const draft = target.kind === "file" ? `${target.path}.${randomUUID()}.part` : null;
  try {
    const handle = await open(draft ?? target.path, draft === null ? "w" : "wx");
    if (target.kind === "file" && target.mode !== null) await handle.chmod(target.mode);
    try {
      // Named here for the file: the workspace, which is read meanwhile, would take the failure for its own.
      const items = await write((text) =>
        handle.appendFile(text).catch((error: unknown) => {
          throw explain(error, file);
        }),
      );
      if (draft !== null) await handle.sync();
      await handle.close();
      if (draft !== null) await rename(draft, target.path);
      return items;
    } finally {
      await handle.close().catch(() => undefined);
    }
  } catch (error) {
    if (draft !== null) await rm(draft, { force: true }).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw explain(error, file);
    throw new ServiceFault("NOT_FOUND", `There is no folder ${path.dirname(file)}. Choose another folder.`, {
      what: `folder ${path.dirname(file)}`,
    });
  }
}

function targetOf(file: string): OutputTarget {
  try {
    return outputTarget(file);
  } catch (error) {
    if (error instanceof NoOutput) throw fieldFault({ field: "path", reason: error.reason, fix: error.fix });
    throw error;
  }
}

/** A file name of words, those that are "" left out, with nothing in it that a file system could mind. */
export function fileNameFrom(words: readonly string[], extension: string): string {
  const name = words
    .filter((word) => word !== "")
    .join("-")
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${name}.${extension}`;
}
