import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { usageLines } from "../../electron/cli.ts";
import { type CommandHost, runHeadlessCommand } from "../../electron/commands/command.ts";
import { expectAsDocumented, runQuerent, runQuerentOn } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const root = path.join(import.meta.dirname, "../..");

describe("the command line", () => {
  it.each([[], ["frobnicate"], ["toString"], ["tasks"], ["tasks", "frobnicate"], ["--frobnicate"]])(
    "answers %s on standard error, exit code 2",
    async (...argv) => {
      const { code, out, notes } = await runQuerent(...argv);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(notes).toMatch(/Usage: querent|unknown (command|option)/);
    },
  );

  it("prints help and version on standard output, which is no error", async () => {
    const help = await runQuerent("--help");
    expect(help).toMatchObject({ code: 0, notes: "" });
    for (const noun of [
      "predictions",
      "verdicts",
      "tasks",
      "projects",
      "certify",
      "open",
      "schema",
      "completion",
    ])
      expect(help.out).toContain(noun);
    expect(await runQuerent("verdicts", "export", "--help")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/rose-vec.*annotator.*jsonl.*csv/s),
      notes: "",
    });
    expect(await runQuerent("--version")).toMatchObject({ code: 0, out: "0.0.0-test\n", notes: "" });
  });

  it("says how each command is called in the README as it does itself", async () => {
    const readme = readFileSync(path.join(root, "README.md"), "utf8");
    expect(readme.match(/^querent .+/gm)).toEqual(await usageLines());
  });

  it.each([
    ["evaluate", "predictions evaluate"],
    ["import", "predictions import"],
    ["export", "verdicts export"],
    ["import-tasks", "tasks import"],
    ["export-tasks", "tasks export"],
    ["lint-tasks", "tasks lint"],
    ["check-tasks", "tasks check"],
    ["run-tests", "tasks test"],
  ])("%s names its successor, exit code 2", async (earlier, successor) => {
    const { code, out, notes } = await runQuerent(earlier, "--input", "x");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(notes).toContain(`'querent ${earlier}' is now 'querent ${successor}'`);
  });

  it.each([
    ["predictions", "evaluate"],
    ["predictions", "import"],
    ["verdicts", "export"],
    ["tasks", "check"],
    ["projects", "list"],
  ])("%s %s without its options says what is missing and how it is called, exit code 2", async (...argv) => {
    const { code, out, notes } = await runQuerent(...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(notes).toMatch(/required option '--(input|workspace) <file>' not specified/);
    expect(notes).toContain(`usage: querent ${argv.join(" ")} --`);
  });

  it("opens the workbench on a file, with the options of a start", async () => {
    expect(await runQuerent("open")).toMatchObject({ code: 0, notes: "open" });
    const options = ["--folder", "a", "b", "--host", "web", "--port", "8000", "--no-window"];
    expect(await runQuerent("open", "work.querent", ...options)).toMatchObject({
      code: 0,
      notes: "open --project work.querent --folder a --folder b --host web --port 8000 --no-window",
    });
    expect(await runQuerent("open", "--host", "moon")).toMatchObject({ code: 2 });
  });

  it("reports a defect as ours, exit code 70", async () => {
    const notes: string[] = [];
    const host = { version: "1.2.3", note: (text: string) => void notes.push(text) } as CommandHost;
    const broken = async () => {
      throw new TypeError("no such thing");
    };
    expect(await runHeadlessCommand(broken, {}, host)).toBe(70);
    expect(notes.join("\n")).toMatch(/^This is a bug in Querent 1\.2\.3.*\nTypeError: no such thing\n +at /);
  });
});

