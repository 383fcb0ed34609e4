import { afterAll, describe, expect, it } from "vitest";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { harbourTask } from "../support/tasks.ts";

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

  it("gives up what takes too long", async () => {
    const hasty = openSqlAnalysis({ timeMs: 1 });
    const long = `SELECT ${"a + ".repeat(400_000)} 1`;
    const tasks = [{ task: { ...harbourTask, goldSql: [long] }, known: [] }];
    const answer = hasty.lint({ tasks, knowledge: null, database: null, dialect: "postgresql" });
    await expect(answer).rejects.toThrow("more than 1 ms");
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
