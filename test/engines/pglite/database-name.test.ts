import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseState, Engine } from "../../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../../support/embedded-engine.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const limits = { timeMs: 10_000, rows: 100, cellBytes: 2 ** 20, memoryBytes: 2 ** 29 };
const folder = temporaryFolder();
let engine: Engine;

beforeAll(() => {
  writeFileSync(path.join(folder, "a.sql"), "CREATE TABLE ships (id int)");
  engine = openEmbeddedEngine("pglite", folder, { spare: 0 });
});
afterAll(() => engine?.close());

async function open(database: string): Promise<DatabaseState> {
  return engine.open(
    await engine.prepare(database, { kind: "sql-file", path: path.join(folder, "a.sql") }, {}),
  );
}

async function nameIn(state: DatabaseState): Promise<unknown> {
  const sql =
    "SELECT current_database(), table_catalog FROM information_schema.tables WHERE table_name = 'ships'";
  return (await state.run([sql], { limits }))[0]?.rows;
}

test("a database has the name that its tasks select it by, also where a snapshot of it is opened in another process", async () => {
  const state = await open("crypto's exchange");
  expect(await nameIn(state)).toEqual([["tcrypto's exchange", "tcrypto's exchange"]]);
  const snapshot = await state.snapshot();
  const other = await open("crypto's exchange");
  await other.restore(snapshot);
  expect(await nameIn(other)).toEqual([["tcrypto's exchange", "tcrypto's exchange"]]);
  await Promise.all([state.close(), other.close()]);
});

test.each(["template1", "x".repeat(64), "postgres"])(
  "a name that cannot be given is no obstacle: %s",
  async (name) => {
    const state = await open(name);
    expect(await nameIn(state)).toEqual([["tpostgres", "tpostgres"]]);
    await state.close();
  },
);
