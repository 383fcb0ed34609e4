import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { openTask } from "../e2e/support/task-page.ts";
import { importTasks, riverWatch } from "../e2e/support/tasks-page.ts";
import { closeSharedBrowser } from "../support/browser.ts";
import { launchWeb } from "../support/launch.ts";
import { largeSql } from "./large-sql.ts";

/** What somebody waits for who types in a gold of a megabyte, in Chromium on the web host; milliseconds. */
export interface TypingFigures {
  /** From each key event to the frame that shows what it typed. */
  keyMs: number[];
  /** What held the page's main thread up longest meanwhile; saving is among it, analysis must not be. */
  longestTaskMs: number;
}

const taskId = "river_watch_1";

/** Types `keys` keys, one every `restMs`, into a gold of a million characters. */
export async function measureTyping(keys: number, restMs: number): Promise<TypingFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-typing-"));
  const app = await launchWeb({ folder, first: true });
  try {
    const pack = riverWatch(folder);
    await importTasks(app.page, { ...pack, tasks: withLargeGold(pack.tasks, folder) });
    // What runs at the first start must not compete with the person.
    const running = app.page.getByRole("region", { name: "Running work" });
    await running.waitFor({ state: "detached", timeout: 180_000 });
    await openTask(app.page, taskId);
    await app.page.locator(".monaco-editor .view-line").first().waitFor();
    await app.page.keyboard.press("Alt+g");
    await app.page.keyboard.type("-- ");
    await watchLongTasks(app.page);
    const keyMs: number[] = [];
    for (let at = 0; at < keys; at += 1) {
      await app.page.waitForTimeout(restMs);
      keyMs.push(await keyToFrame(app.page, "x"));
    }
    const longestTaskMs = await app.page.evaluate(() => Number(document.documentElement.dataset.longestTask));
    return { keyMs, longestTaskMs };
  } finally {
    await app.close();
    await closeSharedBrowser();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pack's tasks, the first of them with a gold of a megabyte in front of its own. */
function withLargeGold(tasks: string, folder: string): string {
  const rows = readFileSync(tasks, "utf8").trim().split("\n");
  const changed = rows.map((row) => {
    const fields = JSON.parse(row);
    if (fields.instance_id === taskId) fields.sol_sql[0] = largeSql(1_000_000) + fields.sol_sql[0];
    return JSON.stringify(fields);
  });
  const file = path.join(folder, "large-gold.jsonl");
  writeFileSync(file, `${changed.join("\n")}\n`);
  return file;
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.longestTask = "0";
    new PerformanceObserver((list) => {
      const longest = Math.max(
        Number(dataset.longestTask),
        ...list.getEntries().map(({ duration }) => duration),
      );
      dataset.longestTask = String(longest);
    }).observe({ type: "longtask" });
  });
}

/** From the key event to the end of the frame behind the next one: what was typed is painted by then. */
async function keyToFrame(page: Page, key: string): Promise<number> {
  const watch = await page.evaluateHandle(() => ({
    shown: new Promise<number>((resolve) => {
      const painted = (pressedAt: number) => () =>
        requestAnimationFrame(() => resolve(performance.now() - pressedAt));
      const onKey = ({ timeStamp }: KeyboardEvent) => requestAnimationFrame(painted(timeStamp));
      addEventListener("keydown", onKey, { once: true, capture: true });
    }),
  }));
  await page.keyboard.press(key);
  return watch.evaluate(({ shown }) => shown);
}
