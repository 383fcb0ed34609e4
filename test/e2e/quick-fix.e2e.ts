import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { saved } from "./support/authoring-page.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { brokenTasks, findingsPane, openTask, task } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 120_000 });

anyHost("quick fixes of findings", (launch) => {
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    return copyWithTasks({ ...pack, tasks: brokenTasks(pack.tasks, folder) }, folder);
  });
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
    await openTask(page, "river_watch_2");
    await page.keyboard.press("Alt+f");
  });

  const notANode = () =>
    findingsPane(page).getByRole("listitem").filter({ hasText: "is not part of the gold SQL" });
  const button = () => notANode().getByRole("button", { name: /^Fix: Use ".*" as the snippet\.$/ });

  test("the key fixes the finding that was jumped to, and the edit is undone as any other", async () => {
    await button().waitFor(patience);
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    await expect.poll(() => notANode().getAttribute("data-active"), patience).toBe("");
    await page.keyboard.press("f");
    await expect.poll(() => notANode().count(), patience).toBe(0);
    await saved(page);
    await page.keyboard.press("Control+z");
    await button().waitFor(patience);
  });

  test("the button does the same; findings without a quick fix offer none", async () => {
    await button().click();
    await expect.poll(() => notANode().count(), patience).toBe(0);
    const left = findingsPane(page)
      .getByRole("listitem")
      .filter({ hasText: "does not occur in the ambiguous question" });
    await left.waitFor(patience);
    expect(await left.getByRole("button", { name: /^Fix/ }).count()).toBe(0);
    await saved(page);
    await page.keyboard.press("Control+z");
    await button().waitFor(patience);
  });
});
