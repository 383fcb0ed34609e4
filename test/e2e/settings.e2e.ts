import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { grid, patience, predictionsFile, showsItem } from "./support/review-page.ts";

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

async function goToScreen(page: Page, name: "Review" | "Tasks" | "Settings"): Promise<void> {
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("button", { name: new RegExp(name) })
    .click();
}

/** After how many seconds the page says that a statement was stopped. */
async function stoppedAfter(page: Page): Promise<number> {
  const said = page.getByText(/Stopped at the limit after [\d.]+ (ms|s)/).first();
  await said.waitFor(patience);
  const [, value = "", unit] = /after ([\d.]+) (ms|s)/.exec(await said.innerText()) ?? [];
  return unit === "s" ? Number(value) : Number(value) / 1000;
}

anyHost("settings of a person", (launch) => {
  const at = oneWindow(launch, (folder) => {
    mkdirSync(path.join(folder, "databases"));
    const database = new DatabaseSync(path.join(folder, "databases", "empty.sqlite"));
    database.exec("CREATE TABLE t (a)");
    database.close();
    return {
      project: predictionsFile(folder, "runaway.json", [
        { predicted: "SELECT 1", gold: "SELECT 1" },
        { predicted: endless, gold: "SELECT 1" },
      ]),
    };
  });

  test("the time limit stops a statement under review, and one of the scratch query", async () => {
    const { page } = at;
    await goToScreen(page, "Settings");
    await page.getByLabel("Time limit of a statement, in seconds").fill("1");
    // The default is ten seconds.
    await page.getByRole("contentinfo").getByText("SQLite · 1 s").waitFor(patience);
    await goToScreen(page, "Review");
    await showsItem(page, 1);
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await page.keyboard.press("r");
    await expect.poll(() => stoppedAfter(page), patience).toBeLessThan(6);
    expect(await stoppedAfter(page)).toBeGreaterThanOrEqual(0.9);
    await grid(page, "gold").waitFor(patience);

    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch query" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(endless);
    await page.keyboard.press("Control+Enter");
    await scratch.getByText(/limit/).first().waitFor({ timeout: 6_000 });
  });
});
