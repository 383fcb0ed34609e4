import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience, verdictBar } from "./support/review-page.ts";
import { openTask, task } from "./support/task-page.ts";
import { riverWatch, taskLine } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

anyHost("new tasks", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  let firstRow: string;
  beforeAll(async () => {
    page = at.page;
    [firstRow = ""] = readFileSync(riverWatch(at.folder).tasks, "utf8").split("\n");
    await task(page, "river_watch_1").waitFor(patience);
  });

  const newTask = async () => {
    await page.keyboard.press("t");
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.waitFor(patience);
    return dialog;
  };

  test("a blank one begins under the next free id, by keys alone", async () => {
    const dialog = await newTask();
    await expect
      .poll(() => dialog.getByRole("textbox", { name: "Database" }).inputValue(), patience)
      .toBe("river_watch");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await task(page, "river_watch_9").waitFor(patience);
    await taskLine(page, "river_watch_9").waitFor(patience);
  });

  test("a duplicate is a task of its own", async () => {
    await openTask(page, "river_watch_2");
    await page.keyboard.press("t");
    await page.keyboard.press("d");
    await task(page, "river_watch_10").waitFor(patience);
    await taskLine(page, "river_watch_2").waitFor(patience);
  });

  test("one begins as a template that was kept under a name", async () => {
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("t");
    await page.keyboard.press("k");
    const keep = page.getByRole("dialog", { name: "Save as template" });
    await keep.getByLabel("Name").fill("a list");
    await page.keyboard.press("Enter");
    await keep.waitFor({ state: "detached", ...patience });
    const dialog = await newTask();
    await dialog.getByRole("radio", { name: /From a template/ }).click();
    await dialog.getByLabel("Template", { exact: true }).click();
    await page.getByRole("option", { name: /a list/ }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await task(page, "river_watch_M_6").waitFor(patience);
  });

  test("one begins as a row of JSON, and what is no row is refused with its reason", async () => {
    const dialog = await newTask();
    await dialog.getByRole("radio", { name: /From JSON/ }).click();
    await dialog.getByLabel("JSON of the task").fill("{");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("The text is not one task.").first().waitFor(patience);
    await dialog.getByLabel("JSON of the task").fill(firstRow.replace('"river_watch_1"', '"river_watch_77"'));
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await task(page, "river_watch_77").waitFor(patience);
  });

  test("those of the list are put elsewhere and given to somebody at once", async () => {
    await page.keyboard.press("t");
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Set status and assignee of the listed tasks" });
    await dialog.getByLabel("Status").click();
    await page.getByRole("option", { name: "accepted" }).click();
    await dialog.getByLabel("Assignee").click();
    await page.getByRole("option", { name: "somebody" }).click();
    await dialog.getByLabel("Name").fill("Zoe");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await taskLine(page, "river_watch_3")
      .getByText(/accepted · Zoe/)
      .waitFor(patience);
  });

  test("the first one of a project that has only predictions begins on its empty screen", async () => {
    await page.getByRole("button", { name: /Switch project/ }).click();
    await page.getByRole("menuitem", { name: /Harbour of Varnhaven/ }).click();
    await verdictBar(page).waitFor(patience);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("button", { name: /^New task/ }).waitFor(patience);
    const dialog = await newTask();
    await dialog.getByRole("textbox", { name: "Database" }).fill("harbour");
    await page.keyboard.press("Control+Enter");
    await task(page, "harbour_1").waitFor(patience);
    await page.getByText("The task has neither an ambiguous nor a clear question").first().waitFor(patience);
  });
});
