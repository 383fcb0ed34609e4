import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { draftOf } from "../../electron/store/drafts.ts";
import { allProjects } from "../../electron/store/projects.ts";
import { defineRowSum, findDamage } from "../../electron/store/row-sums.ts";
import { eventByRevision, eventsOfItem } from "../../electron/store/verdict-events.ts";
import { verdictsOnItems } from "../../electron/store/verdicts.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

interface Acknowledged {
  type: "verdict" | "draft";
  itemId: number;
  revision: number;
  note: string;
  saveId: string | null;
}

/** Runs a script until `stop` says so after one of its lines, kills it with SIGKILL, and answers its whole lines. */
async function killed(script: URL, args: string[], stop: (lines: number) => boolean): Promise<string[]> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on("line", (line) => {
    lines.push(line);
    if (stop(lines.length)) child.kill("SIGKILL");
  });
  await Promise.all([once(child, "exit"), once(reading, "close")]);
  return lines;
}

function integrity(file: string): unknown {
  const connection = new Database(file, { readonly: true });
  try {
    defineRowSum(connection);
    return findDamage(connection);
  } finally {
    connection.close();
  }
}

describe("killing the process with SIGKILL", () => {
  it("loses no acknowledged save, undo or draft in 36 kills of a writer in full flow (SPEC W1)", async () => {
    const { workspace, itemIds, projectId } = await testWorkspace([0, 1, 2, 3, 4].map((n) => prediction(n)));
    const file = workspace.path;
    await workspace.close();
    const acknowledged: Acknowledged[] = [];
    const kills = 36;
    for (let round = 0; round < kills; round += 1) {
      const last = 1 + ((round * 13) % 90);
      const lines = await killed(
        new URL("./save-until-killed.ts", import.meta.url),
        [file, String(projectId), ...itemIds.map(String)],
        (count) => count >= last,
      );
      expect(lines.length).toBeGreaterThanOrEqual(last);
      const told = lines.map((line) => JSON.parse(line) as Acknowledged);
      acknowledged.push(...told.filter(({ type }) => type === "verdict"));
      const again = openWorkspace(file);
      await again.read(async (db) => {
        for (const { itemId, revision, note, saveId } of acknowledged)
          expect(await eventByRevision(db, itemId, "anna", revision)).toMatchObject({
            saveId,
            judgement: { note },
          });
        // The last word is a draft: it is stored, or the save that followed it was committed and not yet reported.
        const end = told.at(-1);
        if (end?.type === "draft" && (await draftOf(db, end.itemId, "anna"))?.note !== end.note)
          expect(await unacknowledgedEvents(db, acknowledged.length)).toBeGreaterThan(0);
      });
      await again.close();
      expect(integrity(file)).toEqual([]);
    }
    const again = openWorkspace(file);
    const extra = await again.read((db) => unacknowledgedEvents(db, acknowledged.length));
    expect(extra).toBeGreaterThanOrEqual(0);
    expect(extra).toBeLessThanOrEqual(kills);
    await again.read(async (db) => {
      const last = (
        await Array.fromAsync(itemIds, async (itemId) => (await eventsOfItem(db, itemId, "anna")).slice(0, 1))
      ).flat();
      expect(await verdictsOnItems(db, itemIds)).toEqual(
        last.map(({ itemId, reviewer, revision, at, judgement }) => {
          return { ...judgement, itemId, reviewer, revision, savedAt: at };
        }),
      );
    });
    await again.close();
  }, 480_000);

  it("in the middle of an import leaves all of it or nothing (SPEC W7)", async () => {
    const folder = temporaryFolder();
    const input = path.join(folder, "predictions.json");
    writeFileSync(input, JSON.stringify(Array.from({ length: 20_000 }, (_, n) => prediction(n))));
    for (let round = 0; round < 6; round += 1) {
      const file = path.join(folder, `work-${round}.querent`);
      let saving = 0;
      const lines = await killed(
        new URL("./import-until-killed.ts", import.meta.url),
        [file, input, folder],
        (count) => {
          saving = count;
          return count > round;
        },
      );
      expect(saving).toBeGreaterThan(0);
      const again = openWorkspace(file);
      const counts = (await again.read(allProjects)).map(({ itemCount }) => itemCount);
      await again.close();
      expect(counts).toEqual(lines.includes("done") || counts.length > 0 ? [20_000] : []);
      expect(integrity(file)).toEqual([]);
    }
  });
});

async function unacknowledgedEvents(
  db: Parameters<typeof draftOf>[0],
  acknowledged: number,
): Promise<number> {
  const { events } = (await db.first(plainSql("SELECT count(*) AS events FROM verdict_event"))) as {
    events: number;
  };
  return events - acknowledged;
}
