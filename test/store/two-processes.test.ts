import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate, migrations } from "../../electron/store/migrations.ts";
import { putPreference } from "../../electron/store/preferences.ts";
import { eventsOfItem } from "../../electron/store/verdict-events.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const run = promisify(execFile);

describe("several processes on one workspace", () => {
  it("migrate one of an earlier version once, whoever of them comes first (SPEC W4)", async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "work.querent");
    const before = new Database(file);
    migrate(before, file, migrations.slice(0, 13));
    before.exec("INSERT INTO project (name, databases_dir, created_at) VALUES ('old', '/d', 'then')");
    before.close();
    const go = path.join(folder, "go");
    const script = fileURLToPath(new URL("./open-in-company.ts", import.meta.url));
    const hosts = [1, 2, 3].map(() => {
      const host = spawn(process.execPath, [script, file, go], { stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [host.stdout, host.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
        });
      return { ready: once(host.stdout, "data"), ended: once(host, "close").then(([code]) => [code, said]) };
    });
    await Promise.all(hosts.map(({ ready }) => ready));
    writeFileSync(go, "");
    for (const { ended } of hosts) expect(await ended).toEqual([0, 'ready\n["old"]\n']);
    const after = new Database(file, { readonly: true });
    onTestFinished(() => void after.close());
    expect(after.pragma("user_version", { simple: true })).toBe(migrations.length);
    const left = readdirSync(folder).filter((name) => /backup|partial/.test(name));
    expect(left).toEqual(["work.querent.v13-backup"]);
  });

  it("lose no acknowledged save and build no save on a stale one (SPEC V4, W6)", async () => {
    const { workspace, projectId, itemIds } = await testWorkspace([prediction(0), prediction(1)]);
    const script = fileURLToPath(new URL("./save-in-company.ts", import.meta.url));
    const args = [script, workspace.path, String(projectId), "60", ...itemIds.map(String)];
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => JSON.parse((await run(process.execPath, args)).stdout) as { pid: number }),
    );
    const events = (
      await workspace.read(async (db) =>
        (await Array.fromAsync(itemIds, (itemId) => eventsOfItem(db, itemId, "anna"))).flat(),
      )
    ).toSorted((one, other) => one.seq - other.seq);
    expect(events).toHaveLength(180);
    for (const { pid } of outcomes) {
      const notes = events
        .map(({ judgement }) => judgement.note)
        .filter((note) => note.startsWith(`${pid} `));
      expect(notes).toEqual(Array.from({ length: 60 }, (_, n) => `${pid} ${n}`));
    }
    for (const itemId of itemIds) {
      const revisions = events.filter((event) => event.itemId === itemId).map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.map((_, index) => index + 1));
    }
  });

  it("wait for each other's transactions without blocking their windows (SPEC W6)", async () => {
    const { workspace } = await testWorkspace([prediction(0)]);
    const other = new Database(workspace.path);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const saving = workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        turns += 1;
        if (turns < 10) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
    other.exec("COMMIT");
    await saving;
    expect(turns).toBe(10);
  });
});
