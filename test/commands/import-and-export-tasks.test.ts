import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandOutput } from "../../electron/commands/command-output.ts";
import { run as runExport } from "../../electron/commands/export-tasks.ts";
import { run as runImport } from "../../electron/commands/import-tasks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { taskRow } from "../support/test-tasks.ts";

type Run = (args: string[], output: CommandOutput) => Promise<number>;

async function call(run: Run, options: Record<string, string>) {
  const results: unknown[] = [];
  const notes: string[] = [];
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const code = await run(args, { result: (value) => results.push(value), note: (text) => notes.push(text) });
  return { code, results: JSON.parse(JSON.stringify(results)) as unknown[], notes: notes.join("\n") };
}

function setUp(lines: readonly string[]) {
  const folder = temporaryFolder();
  const input = path.join(folder, "tasks.jsonl");
  writeFileSync(input, lines.map((line) => `${line}\n`).join(""));
  return {
    workspace: path.join(folder, "w.querent"),
    project: "tasks",
    input,
    out: path.join(folder, "out.jsonl"),
  };
}

describe("import-tasks and export-tasks", () => {
  it("carry the pack in with its knowledge and out again as the same JSON (SPEC H7)", async () => {
    const pack = path.join(import.meta.dirname, "../../tasks/river-watch");
    const { workspace, project, out } = setUp([]);
    const imported = await call(runImport, {
      ...{ workspace, project, input: path.join(pack, "tasks.jsonl") },
      knowledge: path.join(pack, "databases/river_watch_kb.jsonl"),
      "column-meanings": path.join(pack, "databases"),
    });
    expect(imported).toMatchObject({ code: 0, results: [{ tasks: 13, project: { taskCount: 13 } }] });
    const exported = await call(runExport, { workspace, project, format: "bird-interact", out });
    expect(exported.results).toMatchObject([{ path: out, tasks: 13 }]);
    const objects = (file: string) =>
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    expect(objects(out)).toEqual(objects(path.join(pack, "tasks.jsonl")));
    const ofStatus = { workspace, project, format: "bird-interact", out };
    for (const [status, tasks] of [
      ["draft, in-check", 13],
      ["accepted", 0],
    ] as const)
      expect(await call(runExport, { ...ofStatus, status })).toMatchObject({ results: [{ tasks }] });
  });

  it("answer 1 and say what the form cannot hold", async () => {
    const { out, input, ...where } = setUp([taskRow("harbour_1")]);
    await call(runImport, { ...where, input });
    const exported = await call(runExport, { ...where, format: "livesqlbench", out });
    expect(exported).toMatchObject({ code: 1, notes: expect.stringContaining("1 × lost: the follow-up") });
  });

  it("answer 2 for rows that cannot be read, naming their lines, or skip them where that is said (SPEC H5)", async () => {
    const { out, ...where } = setUp([taskRow("harbour_1"), "{", taskRow("harbour_2")]);
    const refused = await call(runImport, where);
    expect(refused).toMatchObject({ code: 2, results: [], notes: expect.stringContaining("row 2") });
    const skipped = await call(runImport, { ...where, unreadable: "skip" });
    expect(skipped).toMatchObject({ code: 1, results: [{ tasks: 2, skippedRows: 1 }] });
  });

  it("answer 2 for what they do not understand, and leave no file", async () => {
    const { out, input, ...where } = setUp([taskRow("harbour_1")]);
    expect(await call(runExport, { ...where, format: "bird-interact", out })).toMatchObject({ code: 2 });
    await call(runImport, { ...where, input });
    for (const wrong of [
      { format: "csv" },
      { format: "livesqlbench", status: "accepted,done" },
      { format: "livesqlbench", project: "none" },
    ])
      expect(await call(runExport, { ...where, out, ...wrong })).toMatchObject({ code: 2 });
    expect(await call(runImport, { ...where, input, existing: "maybe" })).toMatchObject({ code: 2 });
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(path.dirname(out)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
