import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { addLongRun, type LongRun } from "../dialogues/long-dialogues.ts";
import { riverWatch } from "../e2e/support/tasks-page.ts";
import { closeSharedBrowser } from "../support/browser.ts";
import { launchWeb } from "../support/launch.ts";
import ownCache from "../support/own-cache.ts";
import { plainSql } from "../support/plain-sql.ts";
import { copyPrepared, prepareWorkspaces, workspaceIn } from "../support/prepared-workspace.ts";
import { rendererMemory } from "./window.ts";

/** A long run in a window: milliseconds from the key to the next dialogue whole on screen, and what the renderer holds beyond an empty screen. */
export interface LongDialogueFigures {
  /** What the observations of the run come to. */
  megabytes: number;
  openRunMs: number;
  /** Opened again, after another screen. */
  openAgainMs: number;
  nextDialogueMs: number[];
  heapMegabytes: number;
}

const openDialogue = "section[aria-label^='Dialogue of'][aria-busy=false]";

/** Opens the screen on a run, and walks `steps` of its dialogues to and fro, resting a little on each. */
export async function measureLongDialogues(run: LongRun, steps: number): Promise<LongDialogueFigures> {
  const forget = ownCache();
  const folder = mkdtempSync(path.join(tmpdir(), "querent-long-"));
  await prepareWorkspaces(riverWatch(path.join(cacheFolder(), "packs")));
  copyPrepared("tasks", folder);
  const workspace = openWorkspace(workspaceIn(folder));
  await addLongRun(workspace, run);
  const megabytes = await sizeOf(workspace);
  await workspace.close();
  const app = await launchWeb({ folder });
  try {
    const { page } = app;
    await page.getByRole("navigation", { name: "Screens" }).waitFor({ timeout: 60_000 });
    const before = await rendererMemory(app);
    const openRunMs = await keysToShown(page, ["g", "i"], 1);
    const nextDialogueMs: number[] = [];
    for (let step = 0; step < steps; step += 1) {
      await page.waitForTimeout(500);
      nextDialogueMs.push(await keysToShown(page, ["j"], step + 2));
    }
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("listbox", { name: "Tasks" }).waitFor();
    await page.waitForTimeout(500);
    const openAgainMs = await keysToShown(page, ["g", "i"], steps + 1);
    const after = await rendererMemory(app);
    return {
      megabytes,
      openRunMs,
      openAgainMs,
      nextDialogueMs,
      heapMegabytes: after.heapMegabytes - before.heapMegabytes,
    };
  } finally {
    await app.close();
    await closeSharedBrowser();
    rmSync(folder, { recursive: true, force: true });
    forget();
  }
}

async function sizeOf(workspace: ReturnType<typeof openWorkspace>): Promise<number> {
  const bytes = await workspace.read(
    async (db) => (await db.values(plainSql("SELECT sum(length(content)) FROM dialogue_turn")))[0],
  );
  return Number(bytes) / 2 ** 20;
}

type Page = Awaited<ReturnType<typeof launchWeb>>["page"];

/** From the last key to the frame in which the dialogue of a trial (from 1) is whole on screen, measured inside the page. */
function keysToShown(page: Page, keys: string[], trial: number): Promise<number> {
  return page.evaluate(
    async ({ keys, trial, selector }) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const started = performance.now();
      const isThere = () => {
        const shown = document.querySelector(selector);
        const own =
          trial === 1
            ? !shown?.textContent?.includes("· trial ")
            : shown?.textContent?.includes(`· trial ${trial}`);
        return own === true && shown?.querySelector("li[aria-current=step]");
      };
      while (!isThere()) await new Promise(requestAnimationFrame);
      return performance.now() - started;
    },
    { keys, trial, selector: openDialogue },
  );
}
