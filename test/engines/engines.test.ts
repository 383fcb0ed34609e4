import { describe } from "vitest";
import type { ProcessEngineKind } from "../../electron/task-databases/state-protocol.ts";
import { openProcessEngine } from "../support/process-engine.ts";
import { describeTaskEngine } from "./engine-suite.ts";

const start = async (kind: ProcessEngineKind, folder: string) =>
  openProcessEngine(kind, folder, { ownTemplates: true });

describe("the suite of every engine, on which a text is one transaction (SPEC T22)", () => {
  describeTaskEngine({ name: "SQLite", dialect: "sqlite", start: (folder) => start("sqlite", folder) });
  describeTaskEngine({ name: "PGlite", dialect: "postgres", start: (folder) => start("pglite", folder) });
});
