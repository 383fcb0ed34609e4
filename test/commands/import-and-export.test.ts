import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandOutput } from "../../electron/commands/command-output.ts";
import { run as runExport } from "../../electron/commands/export.ts";
import { run as runImport } from "../../electron/commands/import.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction } from "../support/test-workspace.ts";

type Run = (args: string[], output: CommandOutput) => Promise<number>;

async function call(run: Run, options: Record<string, string>) {
  const results: unknown[] = [];
  const notes: string[] = [];
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const code = await run(args, { result: (value) => results.push(value), note: (text) => notes.push(text) });
  return { code, results: JSON.parse(JSON.stringify(results)) as unknown[], notes: notes.join("\n") };
}

function setUp(content: unknown) {
  const folder = temporaryFolder();
  const input = path.join(folder, "predictions.json");
  writeFileSync(input, JSON.stringify(content));
  const workspace = path.join(folder, "work.querent");
  const out = path.join(folder, "out.json");
  return { workspace, input, out, databases: folder, project: "review", reviewer: "anna" };
}

describe("import and export on the command line", () => {
  it("carry labels in and out again", async () => {
    const content = [
      prediction(0, { label: true }),
      prediction(1, { label: false, reason: "GOLD FALSE: x" }),
    ];
    const { workspace, input, out, databases, project, reviewer } = setUp(content);
    const imported = await call(runImport, { workspace, input, databases, project, reviewer });
    expect(imported).toMatchObject({
      code: 0,
      results: [{ items: 2, verdicts: 2, project: { name: "review", itemCount: 2 } }],
    });
    const exported = await call(runExport, { workspace, project, format: "annotator", out, reviewer });
    expect(exported).toMatchObject({ code: 0, results: [{ path: out, items: 2, leftOut: 0 }] });
    expect(exported.notes).toContain("Not held: EX and what differs.");
    expect(readFileSync(out, "utf8")).toBe(readFileSync(input, "utf8"));
  });

  it("answer 1 when an export left items out", async () => {
    const { workspace, input, out, databases, project } = setUp([prediction(0)]);
    await call(runImport, { workspace, input, databases, project });
    const { code, results } = await call(runExport, { workspace, project, format: "rose-vec", out });
    expect([code, results]).toMatchObject([1, [{ items: 0, leftOut: 1 }]]);
  });

  it("answer 2 for a bad file, with every problem on standard error and nothing imported (SPEC P1)", async () => {
    const { workspace, input, databases, project, out } = setUp([{ ...prediction(0), gold_sql: 7 }, {}]);
    const { code, results, notes } = await call(runImport, { workspace, input, databases, project });
    expect([code, results]).toEqual([2, []]);
    expect(notes).toContain("predictions.json, row 1, field gold_sql: The field is a number.");
    expect(notes).toContain("row 2, field db_id");
    const exported = await call(runExport, { workspace, project, format: "csv", out });
    expect(exported).toMatchObject({ code: 2, notes: expect.stringContaining("no project review") });
  });

  it.each([
    [runImport, { project: "x" }, "missing: --workspace, --input, --databases"],
    [runImport, { nonsense: "x" }, "nonsense"],
    [runExport, { workspace: "/none", project: "x", format: "csv", out: "/x" }, "no workspace /none"],
  ] as [Run, Record<string, string>, string][])(
    "answer 2 for wrong usage: %#",
    async (run, options, note) => {
      expect(await call(run, options)).toMatchObject({ code: 2, notes: expect.stringContaining(note) });
    },
  );

  it("refuse a form that is not known, and make no workspace by exporting", async () => {
    const { workspace, input, out, databases, project } = setUp([prediction(0)]);
    expect((await call(runExport, { workspace, project, format: "csv", out })).code).toBe(2);
    expect(existsSync(workspace)).toBe(false);
    await call(runImport, { workspace, input, databases, project });
    const { code, notes } = await call(runExport, { workspace, project, format: "xlsx", out });
    expect([code, notes]).toEqual([2, "--format is one of rose-vec, annotator, jsonl, csv, not xlsx."]);
  });
});
