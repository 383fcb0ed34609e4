import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { sourceQueryWorker } from "../../electron/queries/create-query-runner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { counting, makeSingers, run, startRunner } from "./support.ts";

const folder = temporaryFolder();
const database = makeSingers(folder);
const before = readFileSync(database.path);
const { runner, spoolRoot, alive } = startRunner(folder);
afterAll(() => runner.close());

const ten = "(VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9))";
const trillion = Array.from({ length: 12 }, (_, at) => `${ten} AS t${at}`).join(", ");

/** A query that never ends by itself and yields no row, so that nothing between rows can stop it. */
const endless: [string, string][] = [
  ["an endless recursive CTE", `${counting()} SELECT count(*) FROM c`],
  ["an aggregate over a cross join of 10^12 rows", `SELECT sum(t0.column1 * t11.column1) FROM ${trillion}`],
  ["a GROUP BY over a cross join of 10^12 rows", `SELECT t0.column1, count(*) FROM ${trillion} GROUP BY 1`],
  [
    "a condition that no row of 10^12 meets",
    `SELECT 1 FROM ${trillion} WHERE t0.column1 + t11.column1 > 100`,
  ],
  ["a GLOB within an endless count", `${counting()} SELECT 1 FROM c WHERE x GLOB '*a*'`],
];

/** What fills the memory rather than the time. */
const greedy: [string, string][] = [
  ["an ORDER BY over a cross join of 10^12 rows", `SELECT * FROM ${trillion} ORDER BY random()`],
  ["sorted blobs of an endless count", `${counting()} SELECT x, randomblob(10000) FROM c ORDER BY 2`],
  [
    "DISTINCT over an endless count",
    `SELECT count(*) FROM (${counting()} SELECT DISTINCT x || hex(randomblob(200)) FROM c)`,
  ],
];

describe("hostile SQL", () => {
  it.each(endless)("is stopped at its time limit: %s", async (_, sql) => {
    const { summary } = await run(runner, database, sql, { timeMs: 250 });
    expect(summary).toMatchObject({
      status: "timeout",
      error: { kind: "limit", message: "stopped at the time limit of 250 ms" },
    });
    expect(summary.elapsedMs).toBeGreaterThanOrEqual(250);
    expect(summary.elapsedMs).toBeLessThan(2000);
  });

  it.each(greedy)("is stopped at a limit, the machine's memory never in danger: %s", async (_, sql) => {
    const { summary } = await run(runner, database, sql, { timeMs: 20_000, memoryBytes: 200 * 2 ** 20 });
    expect(summary.status).toBe("error");
    expect(summary.error?.kind).toBe("limit");
    expect(summary.error?.message).toMatch(/more than 200 MB of memory|too big/);
  });

  it("is not stopped for memory that statements under a higher bound left behind", async () => {
    const own = startRunner(folder, { interactive: 1, entry: sourceQueryWorker });
    await run(own.runner, database, "SELECT 1");
    const [first] = own.alive;
    // A worker from the source takes more than half of this bound at rest.
    const { rows } = await run(own.runner, database, "SELECT 2", { memoryBytes: 200 * 2 ** 20 });
    expect(rows).toEqual([["i2"]]);
    expect([...own.alive]).not.toContain(first);
    await own.runner.close();
  });

  it("gives its rows up to the row cap and says that there are more: a cross join of 10^12 rows", async () => {
    const { summary, rows } = await run(runner, database, `SELECT * FROM ${trillion}`, { rows: 10_000 });
    expect(summary).toMatchObject({ status: "ok", rowCount: 10_000, truncated: true });
    expect(rows).toHaveLength(200);
  });

  it("of exactly as many rows as the cap is whole", async () => {
    const { summary } = await run(runner, database, `${counting(1000)} SELECT x FROM c`, { rows: 1000 });
    expect(summary).toMatchObject({ rowCount: 1000, truncated: false });
  });

  it("gives its rows up to the byte cap: rows of 1 MB without end", async () => {
    const sql = `${counting()} SELECT x, hex(zeroblob(500000)) FROM c`;
    const { summary } = await run(runner, database, sql, { resultBytes: 20 * 2 ** 20 });
    expect(summary).toMatchObject({ status: "ok", truncated: true });
    expect(summary.rowCount).toBeGreaterThan(10);
    expect(summary.rowCount).toBeLessThan(30);
  });

  it("that yields rows without end is stopped between two rows, and its process lives on", async () => {
    // A process that gets no time on a busy machine is killed in the end: one that lives on shows what is done before.
    const livesOn = async () => {
      const processes = [...alive];
      const { summary } = await run(runner, database, `${counting()} SELECT x FROM c`, { timeMs: 200 });
      expect(summary).toMatchObject({ status: "timeout" });
      return isDeepStrictEqual([...alive], processes);
    };
    await expect.poll(livesOn).toBe(true);
  });

  it.each([
    ["a blob of a gigabyte", "SELECT zeroblob(1000000000)"],
    ["a text of a gigabyte", "SELECT printf('%.*c', 1000000000, 'x')"],
    ["a group_concat bomb", `${counting(500)} SELECT group_concat(printf('%.*c', 100000, 'x')) FROM c`],
  ])("is stopped by the size of a value: %s", async (_, sql) => {
    const { summary } = await run(runner, database, sql);
    expect(summary.error).toMatchObject({ kind: "limit", message: expect.stringContaining("too big") });
  });

  it("may give a value as large as the limit allows, exactly", async () => {
    const { summary, rows } = await run(runner, database, "SELECT printf('%.*c', 9000000, 'x')");
    expect(summary.status).toBe("ok");
    expect(rows[0]?.[0]).toBe(`t${"x".repeat(9_000_000)}`);
  });

  it("with values that JSON could break comes through whole", async () => {
    const sql =
      "SELECT char(0, 8232, 34, 92, 10), cast(x'ff00fe' AS TEXT), '</script>', -9223372036854775808, 9e999";
    const { rows } = await run(runner, database, sql);
    expect(rows).toEqual([['t\0\u2028"\\\n', "xff00fe", "t</script>", "i-9223372036854775808", "rInfinity"]]);
  });

  it("is refused and leaves the file as it was: writes of every kind", async () => {
    for (const sql of [
      "DROP TABLE singer",
      "WITH x AS (SELECT 1) DELETE FROM singer",
      "VACUUM INTO 'copy.sqlite'",
      "PRAGMA writable_schema = ON",
      "ATTACH 'other.sqlite' AS other",
      "SELECT 1; DELETE FROM singer",
    ])
      expect((await run(runner, database, sql)).summary.error?.kind).toBe("refused");
    expect(readFileSync(database.path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => !name.startsWith("spool-"))).toEqual(["singer.sqlite"]);
  });

  it("leaves the runner fit for the next query", async () => {
    const { rows } = await run(runner, database, "SELECT name FROM singer ORDER BY id");
    expect(rows).toEqual([["tAnn"], ["tBob"], ["tCid"], ["tDan"]]);
  });

  it("leaves no process and no file behind once the runner is closed", async () => {
    await runner.close();
    expect(alive.size).toBe(0);
    expect(readdirSync(spoolRoot)).toEqual([]);
  });
});
