import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../electron/cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...argv: string[]) {
  const results: unknown[] = [];
  const notes: string[] = [];
  const code = await runCommandLine(argv, {
    result: (value) => results.push(value),
    note: (text) => notes.push(text),
  });
  return { code, results, notes: notes.join("\n") };
}

describe("the headless commands", () => {
  it.each([[], ["frobnicate"], ["toString"], ["--version"]])(
    "answer %s with the usage and exit code 2",
    async (...argv) => {
      const { code, results, notes } = await run(...argv);
      expect(code).toBe(2);
      expect(results).toEqual([]);
      for (const command of ["evaluate", "import", "export"]) expect(notes).toContain(`-- ${command} --`);
    },
  );

  it("tell the usage of one command when asked, which is no error", async () => {
    expect(await run("export", "--help")).toMatchObject({
      code: 0,
      notes: expect.stringContaining("--format rose-vec|annotator|jsonl|csv"),
    });
    expect((await run("--help")).code).toBe(0);
  });

  it.each(["evaluate", "import", "export"])(
    "%s without its options says what is missing, exit code 2",
    async (name) => {
      const { code, results, notes } = await run(name);
      expect(code).toBe(2);
      expect(results).toEqual([]);
      expect(notes).not.toMatch(/^\s+at /m);
      expect(notes).toMatch(/input|workspace/);
    },
  );

  it("import answers one JSON value, and export writes what was imported", async () => {
    const input = path.join(folder, "predictions.json");
    const item = {
      question_id: 1,
      db_id: "d",
      question: "?",
      predicted_sql: "SELECT 1",
      gold_sql: "SELECT 1",
    };
    writeFileSync(input, JSON.stringify([item]));
    const workspace = ["--workspace", path.join(folder, "w.querent"), "--project", "p"];
    const imported = await run("import", ...workspace, "--input", input, "--databases", folder);
    expect(imported).toMatchObject({ code: 0, results: [{ items: 1 }] });
    const out = path.join(folder, "out.jsonl");
    expect(await run("export", ...workspace, "--format", "jsonl", "--out", out)).toMatchObject({
      code: 0,
      results: [expect.anything()],
    });
  });
});
