import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHarbour, namesLeft } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { type Ended, expectAsDocumented, jsonLines, runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const file = (name: string) => path.join(folder, name);
const out = file("results.jsonl");

beforeAll(() => {
  writeFileSync(
    file("harbour.sql"),
    "CREATE TABLE ship (id int, name text); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL), (3, 'Cora');",
  );
  writeFileSync(file("tasks.jsonl"), `${["harbour_1", "harbour_2"].map((id) => taskRow(id)).join("\n")}\n`);
});

function answers(...rows: Record<string, unknown>[]): void {
  writeFileSync(file("predictions.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const counted = { pred_sqls: ["SELECT count(name) FROM ship"] };
const all = { pred_sqls: ["SELECT count(*) FROM ship"] };
const right = ["harbour_1", "harbour_2"].flatMap((instance_id) => [
  { instance_id, phase: 1, ...counted },
  { instance_id, phase: 2, ...all },
]);

async function runTests(...more: string[]): Promise<Ended & { lines: Record<string, unknown>[] }> {
  const args = ["--input", file("tasks.jsonl"), "--predictions", file("predictions.jsonl")];
  const ended = await runQuerent("tasks", "test", ...args, "--databases", folder, "--out", out, ...more);
  return { ...ended, lines: existsSync(out) ? jsonLines(readFileSync(out, "utf8")) : [] };
}

describe("tasks test", () => {
  it("writes a line per task and phase, and ends with 0 where all pass", async () => {
    answers(...right);
    const { code, results, lines } = await runTests();
    expect(code).toBe(0);
    expect(lines.map(({ elapsed_ms, ...line }) => line)).toEqual(
      right.map(({ instance_id, phase }) => ({
        instance_id,
        phase,
        passed: true,
        passed_fixed: true,
        tests: [{ index: null, passed: true }],
      })),
    );
    expect(results[0]).toMatchObject({
      engine: "pglite",
      profile: "conv",
      tasks: 2,
      phases: 4,
      errors: 0,
      differing: 0,
      shipped: { all: { phase2: { passed: 2, of: 2, rate: 1 }, a_interact: 100 } },
    });
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  it("says of each phase that fails why, and ends with 1", async () => {
    answers(
      { instance_id: "harbour_1", phase: 1, ...all },
      { instance_id: "harbour_1", phase: 2, pred_sqls: ["SELECT nothing FROM ship"] },
      { instance_id: "harbour_9", phase: 1, ...all },
    );
    const { code, lines, results, notes } = await runTests("--profile", "agent");
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({
      passed: false,
      tests: [
        {
          index: null,
          passed: false,
          message: "1 row of the answer is not in the gold, 1 row of the gold is missing.",
        },
      ],
    });
    expect(lines[1]).toMatchObject({
      passed: false,
      tests: [],
      error: 'The answer fails: column "nothing" does not exist.',
    });
    expect(lines[2]).toMatchObject({ error: "There is no answer to this phase in the predictions." });
    expect(results[0]).toMatchObject({ errors: 3, shipped: { all: { a_interact: 0 } } });
    await expectAsDocumented("test-result", lines);
    await expectAsDocumented("test-summary", results);
    expect(notes).toContain("1 predictions are for tasks that are not in the input: harbour_9");
  });

  it("names the phases whose two verdicts differ, with the reason", async () => {
    const none = "SELECT name FROM ship WHERE id = 9";
    writeFileSync(
      file("tasks.jsonl"),
      `${taskRow("harbour_3", { sol_sql: [none], follow_up: undefined })}\n`,
    );
    answers({ instance_id: "harbour_3", pred_sqls: [none] });
    const { results, lines } = await runTests();
    expect(lines).toHaveLength(1);
    expect(results[0]).toMatchObject({
      differing: 1,
      differ: [
        {
          instance_id: "harbour_3",
          phase: 1,
          passed: false,
          passed_fixed: true,
          reason: "Fails only as shipped: The gold returned no rows, which fails the test as shipped.",
        },
      ],
    });
  });

  it("goes on where a run was ended: whole lines are kept, a torn line and another answer are tested again", async () => {
    const ids = Array.from({ length: 5 }, (_, at) => `harbour_${at}`);
    writeFileSync(file("tasks.jsonl"), `${ids.map((id) => taskRow(id)).join("\n")}\n`);
    const answered = ids.map((instance_id) => ({ instance_id, phase1: counted, phase2: all }));
    // One answer does not end before the run is interrupted; by then all others have.
    const endless = { pred_sqls: ["SELECT count(*) FROM generate_series(1, 1000000000000)"] };
    answers(...answered.map((row, at) => (at === 2 ? { ...row, phase1: endless } : row)));
    const ended = runTests();
    await kept(4);
    process.emit("SIGINT");
    expect((await ended).code).toBe(130);
    const whole = readFileSync(`${out}.partial`, "utf8").split("\n").filter(Boolean);
    expect(whole).toHaveLength(4);

    answers(...answered);
    writeFileSync(`${out}.partial`, `${whole.slice(0, 3).join("\n")}\n${(whole[3] ?? "").slice(0, 40)}`);
    const again = await runTests();
    expect(again.notes).toContain("3 of 5 tasks were already tested; their results are reused");
    expect(again.code).toBe(0);
    expect(again.lines.map(({ instance_id }) => instance_id)).toEqual(ids.flatMap((id) => [id, id]));

    writeFileSync(`${out}.partial`, `${whole.join("\n")}\n`);
    answers(...answered.map((row, at) => (at === 0 ? { ...row, phase1: all } : row)));
    const changed = await runTests();
    expect(changed.notes).toContain("3 of 5 tasks were already tested; their results are reused");
    expect([changed.code, changed.lines[0]?.passed]).toEqual([1, false]);
  });

  it("tells where a database is missing, for each of its tasks", async () => {
    writeFileSync(file("tasks.jsonl"), `${taskRow("quay_1", { selected_database: "quay" })}\n`);
    answers({ instance_id: "quay_1", ...counted });
    const { code, lines } = await runTests();
    expect(code).toBe(1);
    expect(lines[0]?.error).toBe(
      `There is no database quay in ${folder}: Querent looks for quay.sql, quay/*.sql, quay.sqlite, quay_schema.txt.`,
    );
  });

  it.each([
    ["an engine that nobody knows", ["--engine", "oracle"], "Allowed choices are sqlite, pglite, postgres"],
    ["an evaluator that nobody knows", ["--profile", "judge"], "Allowed choices are conv, agent, adk"],
    ["PostgreSQL without a server", ["--engine", "postgres"], "--engine postgres needs a server"],
    ["a server for another engine", ["--server", "postgresql://x"], "--server goes with --engine postgres"],
    ["a folder that is not there", ["--databases", file("nowhere")], "this folder does not exist"],
    ["predictions that are not there", ["--predictions", file("nothing.jsonl")], "nothing.jsonl"],
    ["a place that cannot be written", ["--out", file("no/such/folder.jsonl")], "cannot be written"],
  ])("refuses %s with 2", async (_, more, told) => {
    const { code, notes } = await runTests(...more);
    expect(code).toBe(2);
    expect(notes).toContain(told);
  });

  it("refuses a server that is not there with 2, in words", async () => {
    const { code, notes } = await runTests("--databases", "postgresql://anna@localhost:1/harbour");
    expect(code).toBe(2);
    expect(notes).toMatch(/^The PostgreSQL server at localhost:1 cannot be used: /);
  });

  it("refuses predictions of which no row can be read with 2, and names each row", async () => {
    writeFileSync(file("predictions.jsonl"), '{"instance_id": "a"}\n{oops\n');
    const { code, notes } = await runTests();
    expect(code).toBe(2);
    expect(notes).toMatch(/row 1, field pred_sqls/);
    expect(notes).toMatch(/row 2/);
  });
});

describe.skipIf(postgresPrograms() === null)(
  `tasks test on PostgreSQL${postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : ""}`,
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = startCluster();
      await makeHarbour(cluster, "harbour_template");
      writeFileSync(file("tasks.jsonl"), `${taskRow("harbour_1")}\n`);
      answers(...right.slice(0, 2));
    });
    afterAll(() => cluster?.stop());

    it("takes the databases of a server by its URL, and leaves nothing on it", async () => {
      const { code, results, lines } = await runTests("--databases", cluster.url);
      expect(lines.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(code).toBe(0);
      expect(results[0]).toMatchObject({ engine: "postgres", tasks: 1 });
      expect(await namesLeft(cluster)).toEqual([]);
    });

    it("makes its databases from a folder on the server that is named", async () => {
      const { code } = await runTests("--engine", "postgres", "--server", cluster.url);
      expect(code).toBe(0);
      expect(await namesLeft(cluster)).toEqual([]);
    });
  },
);

/** Until so many tasks are in the partial results. */
function kept(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    const text = existsSync(`${out}.partial`) ? readFileSync(`${out}.partial`, "utf8") : "";
    if (text.split("\n").length > count) resolve();
  };
  // Watched first, so that nothing is missed between a look and the watch.
  const watcher = watch(folder, look);
  look();
  return promise.finally(() => watcher.close());
}
