import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { putPreference } from "../../electron/store/preferences.ts";
import { eventsOfItem } from "../../electron/store/verdict-events.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const run = promisify(execFile);

describe("several processes on one workspace", () => {
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
