import path from "node:path";
import { describe } from "vitest";
import { forkProcess } from "../../electron/runners/fork-process.ts";
import type { ProcessEngineKind } from "../../electron/runners/task-protocol.ts";
import { createProcessTaskEngine } from "../../electron/runners/task-states.ts";
import { describeTaskEngine } from "./task-engine-suite.ts";

const root = path.join(import.meta.dirname, "../..");
const entry = path.join(import.meta.dirname, "../../electron/runners/task-process.ts");

async function start(kind: ProcessEngineKind, folder: string) {
  const cacheDir = path.join(folder, "templates");
  return createProcessTaskEngine({
    kind,
    start: forkProcess,
    entry,
    cacheDir,
    codeFolders: [root],
    temporaryDir: folder,
    spare: 1,
  });
}

describe("the suite of every engine, on which a text is one transaction (SPEC T22)", () => {
  describeTaskEngine({ name: "SQLite", dialect: "sqlite", start: (folder) => start("sqlite", folder) });
  describeTaskEngine({ name: "PGlite", dialect: "postgres", start: (folder) => start("pglite", folder) });
});
