import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The database workers of any program whose folders lie in this one. */
function processesIn(folder: string): string[] {
  return execFileSync("ps", ["-eo", "stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("database-worker") && line.includes(folder));
}

test.each(["sqlite", "pglite"] as const)(
  "a program that is killed takes its %s processes with it, busy ones too, and the next start removes its files",
  async (kind) => {
    const folder = temporaryFolder();
    const program = spawn(
      process.execPath,
      [fileURLToPath(new URL("../queries/crashing-queries.ts", import.meta.url)), kind, folder],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(program.stdout, "data");
    expect(processesIn(folder)).toHaveLength(2);
    const isBusy = (line: string) => line.trimStart().startsWith("R");
    await expect.poll(() => processesIn(folder).some(isBusy)).toBe(true);
    program.kill("SIGKILL");
    await once(program, "exit");
    await expect.poll(() => processesIn(folder), { timeout: 10_000 }).toEqual([]);

    const cacheDir = path.join(folder, "templates");
    expect(readdirSync(folder).filter((name) => name.startsWith("querent-run-"))).toHaveLength(1);
    const next = openEmbeddedEngine(kind, folder, { spare: 0, ownTemplates: true });
    await next.close();
    expect(readdirSync(folder).sort()).toEqual(["a.sql", "templates"]);
    // PGlite's beside what it begins every template as.
    expect(readdirSync(cacheDir)).toEqual(
      Array(kind === "pglite" ? 2 : 1).fill(expect.stringMatching(/\.template$/)),
    );
  },
);

test("a state that goes on when its engine was closed starts no process that nobody would end", async () => {
  const folder = temporaryFolder();
  const engine = openEmbeddedEngine("sqlite", folder, { spare: 0, ownTemplates: true });
  const source = path.join(folder, "a.sql");
  writeFileSync(source, "CREATE TABLE ships (id integer)");
  const template = await engine.prepare("harbour", { kind: "sql-file", path: source }, {});
  const state = await engine.open(template);
  const limits = { timeMs: 300_000, rows: 10, cellBytes: 2 ** 20, memoryBytes: 2 ** 30 };
  const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n";
  const running = state.run([endless], { limits });
  await expect.poll(() => processesIn(folder).length).toBe(1);
  await engine.close();
  expect((await running).at(-1)).toMatchObject({ status: "error" });
  await expect(state.run(["SELECT 1"], { limits })).rejects.toThrow("the engine was closed");
  await state.close();
  expect(processesIn(folder)).toEqual([]);
});
