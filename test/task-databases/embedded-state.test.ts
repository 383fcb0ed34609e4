import { expect, it } from "vitest";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourDump } from "../tasks/harbour-tasks.ts";

it("a state takes no more SQL between two resets than it can remember to run again", async () => {
  const folder = temporaryFolder();
  const engine = openEmbeddedEngine("sqlite", folder);
  const state = await engine.open(await engine.prepare("harbour", harbourDump(folder), {}));
  const limits = { timeMs: 5000, rows: 10, cellBytes: 2 ** 20, memoryBytes: 2 ** 29 };
  const sql = `SELECT 1 /* ${"x".repeat(8 * 2 ** 20)} */`;
  let taken = 0;
  for (let refused = false; !refused && taken < 100; ) {
    const [result] = await state.run([sql], { limits });
    refused = result?.error?.message === "stopped: more than 64 MB of SQL since the database was put back";
    if (!refused) taken += 1;
  }
  expect(taken).toBe(7);
  await state.reset();
  expect((await state.run(["SELECT count(*) FROM ship"], { limits }))[0]?.rows).toEqual([["i3"]]);
  await state.close();
  await engine.close();
});
