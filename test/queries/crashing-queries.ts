// Opens states of a task engine (argv: engine, folder) of which one computes for minutes, says "ready" and waits to be killed.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { EmbeddedEngineKind } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";

const [kind = "sqlite", folder = ""] = process.argv.slice(2);
const limits = { timeMs: 300_000, rows: 10, cellBytes: 2 ** 20, memoryBytes: 2 ** 30 };
const engine = openEmbeddedEngine(kind as EmbeddedEngineKind, folder, { spare: 0, ownTemplates: true });
writeFileSync(path.join(folder, "a.sql"), "CREATE TABLE ships (id integer)");
const template = await engine.prepare("harbour", { kind: "sql-file", path: path.join(folder, "a.sql") }, {});
const idle = await engine.open(template);
await idle.run(["INSERT INTO ships VALUES (1)"], { limits });
await idle.snapshot();
const busy = await engine.open(template);
await busy.run(["INSERT INTO ships VALUES (1)"], { limits });
void busy.run(
  ["WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n WHERE x > 1"],
  { limits },
);
process.stdout.write("ready\n");
