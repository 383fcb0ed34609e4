import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { grid, patience, predictionsFile, showsItem } from "./support/review-page.ts";
import { runPatience, task } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

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

anyHost("settings of a project", (launch) => {
  let databases: string;
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    databases = pack.databases;
    return copyWithTasks(pack, folder);
  });
  const save = async (): Promise<void> => {
    await at.page.getByRole("button", { name: "Save", exact: true }).click();
    await at.page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor(patience);
  };
  const runTask = async (): Promise<void> => {
    await goToScreen(at.page, "Tasks");
    await task(at.page, "river_watch_1").waitFor(patience);
    await at.page.keyboard.press("Escape");
    await at.page.keyboard.press("r");
  };

  test("the name under which verdicts are saved is the caller's from then on", async () => {
    const { page } = at;
    await goToScreen(page, "Settings");
    await page.getByLabel("Reviewer name").fill("Dr. Rivers");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("contentinfo").getByText("Dr. Rivers").waitFor(patience);
    await page.reload();
    await page.getByRole("contentinfo").getByText("Dr. Rivers").waitFor(patience);
  });

  test("tasks are run on databases of the folder that is set", async () => {
    const { page } = at;
    mkdirSync(path.join(at.folder, "elsewhere"));
    await goToScreen(page, "Settings");
    await page
      .getByLabel("Folder of the tasks' databases", { exact: true })
      .fill(path.join(at.folder, "elsewhere"));
    await save();
    await runTask();
    await page
      .getByText(/no database river_watch/)
      .first()
      .waitFor(patience);
    await goToScreen(page, "Settings");
    await page.getByLabel("Folder of the tasks' databases", { exact: true }).fill(databases);
    await save();
  });

  test("the evaluator, the engine and its server are those that are set", { timeout: 240_000 }, async () => {
    const { page } = at;
    await goToScreen(page, "Settings");
    await page.getByRole("radio", { name: /^adk/ }).click();
    await save();
    await goToScreen(page, "Tasks");
    await page.getByRole("contentinfo").getByText("PGlite · adk").waitFor(patience);
    await runTask();
    await page.getByText(/^Gold under adk on PGlite/).waitFor(runPatience);
    await goToScreen(page, "Settings");
    await page.getByRole("radio", { name: /^PostgreSQL server/ }).click();
    await page.getByLabel("Server", { exact: true }).fill("postgresql://me@127.0.0.1:1/rivers");
    await save();
    // Nobody listens there: the back end has asked just this server.
    await page
      .getByRole("status")
      .getByText(/127\.0\.0\.1/)
      .waitFor(patience);
    await runTask();
    await page
      .getByText(/127\.0\.0\.1/)
      .first()
      .waitFor(patience);
  });
});
