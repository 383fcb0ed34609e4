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