describe("completion", () => {
  /** What the shells' scripts ask for; the library answers on the console. */
  async function complete(...words: string[]): Promise<string[]> {
    const lines: string[] = [];
    const { log } = console;
    console.log = (line: string) => void lines.push(line);
    try {
      await runQuerent("complete", "--", ...words);
    } finally {
      console.log = log;
    }
    return lines.map((line) => line.split("\t")[0] ?? "");
  }

  it("knows commands, options and the words that an option takes", async () => {
    expect(await complete("tasks", "")).toEqual(
      expect.arrayContaining(["import", "export", "lint", "check", "test"]),
    );
    expect(await complete("tasks", "check", "--eng")).toContain("--engine");
    expect(await complete("tasks", "check", "--engine", "")).toEqual(
      expect.arrayContaining(["sqlite", "pglite", "postgres"]),
    );
  });
});

describe("projects list", () => {
  it("prints name, items, tasks and verdicts of each project", async () => {
    const input = path.join(folder, "predictions.json");
    const item = {
      question_id: 1,
      db_id: "d",
      question: "?",
      predicted_sql: "SELECT 1",
      gold_sql: "SELECT 1",
    };
    writeFileSync(
      input,
      JSON.stringify([
        { ...item, label: true },
        { ...item, question_id: 2 },
      ]),
    );
    const workspace = ["--workspace", path.join(folder, "w.querent")];
    const imported = ["--input", input, "--databases", folder, "--reviewer", "anna"];
    await runQuerent("predictions", "import", ...workspace, "--project", "one", ...imported);
    await runQuerent("predictions", "import", ...workspace, "--project", "two", ...imported.slice(0, 4));
    const listed = await runQuerent("projects", "list", ...workspace);
    await expectAsDocumented("project", listed.results);
    expect(listed).toMatchObject({
      code: 0,
      results: [
        { id: 1, name: "one", items: 2, tasks: 0, verdicts: 1 },
        { id: 2, name: "two", items: 2, tasks: 0 },
      ],
    });
    expect(await runQuerent("projects", "list", "--workspace", "/nowhere.querent")).toMatchObject({
      code: 2,
      out: "",
      notes: expect.stringContaining("There is no workspace /nowhere.querent"),
    });
  });
});

describe("standard input and output", () => {
  const item = {
    question_id: 1,
    db_id: "absent",
    question: "?",
    predicted_sql: "SELECT 1",
    gold_sql: "SELECT 1",
  };
  const databases = path.join(folder, "databases");
  mkdirSync(databases);

  it("stand for files where an option says -, and then the summary goes to standard error", async () => {
    const args = ["--input", "-", "--databases", databases, "--out", "-"];
    const { code, results, notes } = await runQuerentOn(
      JSON.stringify([item]),
      "predictions",
      "evaluate",
      ...args,
    );
    expect(code).toBe(1);
    expect(results).toMatchObject([{ index: 0, db_id: "absent" }]);
    expect(notes).toContain('{"out":"-",');
  });

  it("serve imports and exports", async () => {
    const workspace = ["--workspace", path.join(folder, "piped.querent"), "--project", "p"];
    const imported = ["predictions", "import", ...workspace, "--databases", databases, "--input", "-"];
    expect(await runQuerentOn(JSON.stringify([item]), ...imported)).toMatchObject({
      code: 0,
      results: [{ items: 1 }],
    });
    const exported = await runQuerent("verdicts", "export", ...workspace, "--format", "jsonl", "--out", "-");
    expect(exported).toMatchObject({ code: 0, results: [{ question_id: 1, db_id: "absent" }] });
    expect(exported.notes).toContain('"left_out":0');
  });

  it("say what is wrong with the text by its row", async () => {
    const args = ["--input", "-", "--databases", databases, "--out", "-"];
    const { code, out, notes } = await runQuerentOn("[{}]", "predictions", "evaluate", ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(notes).toMatch(/^standard-input, row 1, field /);
  });

  it("can be read by one option only", async () => {
    const args = ["--input", "-", "--predictions", "-", "--databases", databases, "--out", "-"];
    const { code, notes } = await runQuerentOn("{}", "tasks", "test", ...args);
    expect([code, notes]).toEqual([2, "Only one option can read from standard input."]);
  });
});
