import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createFilesService } from "../../electron/services/files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = createFilesService(os.homedir());

describe("listing a folder", () => {
  it("shows folders first, then files by number and name, hidden ones last", async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "databases"));
    mkdirSync(path.join(folder, ".cache"));
    for (const name of ["run-10.json", "run-9.json", ".hidden.json", "notes.txt"])
      writeFileSync(path.join(folder, name), "12345");
    symlinkSync(path.join(folder, "databases"), path.join(folder, "link"));
    symlinkSync(path.join(folder, "nowhere"), path.join(folder, "dangling"));
    const { entries, parent, truncated } = await files.list({ path: folder, extensions: ["json"] });
    expect(entries.map(({ name, kind, bytes }) => [name, kind, bytes])).toEqual([
      ["databases", "folder", 0],
      ["link", "folder", 0],
      ["run-9.json", "file", 5],
      ["run-10.json", "file", 5],
      [".cache", "folder", 0],
      [".hidden.json", "file", 5],
    ]);
    expect({ parent, truncated }).toEqual({ parent: path.dirname(folder), truncated: false });
  });

  it("starts at home, and has no parent at the root", async () => {
    expect((await files.list({ path: "", extensions: [] })).path).toBe(os.homedir());
    const { root } = path.parse(process.cwd());
    expect((await files.list({ path: root, extensions: [] })).parent).toBeNull();
  });

  it("cuts a long folder off and says so", async () => {
    const folder = temporaryFolder();
    for (let n = 0; n < 2_001; n += 1) writeFileSync(path.join(folder, `${n}.json`), "");
    const { entries, truncated } = await files.list({ path: folder, extensions: [] });
    expect([entries.length, truncated]).toEqual([2_000, true]);
  });

  it("names a folder that is not there", async () => {
    const missing = path.join(temporaryFolder(), "none");
    await expect(files.list({ path: missing, extensions: [] })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(missing),
    });
  });
});
