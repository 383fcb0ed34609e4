import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction } from "../support/test-workspace.ts";

const withOptions = (command: string) => (options: Record<string, string>) =>
  runQuerent(
    ...command.split(" "),
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  );
const importPredictions = withOptions("predictions import");
const exportVerdicts = withOptions("verdicts export");

function setUp(content: unknown) {
  const folder = temporaryFolder();
  const input = path.join(folder, "predictions.json");
  writeFileSync(input, JSON.stringify(content));
  const workspace = path.join(folder, "work.querent");
  const out = path.join(folder, "out.json");
  return { workspace, input, out, databases: folder, project: "review", reviewer: "anna" };
}

describe("predictions import and verdicts export", () => {
  it("carry labels in and out again", async () => {
    const content = [
      prediction(0, { label: true }),
      prediction(1, { label: false, reason: "GOLD FALSE: x" }),
    ];
    const { workspace, input, out, databases, project, reviewer } = setUp(content);
    const imported = await importPredictions({ workspace, input, databases, project, reviewer });
    expect(imported).toMatchObject({
      code: 0,
      results: [{ items: 2, verdicts: 2, project: { name: "review", item_count: 2 } }],
    });
    const exported = await exportVerdicts({ workspace, project, format: "annotator", out, reviewer });
    expect(exported).toMatchObject({ code: 0, results: [{ out, items: 2, left_out: 0 }] });
    await expectAsDocumented("predictions-import", imported.results);
    await expectAsDocumented("verdicts-export", exported.results);
    expect(exported.notes).toContain("Lost: EX and what differs.");
    expect(readFileSync(out, "utf8")).toBe(readFileSync(input, "utf8"));
  });

  it("say that labels are left out where nobody is named whose they are", async () => {
    const content = [prediction(0, { label: true, reason: "" }), prediction(1)];
    const { workspace, input, databases, project } = setUp(content);
    const { code, results, notes } = await importPredictions({ workspace, input, databases, project });
    const notice =
      "1 label of predictions.json is left out: say whose they are to import them as verdicts, or that they are a consensus.";
    expect([code, results]).toEqual([0, [expect.objectContaining({ verdicts: 0, notices: [notice] })]]);
    expect(notes).toContain(notice);
  });

  it("answer 1 when an export left items out and was to be strict", async () => {
    const { workspace, input, out, databases, project } = setUp([prediction(0)]);
    await importPredictions({ workspace, input, databases, project });
    const args = ["--workspace", workspace, "--project", project, "--format", "rose-vec", "--out", out];
    const lax = await runQuerent("verdicts", "export", ...args);
    expect(lax).toMatchObject({ code: 0, results: [{ items: 0, left_out: 1 }] });
    expect(await runQuerent("verdicts", "export", ...args, "--strict")).toMatchObject({
      code: 1,
      out: lax.out,
    });
  });

  it("answer 2 for a bad file, with every problem on standard error and nothing imported (SPEC P1)", async () => {
    const { workspace, input, databases, project, out } = setUp([{ ...prediction(0), gold_sql: 7 }, {}]);
    const { code, results, notes } = await importPredictions({ workspace, input, databases, project });
    expect([code, results]).toEqual([2, []]);
    expect(notes).toContain("predictions.json, row 1, field gold_sql: The field is a number.");
    expect(notes).toContain("row 2, field db_id");
    const exported = await exportVerdicts({ workspace, project, format: "csv", out });
    expect(exported).toMatchObject({ code: 2, notes: expect.stringContaining("no project review") });
  });

  it.each([
    [importPredictions, { project: "x" }, "required option '--workspace <file>' not specified"],
    [
      exportVerdicts,
      { workspace: "w", project: "x", format: "csv", out: "-", nonsense: "x" },
      "unknown option '--nonsense'",
    ],
    [exportVerdicts, { workspace: "/none", project: "x", format: "csv", out: "/x" }, "no workspace /none"],
  ] as [typeof importPredictions, Record<string, string>, string][])(
    "answer 2 for wrong usage: %#",
    async (command, options, note) => {
      expect(await command(options)).toMatchObject({ code: 2, notes: expect.stringContaining(note) });
    },
  );

  it("refuse a form that is not known, and make no workspace by exporting", async () => {
    const { workspace, input, out, databases, project } = setUp([prediction(0)]);
    expect((await exportVerdicts({ workspace, project, format: "csv", out })).code).toBe(2);
    expect(existsSync(workspace)).toBe(false);
    await importPredictions({ workspace, input, databases, project });
    const { code, notes } = await exportVerdicts({ workspace, project, format: "xlsx", out });
    expect([code, notes]).toEqual([
      2,
      expect.stringContaining("'xlsx' is invalid. Allowed choices are rose-vec, annotator, jsonl, csv."),
    ]);
  });
});

