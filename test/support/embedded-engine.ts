import path from "node:path";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { EmbeddedEngineKind, Engine } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createEmbeddedEngine } from "../../electron/task-databases/embedded-engine.ts";

const root = path.join(import.meta.dirname, "../..");

interface Choice {
  /** Pristine processes that are kept for the next state. */
  spare?: number;
  /** Whether templates are this engine's alone, in `templates` of its folder; else all tests of a run share them. */
  ownTemplates?: boolean;
}

/** SQLite or PGlite from the source, each state in a process of its own, their files in `folder`. */
export function openEmbeddedEngine(
  kind: EmbeddedEngineKind,
  folder: string,
  { spare = 1, ownTemplates = false }: Choice = {},
): Engine {
  return createEmbeddedEngine({
    kind,
    start: forkProcess,
    entry: path.join(root, "electron/task-databases/database-worker.ts"),
    codeFolders: [root],
    cacheDir: path.join(ownTemplates ? folder : cacheFolder(), "templates"),
    temporaryDir: folder,
    spare,
  });
}
