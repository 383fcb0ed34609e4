import path from "node:path";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { Engine } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createProcessTaskEngine } from "../../electron/task-databases/process-engine.ts";
import type { ProcessEngineKind } from "../../electron/task-databases/state-protocol.ts";

const root = path.join(import.meta.dirname, "../..");

interface Choice {
  /** Pristine processes that are kept for the next state. */
  spare?: number;
  /** Whether templates are this engine's alone, in `templates` of its folder; else all tests of a run share them. */
  ownTemplates?: boolean;
}

/** SQLite or PGlite from the source, each state in a process of its own, their files in `folder`. */
export function openProcessEngine(
  kind: ProcessEngineKind,
  folder: string,
  { spare = 1, ownTemplates = false }: Choice = {},
): Engine {
  return createProcessTaskEngine({
    kind,
    start: forkProcess,
    entry: path.join(root, "electron/task-databases/state-process.ts"),
    codeFolders: [root],
    cacheDir: path.join(ownTemplates ? folder : cacheFolder(), "templates"),
    temporaryDir: folder,
    spare,
  });
}
