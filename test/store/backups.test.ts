import { randomUUID } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backupsOf, copyFileOfWorkspace, makeBackup } from "../../electron/store/backups.ts";
import { preferencesOf, putPreference } from "../../electron/store/preferences.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const begin = (file: string): Workspace => {
  const workspace = openWorkspace(file);
  onTestFinished(() => workspace.close());
  return workspace;
};
const damageOf = async () => [];
const going = new AbortController().signal;
const themeIn = (file: string) => begin(file).read(async (db) => (await preferencesOf(db, "anna")).theme);

describe("backups of an open workspace", () => {
  it("are made where something has changed and an hour has passed, and open as workspaces of this account alone", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const workspace = begin(file);
    await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    let at = Date.now();
    const back = () => makeBackup({ file, now: () => new Date(at), damageOf }, going);
    const first = await back();
    expect(await back()).toBeNull();
    at += 2 * 3_600_000;
    expect(await back()).toBeNull();
    await workspace.write((db) => putPreference(db, "anna", "theme", "light"));
    utimesSync(file, new Date(), new Date(Date.now() + 1000));
    const second = await back();
    expect(backupsOf(file)).toEqual([second, first]);
    expect(await Array.fromAsync([first, second], (one) => themeIn(one as string))).toEqual([
      "dark",
      "light",
    ]);
    expect(statSync(second as string).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(second as string)).mode & 0o777).toBe(0o700);
  });

  it("are the five newest, and the newest of each of five days", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const workspace = begin(file);
    for (let hour = 0; hour < 24 * 8; hour += 3) {
      await workspace.write((db) => putPreference(db, "anna", "hour", String(hour)));
      const now = new Date(Date.UTC(2031, 0, 1, hour));
      const [newest] = backupsOf(file);
      if (newest) utimesSync(newest, now, new Date(now.getTime() - 2 * 3_600_000));
      utimesSync(file, now, now);
      await makeBackup({ file, now: () => now, damageOf }, going);
    }
    expect(backupsOf(file).map((one) => path.basename(one))).toEqual([
      ...["08T21", "08T18", "08T15", "08T12", "08T09"].map((at) => `2031-01-${at}-00-00.querent`),
      ...["07T21", "06T21", "05T21", "04T21"].map((at) => `2031-01-${at}-00-00.querent`),
    ]);
  });

  it("are made on after the clock was put back, and what a kill left of one is cleared away", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const workspace = begin(file);
    const at = Date.now();
    const first = (await makeBackup({ file, now: () => new Date(at), damageOf }, going)) as string;
    utimesSync(first, new Date(), new Date(at + 365 * 86_400_000));
    const parts = (of: string) => `${of}.${randomUUID()}.partial`;
    const others = parts(`${file}.other`);
    const torn = [parts(first), parts(file), `${parts(file)}-journal`];
    for (const part of [others, ...torn]) {
      writeFileSync(part, "half of one");
      utimesSync(part, new Date(), new Date(at - 25 * 3_600_000));
    }
    writeFileSync(parts(file), "under way");
    await workspace.write((db) => putPreference(db, "anna", "theme", "light"));
    const now = () => new Date(at + 60_000);
    const second = (await makeBackup({ file, now, damageOf }, going)) as string;
    expect(await themeIn(second)).toBe("light");
    expect([first, ...torn].map((one) => existsSync(one))).toEqual([true, false, false, false]);
    expect(existsSync(others)).toBe(true);
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes(".partial"))).toHaveLength(2);
    utimesSync(second, now(), now());
    expect(await makeBackup({ file, now: () => new Date(at + 120_000), damageOf }, going)).toBeNull();
  });

  it.skipIf(noSmallDisk !== null)(
    `that do not fit leave nothing behind${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
    async () => {
      const file = path.join(temporaryFolder(), "work.querent");
      begin(file);
      const target = path.join(smallDisk("64k"), "copy.querent");
      await expect(copyFileOfWorkspace(file, target)).rejects.toMatchObject({ reason: "disk-full" });
      expect(readdirSync(path.dirname(target))).toEqual([]);
    },
  );
});

describe("a workspace that cannot be opened", () => {
  it("is told as damaged with the way to its newest backup, where its end is missing", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const workspace = openWorkspace(file);
    await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    const backup = await makeBackup({ file, now: () => new Date(), damageOf }, going);
    await workspace.close();
    truncateSync(file, statSync(file).size - 4096);
    const before = readFileSync(file);
    expect(() => openWorkspace(file)).toThrow(
      `The file is damaged or is not a workspace: ${file}. Open its newest backup: ${backup}`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await themeIn(backup as string)).toBe("dark");
  });

  it("is told as empty where it has 0 bytes, and stays so", () => {
    const file = path.join(temporaryFolder(), "work.querent");
    writeFileSync(file, "");
    expect(() => openWorkspace(file)).toThrow(`${file} is empty (0 bytes)`);
    expect(statSync(file).size).toBe(0);
  });
});

describe("querent projects copy", () => {
  it("copies a workspace that is open and written to, and replaces nothing", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [path.join(folder, "work.querent"), path.join(folder, "copy.querent")];
    const workspace = begin(file);
    await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    const copying = ["projects", "copy", "--workspace", file, "--out", copy];
    expect((await runQuerent(...copying)).code).toBe(0);
    expect(await themeIn(copy)).toBe("dark");
    const again = await runQuerent(...copying);
    expect([again.code, again.notes]).toEqual([2, expect.stringContaining("is there already")]);
  });
});
