import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectAsDocumented, jsonLines, runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const databases = path.join(root, "databases");
mkdirSync(databases);
writeFileSync(
  path.join(databases, "pier.sql"),
  `CREATE TABLE berth (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, width INTEGER NOT NULL);
   INSERT INTO berth VALUES (1, 'A', 5, 20), (2, 'B', 6, 9), (3, 'C', 9, 7), (4, 'D', 11, 4), (5, 'E', 4, 12), (6, 'F', 7, 3);`,
);
const critical = { term: "deep", sql_snippet: "depth > 5", is_mask: true, type: "semantic_ambiguity" };
const task = {
  instance_id: "pier_1",
  selected_database: "pier",
  query: "The ids and names of the berths that are deeper than 5 m.",
  amb_user_query: "The ids and names of the deep berths.",
  user_query_ambiguity: {
    critical_ambiguity: [critical],
    non_critical_ambiguity: [],
  },
  knowledge_ambiguity: [],
  preprocess_sql: [],
  clean_up_sqls: [],
  sol_sql: ["SELECT id, name FROM berth WHERE depth > 5"],
  external_knowledge: [],
  test_cases: [],
  category: "Query",
  conditions: { decimal: -1, distinct: false, order: false },
};

async function certify(tasks: object[], ...more: string[]) {
  const [input, out] = [path.join(root, "tasks.jsonl"), path.join(root, "certificates.jsonl")];
  writeFileSync(input, tasks.map((one) => JSON.stringify(one)).join("\n"));
  const options = ["--databases", databases, "--engine", "sqlite", "--out", out, ...more];
  const ended = await runQuerent("certify", "--input", input, ...options);
  return { ...ended, certificates: ended.code > 1 ? [] : jsonLines(readFileSync(out, "utf8")) };
}

describe("certify", () => {
  it("certifies a sound task, with every mutant run", async () => {
    const [report = "", json = "", mutation = ""] = ["html", "json", "mutation.json"].map((ending) =>
      path.join(root, `report.${ending}`),
    );
    const { code, certificates, results } = await certify(
      [task],
      "--full",
      "--report",
      report,
      json,
      mutation,
    );
    const [certificate] = certificates as Record<string, never>[];
    expect(certificate).toMatchObject({ instance_id: "pier_1", verdict: "certified" });
    expect(certificate?.properties).toMatchObject({
      runs: { holds: true },
      anchored: { holds: true },
      recoverable: { holds: true },
      necessary: { holds: true, counts: { ambiguities: 1, passing: 0 } },
      guarded: { holds: true },
      stateful: { holds: null, applies: false },
      "data-proof": { holds: true },
      talkable: { holds: true },
    });
    expect(certificate?.mutants).toMatchObject({ not_run: 0, no_coverage: 0 });
    expect(certificate?.survivors).toMatchObject([
      { operator: "duplicate-rows", survivor: { class: "equivalent", rule: "distinct-rows" } },
    ]);
    expect(results).toMatchObject([{ tasks: 1, verdicts: { certified: 1 } }]);
    const page = readFileSync(report, "utf8");
    expect(page).toContain("pier_1");
    expect(page).toContain("distinct-rows");
    expect(page).not.toMatch(/<script|https?:/);
    await expectAsDocumented("certificate", certificates);
    await expectAsDocumented("certificate-report", [JSON.parse(readFileSync(json, "utf8"))]);
    const { files } = JSON.parse(readFileSync(mutation, "utf8"));
    expect(certificate?.mutants).toMatchObject({ total: files["pier_1/phase-1/gold-1.sql"].mutants.length });
    await expectAsDocumented("certificate-summary", results);
    expect(code).toBe(0);
  });

  it("says which property a task breaks, and exits 1", async () => {
    const snippet = { ...critical, sql_snippet: "depth > 1" };
    const blind = {
      ...task,
      instance_id: "pier_2",
      sol_sql: ["SELECT name FROM berth WHERE depth > 1"],
      user_query_ambiguity: { critical_ambiguity: [snippet], non_critical_ambiguity: [] },
    };
    const broken = { ...task, instance_id: "pier_3", sol_sql: ["SELECT nmae FROM berth WHERE depth > 5"] };
    const lost = { ...task, instance_id: "pier_4", selected_database: "quay" };
    const { code, certificates } = await certify([blind, broken, lost]);
    expect(certificates).toMatchObject([
      { instance_id: "pier_2", verdict: "not-certified", properties: { runs: { holds: true } } },
      { properties: { runs: { holds: false }, guarded: { holds: null, applies: true } } },
      {
        instance_id: "pier_4",
        error: expect.stringContaining("quay"),
        properties: { runs: { holds: null } },
      },
    ]);
    const [{ properties }] = certificates as [{ properties: Record<string, { findings: object[] }> }];
    expect(properties.necessary?.findings).toContainEqual(
      expect.objectContaining({ rule: "too-few-readings" }),
    );
    expect(code).toBe(1);
  });

  it("lets pass what a person states with reason and name, and nothing else", async () => {
    const snippet = { ...critical, sql_snippet: "depth > 1" };
    const blind = {
      ...task,
      sol_sql: ["SELECT id, name FROM berth WHERE depth > 1"],
      query: "The ids and names of the berths that are deeper than 1 m.",
      user_query_ambiguity: { critical_ambiguity: [snippet], non_critical_ambiguity: [] },
    };
    const stated = path.join(root, "exceptions.jsonl");
    const line = (about: string) =>
      `${JSON.stringify({
        ...{ instance_id: "pier_1", property: "necessary", rule: "too-few-readings", about },
        ...{ where: { kind: "ambiguity", index: 0 }, reason: "The port dredges all berths.", name: "Ida" },
      })}\n`;
    const properties = async (about: string) => {
      writeFileSync(stated, line(about));
      const { certificates } = await certify([blind], "--exceptions", stated);
      return (certificates[0] as { properties: Record<string, object> }).properties;
    };
    expect((await properties("another rule")).necessary).toMatchObject({ holds: false });
    expect((await properties("no other reading")).necessary).toMatchObject({
      holds: true,
      exceptions: expect.arrayContaining([
        expect.objectContaining({
          rule: "too-few-readings",
          reason: "The port dredges all berths.",
          name: "Ida",
        }),
      ]),
    });
    writeFileSync(stated, '{"instance_id":"pier_1"}');
    const { code, notes } = await certify([blind], "--exceptions", stated);
    expect([code, notes]).toEqual([2, expect.stringContaining("exceptions.jsonl")]);
  });

  it("certifies only the tasks that are asked for, and knows every one of them", async () => {
    const other = { ...task, instance_id: "pier_5" };
    const { certificates } = await certify([task, other], "--only", "pier_5");
    expect(certificates.map(({ instance_id }) => instance_id)).toEqual(["pier_5"]);
    expect(await certify([task], "--only", "pier_9")).toMatchObject({
      code: 2,
      notes: expect.stringContaining("pier_9"),
    });
    expect(await certify([task], "--report", path.join(root, "report.pdf"))).toMatchObject({
      code: 2,
      notes: expect.stringContaining(".mutation.json"),
    });
  });
});
