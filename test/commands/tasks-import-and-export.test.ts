import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const withOptions = (command: string) => (options: Record<string, string>) =>
  runQuerent(
    ...command.split(" "),
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  );
const importTasks = withOptions("tasks import");
const exportTasks = withOptions("tasks export");

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

describe("tasks import and tasks export", () => {
  it("carry the pack in with its knowledge and out again as the same JSON (SPEC H7)", async () => {
    const pack = path.join(import.meta.dirname, "../../tasks/river-watch");
    const { workspace, project, out } = setUp([]);
    const imported = await importTasks({
      ...{ workspace, project, input: path.join(pack, "tasks.jsonl") },
      knowledge: path.join(pack, "databases/river_watch_kb.jsonl"),
      "column-meanings": path.join(pack, "databases"),
    });
    expect(imported).toMatchObject({ code: 0, results: [{ tasks: 13, project: { task_count: 13 } }] });
    const exported = await exportTasks({ workspace, project, format: "bird-interact", out });
    expect(exported.results).toMatchObject([{ out, tasks: 13 }]);
    await expectAsDocumented("tasks-import", imported.results);
    await expectAsDocumented("tasks-export", exported.results);
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
      expect(await exportTasks({ ...ofStatus, status })).toMatchObject({ results: [{ tasks }] });
  });

  it("say what the format cannot hold, and answer 1 where that was to be strict", async () => {
    const { out, input, ...where } = setUp([taskRow("harbour_1")]);
    await importTasks({ ...where, input });
    const exported = await exportTasks({ ...where, format: "livesqlbench", out });
    expect(exported).toMatchObject({ code: 0, notes: expect.stringContaining("1 × lost: the follow-up") });
    const options = Object.entries({ ...where, format: "livesqlbench", out });
    const args = options.flatMap(([name, value]) => [`--${name}`, value]);
    expect(await runQuerent("tasks", "export", "--strict", ...args)).toMatchObject({
      code: 1,
      out: exported.out,
    });
  });

  it("answer 2 for rows that cannot be read, naming their lines, or skip them where that is said (SPEC H5)", async () => {
    const { out, ...where } = setUp([taskRow("harbour_1"), "{", taskRow("harbour_2")]);
    const refused = await importTasks(where);
    expect(refused).toMatchObject({ code: 2, results: [], notes: expect.stringContaining("row 2") });
    const skipped = await importTasks({ ...where, unreadable: "skip" });
    expect(skipped).toMatchObject({ code: 1, results: [{ tasks: 2, skipped_rows: 1 }] });
  });

  it("answer 2 for what they do not understand, and leave no file", async () => {
    const { out, input, ...where } = setUp([taskRow("harbour_1")]);
    expect(await exportTasks({ ...where, format: "bird-interact", out })).toMatchObject({ code: 2 });
    await importTasks({ ...where, input });
    for (const wrong of [
      { format: "csv" },
      { format: "livesqlbench", status: "accepted,done" },
      { format: "livesqlbench", project: "none" },
    ])
      expect(await exportTasks({ ...where, out, ...wrong })).toMatchObject({ code: 2 });
    expect(await importTasks({ ...where, input, existing: "maybe" })).toMatchObject({ code: 2 });
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(path.dirname(out)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
