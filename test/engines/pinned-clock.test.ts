import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseState } from "../../electron/engines/engine.ts";
import { withPinnedClock } from "../../electron/engines/pinned-clock.ts";
import { checkBench } from "../checks/fixture.ts";

const limits = { timeMs: 60_000, rows: 100, cellBytes: 2 ** 20, memoryBytes: 2 ** 28 };
const moment = "2024-03-01T10:20:30.000Z";

describe.each(["pglite", "sqlite"] as const)("a pinned clock on %s", (kind) => {
  const bench = checkBench({ kind });
  let state: DatabaseState;
  beforeAll(async () => {
    state = await withPinnedClock(bench.engine, moment).open(bench.state.template);
  });
  afterAll(() => state?.close());

  const rowsOf = async (sql: string) => (await state.run([sql], { limits })).at(-1)?.rows;

  it("is what every text reads, also one that writes it", async () => {
    const day = kind === "sqlite" ? "date('now')" : "CURRENT_DATE::text";
    expect(await rowsOf(`SELECT ${day}`)).toEqual([["t2024-03-01"]]);
    await state.run([`UPDATE boat SET note = ${day} WHERE id = 1`], { limits });
    expect(await rowsOf("SELECT note FROM boat WHERE id = 1")).toEqual([["t2024-03-01"]]);
    await state.reset();
    expect(await rowsOf("SELECT note FROM boat WHERE id = 1")).toEqual([["tx"]]);
  });

  it("leaves errors at their places in the text as it was written", async () => {
    const sql = "SELECT CURRENT_TIMESTAMP, nowhere FROM boat";
    const [result] = await state.run([sql, "SELECT 1"], { limits });
    expect(result?.error?.offset ?? sql.indexOf("nowhere")).toBe(sql.indexOf("nowhere"));
    expect(result?.status).toBe("error");
  });
});
