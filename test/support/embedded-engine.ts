import path from "node:path";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { EmbeddedEngineKind, Engine, LoadLimits } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createEmbeddedEngine } from "../../electron/task-databases/embedded-engine.ts";
import { testPaths } from "./program-paths.ts";

interface Choice {
  /** Pristine processes that are kept for the next state. */
  spare?: number;
  /** Whether templates are this engine's alone, in `templates` of its folder; else all tests of a run share them. */
  ownTemplates?: boolean;
  loadLimits?: LoadLimits;
}

/** SQLite or PGlite each state in a process of its own, their files in `folder`. */
export function openEmbeddedEngine(
  kind: EmbeddedEngineKind,
  folder: string,
  { spare = 1, ownTemplates = false, ...rest }: Choice = {},
): Engine {
  return createEmbeddedEngine({
    kind,
    start: forkProcess,
    entry: testPaths.databaseWorker,
    codeFolders: testPaths.codeFolders,
    cacheDir: path.join(ownTemplates ? folder : cacheFolder(), "templates"),
    temporaryDir: folder,
    spare,
    ...rest,
  });
}
