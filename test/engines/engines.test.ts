import { describe } from "vitest";
import type { EmbeddedEngineKind } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { describeTaskEngine } from "./engine-suite.ts";

const start = async (kind: EmbeddedEngineKind, folder: string) =>
  openEmbeddedEngine(kind, folder, { ownTemplates: true });

describe("the suite of every engine, on which a text is one transaction (SPEC T22)", () => {
  describeTaskEngine({ name: "SQLite", dialect: "sqlite", start: (folder) => start("sqlite", folder) });
  describeTaskEngine({ name: "PGlite", dialect: "postgres", start: (folder) => start("pglite", folder) });
});
