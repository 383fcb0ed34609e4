import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lintEach } from "../../electron/sql-analysis/lint-each.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

const folder = temporaryFolder();
const analysis = openSqlAnalysis();
afterAll(() => analysis.close());

describe("openSqlAnalysis", () => {
  it("lints tasks in a thread, in order", async () => {
    const broken = { ...harbourTask, goldSql: ["SELEC 1"], ambiguities: [] };
    const tasks = [harbourTask, broken].map((task) => ({ task, known: [] }));
    const [sound, found] = await analysis.lint({
      tasks,
      knowledge: null,
      database: null,
      dialect: "postgresql",
    });
    expect(sound?.map(({ rule }) => rule)).toEqual(["snippet-in-several-places"]);
    expect(found?.map(({ rule }) => rule)).toContain("gold-not-parsed");
  });

  it("gives syntax errors of each dialect at UTF-16 offsets", async () => {
    const sql = "SELECT '😀é' FROM t WHERE )";
    const at = sql.indexOf(")");
    for (const dialect of ["postgresql", "sqlite"] as const)
      expect((await analysis.syntaxProblem({ sql, dialect }))?.range).toEqual({ from: at, to: at + 1 });
    expect(await analysis.syntaxProblem({ sql: "SELECT a::int", dialect: "postgresql" })).toBeNull();
    expect(await analysis.syntaxProblem({ sql: "SELECT [a]", dialect: "sqlite" })).toBeNull();
  });

  it("answers for hostile texts, and goes on after them", async () => {
    const hostile = [
      "",
      ";;;",
      `SELECT ${"(".repeat(100_000)}`,
      `SELECT 1 ${"UNION SELECT 1 ".repeat(20_000)}`,
      "\u0000",
      "DO $$",
    ];
    for (const sql of hostile) await analysis.syntaxProblem({ sql, dialect: "postgresql" });
    expect(await analysis.syntaxProblem({ sql: "SELECT 1", dialect: "postgresql" })).toBeNull();
  });

  it("says of SQL on which a parser runs out of stack that it is nested too deep", async () => {
    const sums = `SELECT ${"1 + ".repeat(75_000)} 1`;
    const problem = await analysis.syntaxProblem({ sql: sums, dialect: "sqlite" });
    expect(problem?.message).toBe("it is nested too deep to be read");
    expect(await analysis.syntaxProblem({ sql: "SELECT 1", dialect: "sqlite" })).toBeNull();
  });

  it("lints each task by itself where one breaks the analysis, and stops at once for whoever waits", async () => {
    const hasty = openSqlAnalysis({ timeMs: 1500 });
    const long = { ...harbourTask, goldSql: [`SELECT ${"a + ".repeat(1_000_000)} 1`] };
    const request = { knowledge: null, database: null, dialect: "postgresql" } as const;
    const tasks = [harbourTask, long].map((task) => ({ task, known: [] }));
    const [sound, broken] = await lintEach(hasty, { ...request, tasks }, new AbortController().signal);
    expect(sound?.map(({ rule }) => rule)).toEqual(["snippet-in-several-places"]);
    expect(broken?.map(({ rule }) => rule)).toContain("lint-failed");

    const stop = new AbortController();
    const waiting = lintEach(hasty, { ...request, tasks }, stop.signal);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await hasty.close();
  });

  it("gives up what takes too long", async () => {
    const hasty = openSqlAnalysis({ timeMs: 1 });
    const long = `SELECT ${"a + ".repeat(400_000)} 1`;
    const tasks = [{ task: { ...harbourTask, goldSql: [long] }, known: [] }];
    const answer = hasty.lint({ tasks, knowledge: null, database: null, dialect: "postgresql" });
    await expect(answer).rejects.toThrow("more than 1 ms");
    await hasty.close();
  });

  it("answers in one of its threads while long texts keep the others", async () => {
    const shared = openSqlAnalysis({ threads: 3 });
    const long = { ...harbourTask, goldSql: [`SELECT ${"a + ".repeat(1_000_000)} 1`] };
    const tasks = [{ task: long, known: [] }];
    const ended = [1, 2].map(() =>
      shared.lint({ tasks, knowledge: null, database: null, dialect: "postgresql" }).then(
        () => "long",
        () => "long",
      ),
    );
    const short = shared.syntaxProblem({ sql: "SELECT 1", dialect: "postgresql" });
    expect(await Promise.race([...ended, short])).toBeNull();
    await shared.close();
  });

  it("reads a file or a text in the thread, and says what is wrong with it", async () => {
    const text = `${JSON.stringify({ instance_id: "a", padding: "x".repeat(40_000) })}\n{`;
    const { problems } = await analysis.read("tasks", { text, name: "pasted" });
    expect(problems).toContainEqual(expect.objectContaining({ file: "pasted", row: 2 }));
    const missing = analysis.read("tasks", { path: path.join(folder, "nothing.jsonl") });
    await expect(missing).rejects.toMatchObject({ problems: [{ file: "nothing.jsonl" }] });
    const csv = `a,b\n${"1,2\n".repeat(20_000)}`;
    expect(await analysis.read("csv", { text: csv, name: "t.csv" })).toHaveLength(20_000);
  });

  it("gives up reading what takes too long, with the name of the file, and reads the next", async () => {
    const hasty = openSqlAnalysis({ timeMs: 1 });
    const file = path.join(folder, "long.csv");
    writeFileSync(file, "a,b\n".repeat(1_000_000));
    const problems = [{ file: "long.csv", reason: "Reading it was given up: it took more than 1 ms." }];
    await expect(hasty.read("csv", { path: file })).rejects.toMatchObject({ problems });
    expect(await hasty.read("csv", { text: "a\n1\n", name: "short.csv" })).toEqual([{ a: "1" }]);
    await hasty.close();
  });

  it("starts a new thread after its thread is gone", async () => {
    const again = openSqlAnalysis();
    const ask = () => again.syntaxProblem({ sql: "SELECT 1", dialect: "postgresql" });
    expect(await ask()).toBeNull();
    await again.close();
    expect(await ask()).toBeNull();
    await again.close();
  });
});
