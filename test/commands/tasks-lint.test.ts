import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectAsDocumented } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { findingsOf } from "./findings-command.ts";

const root = temporaryFolder();
const task = {
  instance_id: "harbour_1",
  selected_database: "harbour",
  query: "Berths with a load above 3.",
  amb_user_query: "Busy berths.",
  user_query_ambiguity: {
    critical_ambiguity: [{ term: "Busy", sql_snippet: "load >3", is_mask: true, type: "intent_ambiguity" }],
    non_critical_ambiguity: [],
  },
  knowledge_ambiguity: [],
  sol_sql: ["SELECT berth FROM loads WHERE load > 3"],
  external_knowledge: [1],
  test_cases: [],
  category: "Query",
  conditions: { decimal: -1, distinct: false, order: false },
};
const base = [
  {
    id: 1,
    knowledge: "Load",
    description: "d",
    definition: "l",
    type: "domain_knowledge",
    children_knowledge: -1,
  },
];

function write(name: string, rows: unknown[]): string {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"));
  return file;
}

const lint = (...args: string[]) => findingsOf("lint", args, root);

describe("tasks lint", () => {
  it("finds nothing in a sound task and exits 0", async () => {
    const { code, findings, results } = await lint("--input", write("sound.jsonl", [task]));
    expect(findings).toEqual([]);
    expect(results).toEqual([{ tasks: 1, errors: 0, warnings: 0, infos: 0, rules: {} }]);
    expect(code).toBe(0);
  });

  it("writes a line per finding with its six fields and exits 1 for an error", async () => {
    const input = write("broken.jsonl", [{ ...task, sol_sql: ["SELECT berth FORM loads"] }]);
    const { code, findings, results } = await lint("--input", input);
    expect(code).toBe(1);
    expect(findings.map(({ rule }) => rule)).toEqual(["gold-not-parsed", "snippet-not-a-node"]);
    for (const finding of findings)
      expect(Object.keys(finding)).toEqual(["instance_id", "phase", "rule", "severity", "where", "message"]);
    expect(findings[0]).toMatchObject({ instance_id: "harbour_1", phase: 1, severity: "error" });
    expect(results[0]).toMatchObject({ errors: 1, warnings: 1 });
    await expectAsDocumented("finding", findings);
    await expectAsDocumented("finding-summary", results);
  });

  it("names rows that are no tasks and lints the others", async () => {
    const { code, findings, results } = await lint("--input", write("rows.jsonl", ["{broken", task, task]));
    expect(code).toBe(1);
    expect(findings.map(({ rule, where }) => [rule, (where as { line: number }).line])).toEqual([
      ["row-not-read", 1],
      ["instance-id-repeated", 3],
    ]);
    expect(results[0]).toMatchObject({ tasks: 2 });
  });

  it("takes a knowledge base by file or by folder, and by the database in its name", async () => {
    const input = write("knowledge.jsonl", [{ ...task, external_knowledge: [1, 7] }]);
    const rules = async (knowledge: string) =>
      (await lint("--input", input, "--knowledge", knowledge)).findings.map(({ rule }) => rule);
    expect(await rules(write("kb/harbour_kb.jsonl", base))).toEqual(["knowledge-id-unknown"]);
    expect(await rules(path.join(root, "kb"))).toEqual(["knowledge-id-unknown"]);
    expect(
      await rules(write("any.jsonl", [...base, { ...base[0], id: 7, children_knowledge: [8] }])),
    ).toEqual(["knowledge-child-missing"]);
    const other = await lint("--input", input, "--knowledge", write("other_kb.jsonl", base));
    expect(other.code).toBe(2);
    expect(other.notes).toContain("has no knowledge base for harbour");
  });

  it("traces the gold where it is told what the columns mean", async () => {
    const input = write("traced.jsonl", [
      {
        ...task,
        amb_user_query: "Busy berths, as loads.",
        sol_sql: ["SELECT berth FROM loads WHERE load > 3 AND state = 'shut'"],
      },
    ]);
    const knowledge = write("any-base.jsonl", base);
    const meanings = write("harbour_column_meaning_base.json", [
      { "harbour|loads|berth": "Code of the berth." },
    ]);
    const told = await lint("--input", input, "--knowledge", knowledge, "--column-meanings", meanings);
    expect(told.findings.map(({ rule }) => rule)).toEqual(["gold-from-nowhere"]);
    expect(String(told.findings[0]?.message)).toContain("\"'shut'\"");
    expect((await lint("--input", input, "--knowledge", knowledge)).findings).toEqual([]);
    const other = await lint(
      "--input",
      input,
      "--column-meanings",
      write("x_column_meaning_base.json", [{}]),
    );
    expect(other.notes).toContain("has no column meanings for harbour");
  });

  it("exits 2 for wrong usage and for input that cannot be read", async () => {
    expect((await lint()).code).toBe(2);
    expect((await lint("--input", path.join(root, "absent.jsonl"))).code).toBe(2);
    expect((await lint("--input", write("empty.jsonl", []))).code).toBe(2);
    expect((await lint("--input", write("sound.jsonl", [task]), "--dialect", "mysql")).code).toBe(2);
  });

  const published = [
    ["livesqlbench/alien", "alien_data.jsonl", "alien_kb.jsonl", []],
    ["livesqlbench/archeology", "archeology_data.jsonl", "archeology_kb.jsonl", ["gold-not-parsed"]],
    [
      "bird-interact",
      "bird_interact_lite_alien_1_public.jsonl",
      null,
      ["term-not-in-question", "term-not-in-question"],
    ],
    ["bird-interact", "bird_interact_full_4_tasks_public.jsonl", null, ["mask-names-no-node"]],
  ] as const;
  for (const [folder, tasks, knowledge, expected] of published) {
    const input = sharedData(`${folder}/${tasks}`);
    const skipped = input === null ? " (skipped: ../shared/data is absent)" : "";
    it.skipIf(input === null)(`tells of ${tasks} what is wrong with it and no more${skipped}`, async () => {
      const base = knowledge === null ? [] : ["--knowledge", sharedData(`${folder}/${knowledge}`) as string];
      const { findings } = await lint("--input", input as string, ...base);
      expect(findings.map(({ rule }) => rule)).toEqual([...expected]);
    });
  }
});
