import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installPack } from "../../tasks/river-watch/seed.ts";
import { expectAsDocumented } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { findingsOf } from "./findings-command.ts";

const root = temporaryFolder();
const databases = path.join(root, "databases");
mkdirSync(databases);
writeFileSync(
  path.join(databases, "pier.sql"),
  "CREATE TABLE berth (id int, name text);\nINSERT INTO berth VALUES (1, 'A'), (2, 'B');\n",
);
const task = {
  instance_id: "pier_1",
  selected_database: "pier",
  query: "All berths.",
  amb_user_query: "Berths.",
  user_query_ambiguity: { critical_ambiguity: [], non_critical_ambiguity: [] },
  knowledge_ambiguity: [],
  sol_sql: ["SELECT id, name FROM berth"],
  external_knowledge: [1],
  test_cases: [],
  category: "Query",
  conditions: { decimal: -1, distinct: false, order: false },
};

function write(name: string, rows: unknown[]): string {
  const file = path.join(root, name);
  writeFileSync(file, rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"));
  return file;
}

const check = (...args: string[]) => findingsOf("check", args, root);
/** Where the engine is not asked about: its databases open in a fifth of the time. */
const checkOnSqlite = (...args: string[]) => check(...args, "--engine", "sqlite");

/** Loading a database and Python takes its time. */
const patience = 240_000;

describe("tasks check", () => {
  it("finds no error in the river-watch pack", { timeout: patience }, async () => {
    const dir = installPack(path.join(root, "river"));
    const tasks = path.join(import.meta.dirname, "../../tasks/river-watch/tasks.jsonl");
    const { code, results, findings } = await check("--input", tasks, "--databases", dir);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(results).toMatchObject([{ tasks: 13, errors: 0 }]);
    expect(code).toBe(0);
  });

  it("writes a line per finding in the order of the tasks, and exits 1 for an error", {
    timeout: patience,
  }, async () => {
    const input = write("tasks.jsonl", [
      { ...task, sol_sql: ["SELECT nmae FROM berth"] },
      "{broken",
      { ...task, instance_id: "pier_2" },
      { ...task, instance_id: "sea_1", selected_database: "sea" },
      { ...task, instance_id: "pier_3", sol_sql: ["SELECT name FROM berth ORDER BY name"] },
    ]);
    const { code, findings, results, notes } = await checkOnSqlite(
      ...["--input", input, "--databases", databases],
    );
    expect(code).toBe(1);
    expect(findings.map(({ instance_id, rule }) => [instance_id, rule])).toEqual([
      [null, "row-not-read"],
      ["pier_1", "gold-fails"],
      ["sea_1", "database-not-loaded"],
      ["pier_3", "ordered-under-unordered-test"],
    ]);
    for (const finding of findings)
      expect(Object.keys(finding)).toEqual(["instance_id", "phase", "rule", "severity", "where", "message"]);
    expect(results).toMatchObject([{ tasks: 4, errors: 3, warnings: 1 }]);
    await expectAsDocumented("finding", findings);
    expect(notes).toContain("checked 4 of 4 tasks");
  });

  it("takes a second file as ground truth, and lints with a knowledge base", {
    timeout: patience,
  }, async () => {
    const input = write("withheld.jsonl", [{ ...task, sol_sql: [] }]);
    const truth = write("truth.jsonl", [
      { instance_id: "pier_1", sol_sql: task.sol_sql, external_knowledge: [7], test_cases: [] },
    ]);
    const withheld = await checkOnSqlite("--input", input, "--databases", databases);
    expect(withheld.findings.map(({ rule }) => rule)).toEqual(["gold-withheld"]);
    const base = {
      id: 1,
      knowledge: "Load",
      description: "d",
      definition: "l",
      type: "domain_knowledge",
      children_knowledge: -1,
    };
    const { findings } = await checkOnSqlite(
      ...["--input", input, "--databases", databases, "--ground-truth", truth],
      ...["--knowledge", write("pier_kb.jsonl", [base])],
    );
    expect(findings.map(({ rule }) => rule)).toContain("knowledge-id-unknown");
    expect(findings.map(({ rule }) => rule)).not.toContain("gold-withheld");
  });

  it("pins the clock", { timeout: patience }, async () => {
    const gold = "SELECT name FROM berth WHERE now() < '2024-06-01'";
    const input = write("clock.jsonl", [{ ...task, sol_sql: [gold] }]);
    const rules = async (...args: string[]) =>
      (await check("--input", input, "--databases", databases, ...args)).findings.map(
        ({ rule, severity }) => [rule, severity],
      );
    expect(await rules()).toEqual([
      ["gold-reads-clock", "warning"],
      ["gold-empty", "error"],
    ]);
    expect(await rules("--clock", "2024-05-01")).toEqual([["gold-reads-clock", "info"]]);
  });

  it("exits 2 for wrong usage and for input that cannot be read", async () => {
    const input = write("one.jsonl", [task]);
    expect((await check("--input", input)).code).toBe(2);
    expect((await check("--input", input, "--databases", path.join(root, "absent"))).code).toBe(2);
    expect((await check("--input", path.join(root, "absent.jsonl"), "--databases", databases)).code).toBe(2);
    const clock = await check("--input", input, "--databases", databases, "--clock", "noon");
    expect([clock.code, clock.notes]).toEqual([
      2,
      expect.stringMatching(/--clock .* 'noon' is invalid. Write it as/),
    ]);
  });

  const published = [
    ["alien", [["5", "gold-empty"]]],
    [
      "archeology",
      [
        ["7", "gold-fails"],
        ["M_3", "gold-fails-its-test"],
      ],
    ],
  ] as const;
  for (const [name, expected] of published) {
    const tasks = sharedData(`livesqlbench/${name}/${name}_data.jsonl`);
    const dump = sharedData(`livesqlbench/${name}/${name}_3rows_postgres.sql`);
    const skipped = tasks === null ? " (skipped: ../shared/data is absent)" : "";
    it.skipIf(tasks === null)(
      `finds on the sample rows of ${name} what is wrong with its tasks and no more${skipped}`,
      { timeout: patience },
      async () => {
        const dir = path.join(root, name);
        mkdirSync(dir);
        writeFileSync(path.join(dir, `${name}.sql`), readFileSync(dump ?? ""));
        const { findings } = await check("--input", tasks ?? "", "--databases", dir, "--profile", "adk");
        expect(findings.map(({ instance_id, rule }) => [instance_id, rule])).toEqual(expected);
      },
    );
  }
});
