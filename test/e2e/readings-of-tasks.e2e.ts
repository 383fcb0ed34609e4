import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { openTask, runPatience, task } from "./support/task-page.ts";
import { taskList } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 240_000 });

const dialog = (page: Page) =>
  page.getByRole("dialog", { name: "Keep and reject readings of the listed tasks" });
const meant = (page: Page) => dialog(page).getByRole("list", { name: "Readings that are meant" });

/** Opens the dialog on the listed tasks, and runs their readings. */
async function proposeAndRun(page: Page, tasks: number): Promise<void> {
  await taskList(page).focus();
  await page.keyboard.press("t");
  await page.keyboard.press("v");
  await dialog(page).getByText(`${tasks} tasks: those in the filtered list.`).waitFor(patience);
  await dialog(page).getByRole("button", { name: "Propose and run" }).click();
}

/** Keeps a picture of the window, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.QUERENT_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

anyHost("readings of many tasks", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("are proposed and run for the filtered list; a cancelled run goes on with the others", async () => {
    // Of many tasks some are left, however fast the first ones run.
    await proposeAndRun(page, 13);
    await dialog(page)
      .getByText(/^[1-9]\d* of 13 tasks run$/)
      .waitFor(runPatience);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page)
      .getByText(/^[1-9]\d* of 13 tasks run, then cancelled$/)
      .waitFor(patience);
    await dialog(page).getByRole("button", { name: "Run the others" }).click();
    await dialog(page).getByText("13 of 13 tasks run").waitFor(runPatience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("outfalls");
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(2);
    await proposeAndRun(page, 2);
    await dialog(page).getByText("2 of 2 tasks run").waitFor(runPatience);
  });

  test("that differ are kept all at once after a preview, and undo takes that back", async () => {
    const count = await meant(page).getByRole("listitem").count();
    expect(count).toBeGreaterThan(4);
    const preview = dialog(page).getByRole("region", { name: "What is stored" });
    await preview
      .getByText(new RegExp(`^Keeps ${count} readings of \\d+ ambiguities in 2 tasks\\.`))
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "bulk-light");
    await page.keyboard.press("Control+Enter");
    await dialog(page).getByText(`${count} readings kept in 2 tasks.`).waitFor(patience);
    await dialog(page).getByText("No such proposal is left to judge.").waitFor(patience);
    await dialog(page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => meant(page).getByRole("listitem").count(), patience).toBe(count);
    await page.keyboard.press("Control+Enter");
    await dialog(page).getByText(`${count} readings kept in 2 tasks.`).waitFor(patience);
  });

  test("that the data does not tell apart are rejected with a reason", async () => {
    await dialog(page).getByRole("combobox", { name: "Proposals by their result" }).click();
    await page.getByRole("option", { name: /^The same as the gold/ }).click();
    await dialog(page).getByRole("radio", { name: "Reject" }).click();
    expect(
      await dialog(page)
        .getByRole("button", { name: /^Reject \d+ reading/ })
        .isDisabled(),
    ).toBe(true);
    await dialog(page).getByLabel("Why nobody means them").fill("The data cannot tell");
    const count = await meant(page).getByRole("listitem").count();
    await showTheme(page, "dark");
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "bulk-dark");
    await page.keyboard.press("Control+Enter");
    await dialog(page)
      .getByText(new RegExp(`^${count} readings? rejected in \\d tasks?\\.$`))
      .waitFor(patience);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached", ...patience });
    // The undo outlives the dialog, and does no more once it was used.
    await page.keyboard.press("t");
    await page.keyboard.press("z");
    const undone = page.getByText(new RegExp(`^${count} readings? rejected in \\d tasks?\\.$`));
    await undone.first().waitFor(patience);
    await page.getByRole("button", { name: "More for all tasks" }).click();
    const entry = page.getByRole("menuitem", { name: /^Undo the last review of readings/ });
    expect(await entry.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
  });

  test("are stored with each task, where its own history can take them back, too", async () => {
    await openTask(page, "river_watch_8");
    await page.keyboard.press("Alt+v");
    const list = page.getByRole("region", { name: "Readings of ambiguity 1" }).getByRole("listbox");
    await list
      .getByText(/^kept · from the snippet/)
      .first()
      .waitFor(patience);
    await page.keyboard.press("Alt+Shift+v");
    await page
      .getByRole("region", { name: "Readings of ambiguity 1" })
      .getByText(/^(\d+) of \1 run beside the gold\.$/)
      .waitFor(runPatience);
    const lines = await list.getByRole("option").allInnerTexts();
    expect(lines.filter((text) => /rows? instead of \d/i.test(text) && !text.includes("kept · "))).toEqual(
      [],
    );
  });
});