describe("the files and projects of a workspace", () => {
  it("are matched, exported one by one, taken back, renamed and deleted", async () => {
    const items = [0, 1].map((n) => prediction(n, { label: n === 0, reason: "because" }));
    const { workspace, input, out, databases } = setUp(items);
    const other = path.join(databases, "other.json");
    const settled = path.join(databases, "settled.json");
    writeFileSync(other, JSON.stringify([prediction(1, { label: true, reason: "seen" }), prediction(2)]));
    writeFileSync(settled, JSON.stringify([prediction(1, { label: true, reason_1: "", reason_2: "" })]));
    const inProject = ["--workspace", workspace, "--project", "review"];
    const files = ["--input", `anna=${input}`, `bert=${other}`, "--consensus", settled];
    const all = ["predictions", "import", ...inProject, "--databases", databases, ...files];
    const counts = { items: 3, matched: 2, verdicts: 3, consensus: 1, conflicts: [] };
    expect(await runQuerent(...all, "--dry-run")).toMatchObject({
      ...{ code: 0, results: [{ ...counts, project: null }] },
    });
    const imported = await runQuerent(...all);
    await expectAsDocumented("predictions-import", imported.results);
    expect(imported.results).toMatchObject([{ ...counts, project: { item_count: 3 } }]);
    const again = await runQuerent(...all);
    expect(again.notes).toContain("other.json is the same, letter by letter, as other.json.");
    expect(again.results).toMatchObject([{ items: 0, verdicts: 0, consensus: 0, unchanged: 4 }]);

    const exportOf = (...options: string[]) =>
      runQuerent("verdicts", "export", ...inProject, "--out", out, ...options);
    await exportOf("--format", "annotator", "--reviewer", "bert", "--file", "other.json");
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject([{ question_id: 1, reason: "seen" }]);
    await exportOf("--format", "rose-vec", "--file", "settled.json");
    expect(readFileSync(out, "utf8")).toBe(readFileSync(settled, "utf8"));

    const listed = await runQuerent("projects", "files", ...inProject);
    await expectAsDocumented("imported-file", listed.results);
    expect(listed.results).toMatchObject([
      { file_name: "predictions.json", reviewer: "anna", items: 2, opinions: 2 },
      { file_name: "other.json", reviewer: "bert", items: 2, opinions: 1 },
      { file_name: "settled.json", reviewer: null, consensus: 1 },
    ]);
    const back = ["projects", "take-back", ...inProject, "--file", "other.json"];
    const told = await runQuerent(...back);
    expect(told).toMatchObject({ code: 0, results: [{ is_done: false, items: 1, verdicts: 1 }] });
    const taken = await runQuerent(...back, "--yes");
    await expectAsDocumented("take-back", taken.results);
    expect(taken.results).toMatchObject([{ is_done: true, items: 1, items_staying: 1, verdicts: 1 }]);
    expect(await runQuerent(...back, "--yes")).toMatchObject({ code: 2 });

    const renamed = await runQuerent("projects", "rename", ...inProject, "--name", "quay");
    await expectAsDocumented("project-changed", renamed.results);
    const remove = ["projects", "delete", "--workspace", workspace, "--project", "quay", "--confirm"];
    expect(await runQuerent(...remove, "review")).toMatchObject({ code: 2 });
    expect(await runQuerent(...remove, "quay")).toMatchObject({ results: [{ is_deleted: true }] });
    expect((await runQuerent("projects", "list", "--workspace", workspace)).results).toEqual([]);
  });
});
