import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findDatabase } from "../../electron/engines/sources.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const dir = path.join(root, "databases");

function put(...names: string[]): string {
  const file = path.join(dir, ...names);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  return file;
}

async function pathOf(dbId: string): Promise<string | undefined> {
  return (await findDatabase(dir, dbId, "sqlite"))?.path;
}

describe("findDatabase", () => {
  it.each([
    ["flat", ["flat.sqlite"]],
    ["flat_db", ["flat_db.db"]],
    ["nested", ["nested", "nested.sqlite"]],
    ["nested_db", ["nested_db", "nested_db.db"]],
    ["wörld 1 (copy)", ["wörld 1 (copy).sqlite"]],
    ["%2e%2e", ["%2e%2e.sqlite"]],
    ["a?b#c", ["a?b#c.sqlite"]],
  ])("finds the database %s", async (dbId, names) => {
    const file = put(...names);
    expect(await findDatabase(dir, dbId, "sqlite")).toEqual({ engine: "sqlite", dbId, path: file });
  });

  it("takes the file in the folder before the one in a folder of its own, and .sqlite before .db", async () => {
    put("both", "both.sqlite");
    put("both.db");
    const file = put("both.sqlite");
    expect(await pathOf("both")).toBe(file);
  });

  it("finds a name that differs in case alone, the exact name first", async () => {
    const upper = put("Concert_Singer", "Concert_Singer.SQLITE");
    expect(await pathOf("concert_singer")).toBe(upper);
    expect(await pathOf("CONCERT_SINGER")).toBe(upper);
    const exact = put("concert_singer.sqlite");
    expect(await pathOf("concert_singer")).toBe(exact);
  });

  it("answers null where there is no file, no folder, or a folder in the place of the file", async () => {
    mkdirSync(path.join(dir, "folder.sqlite"), { recursive: true });
    expect(await findDatabase(dir, "folder", "sqlite")).toBeNull();
    expect(await findDatabase(dir, "absent", "sqlite")).toBeNull();
    expect(await findDatabase(path.join(root, "absent"), "flat", "sqlite")).toBeNull();
  });

  it.each([
    "../outside",
    "..",
    ".",
    "",
    "/outside",
    "a/../../outside",
    "..\\outside",
    "C:outside",
    "outside\0",
  ])("never leaves the folder for the db_id %j", async (dbId) => {
    writeFileSync(path.join(root, "outside.sqlite"), "");
    expect(await findDatabase(dir, dbId, "sqlite")).toBeNull();
    expect(await findDatabase(dir, path.join(root, "outside"), "sqlite")).toBeNull();
  });

  it("follows links inside the folder, as data sets are often linked in", async () => {
    put("flat.sqlite");
    symlinkSync(path.join(dir, "flat.sqlite"), path.join(dir, "linked.sqlite"));
    expect(await pathOf("linked")).toBe(path.join(dir, "linked.sqlite"));
  });
});
