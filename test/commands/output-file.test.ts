import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openOutputFile } from "../../electron/commands/output-file.ts";
import { makeDatabase } from "../engines/sqlite/support.ts";
import { runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const write = (file: string, text = "new\n"): void => {
  const out = openOutputFile(file, { write: () => undefined, unfinished: () => undefined });
  out.write(text);
  out.complete();
};

describe("what --out names", () => {
  it("stays a link where it is one, there or not; what it leads to is replaced", () => {
    const folder = temporaryFolder();
    const [target, link, loose] = ["target", "link", "loose"].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(target, "old\n");
    symlinkSync("target", link);
    symlinkSync("not-yet", loose);
    write(link);
    write(loose);
    expect([link, loose].map((file) => lstatSync(file).isSymbolicLink())).toEqual([true, true]);
    expect(readlinkSync(link)).toBe("target");
    expect([target, path.join(folder, "not-yet")].map((file) => readFileSync(file, "utf8"))).toEqual([
      "new\n",
      "new\n",
    ]);
    symlinkSync("round", path.join(folder, "round"));
    expect(() => write(path.join(folder, "round"))).toThrow("is a link that leads to itself");
  });

  it("keeps its mode", () => {
    const file = path.join(temporaryFolder(), "private.jsonl");
    writeFileSync(file, "old\n");
    chmodSync(file, 0o640);
    write(file);
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new\n", 0o640]);
  });

  it("is written through where it is a device or a pipe, which stays what it is", async () => {
    write("/dev/null");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    const pipe = path.join(temporaryFolder(), "pipe");
    const reader = spawn("sh", ["-c", 'mkfifo "$0" && echo made && cat "$0"', pipe]);
    await once(reader.stdout, "data");
    write(pipe, "through the pipe\n");
    expect((await buffer(reader.stdout)).toString()).toBe("through the pipe\n");
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it("is refused in words where no file is named", async () => {
    const input = path.join(temporaryFolder(), "tasks.jsonl");
    writeFileSync(input, `${taskRow("harbour_1")}\n`);
    for (const out of ["", `${temporaryFolder()}/`, temporaryFolder()])
      expect(await runQuerent("tasks", "lint", "--input", input, "--out", out)).toMatchObject({
        code: 2,
        notes: expect.stringMatching(/^--out .*Name a file/),
      });
  });

  it("is refused where it is a folder, a database or a workspace, and nothing is left beside it", () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "results"));
    const database = makeDatabase(path.join(folder, "work.querent"), "CREATE TABLE t (x)");
    const before = readFileSync(database);
    expect(() => write(path.join(folder, "results"))).toThrow("is a folder. Name a file in it");
    expect(() => write(database)).toThrow("is a database or a workspace, which nothing replaces");
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["results", "work.querent"]);
  });
});
