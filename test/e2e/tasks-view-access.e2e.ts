import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import {
  brokenTasks,
  findingsPane,
  openTask,
  runEnded,
  runLine,
  runPatience,
  testsPane,
} from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

// The first run loads a database and starts Python.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let app: Launched;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "querent-task-access-"));
  const pack = riverWatch(folder);
  await copyWithTasks({ ...pack, tasks: brokenTasks(pack.tasks, folder) }, folder);
  app = await launchWeb({ folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  await closeSharedBrowser();
});

describe.each(["light", "dark"] as const)("access to one task (%s theme)", (theme) => {
  beforeAll(async () => {
    const { page } = app;
    await showTheme(page, theme);
    await openTask(page, "river_watch_1");
    await page.keyboard.press("Alt+f");
    await page.locator(".monaco-editor .view-line").first().waitFor(patience);
    await page.keyboard.press("a");
    await page.locator(".monaco-editor .tag-badge").first().waitFor(patience);
  });

  test("has no serious finding with ambiguities, findings and an open piece of evidence on screen", async () => {
    const { page } = app;
    await openTask(page, "river_watch_2");
    await page.getByRole("tab", { name: /^Findings/ }).click();
    await findingsPane(page).getByRole("button", { name: "Evidence" }).first().waitFor(patience);
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    await findingsPane(page).getByRole("button", { name: "Evidence" }).first().click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("has no serious finding with knowledge, a test script and the results of a run on screen", async () => {
    const { page } = app;
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("r");
    const run = await runEnded(page);
    await run
      .getByRole("region", { name: "Test 2" })
      .getByRole("button", { name: /^line 5/ })
      .click();
    await page.keyboard.press("Alt+k");
    await page
      .getByRole("region", { name: "Knowledge" })
      .getByText("Hidden from the system")
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await runLine(page, "Phase 1").first().click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("has no serious finding with a result and with scratch SQL on screen", async () => {
    const { page } = app;
    await openTask(page, "river_watch_5");
    await page.keyboard.press("r");
    await runEnded(page);
    await runLine(page, "Gold").first().click();
    await page.getByRole("grid", { name: "Gold result" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("q");
    await page.getByRole("region", { name: "Scratch SQL" }).locator(".view-lines").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("has no serious finding with the answer, the results of tests and the SQL that ran on screen", async () => {
    const { page } = app;
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.getByRole("option", { name: /Test 2/ }).waitFor(patience);
    await tests.getByRole("button", { name: /^Run tests/ }).click();
    await tests.getByText("1 of 2 tests passed on the gold").waitFor(runPatience);
    await tests.getByRole("option", { name: /^failed Test 2/ }).click();
    await tests.getByText("expected more than 10000 stations").first().waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await tests.getByRole("tab", { name: "SQL that ran" }).click();
    await tests.getByRole("option", { name: /count\(\*\) FROM station/ }).click();
    await tests.getByRole("grid", { name: "Test 2 result" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await tests.getByRole("tab", { name: "Answer" }).click();
    await tests.getByText("every test has to pass").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await tests.getByRole("tab", { name: "Result" }).click();
  });

  test("has no serious finding with test scripts as a form and as Python on screen", async () => {
    const { page } = app;
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.locator(".view-line").first().waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await tests.getByRole("button", { name: "New test" }).click();
    await page.getByRole("menuitem", { name: /^A function returns/ }).click();
    await tests.getByRole("textbox", { name: "Arguments 1" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Alt+Shift+x");
    await openTask(page, "river_watch_5");
    await tests.getByRole("region", { name: "The default test" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("the sheet of shortcuts lists every command of a task", async () => {
    const { page } = app;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const titles = ["Run the gold", "Next finding", "Next ambiguity", "Knowledge", "Previous document"];
    const conditions = "Set the conditions: order, duplicates, decimals";
    for (const title of [...titles, conditions, "Set the conditions of the follow-up"])
      await sheet.getByText(title, { exact: true }).waitFor(patience);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached", ...patience });
  });
});
