import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { closeSharedBrowser, collectErrors, sharedBrowser } from "../support/browser.ts";
import { anyHost, type Launched, launchWeb } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { openTask, task } from "./support/task-page.ts";
import { taskLine } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const saved = (page: Page) =>
  page.getByRole("region", { name: /^Task / }).getByText("Saved", { exact: true });

/** Opens what the task says of itself. */
async function openFields(page: Page) {
  await page.getByRole("button", { name: "Id, category, status …" }).click();
  const fields = page.getByRole("dialog", { name: "The fields of the task" });
  await fields.waitFor(patience);
  return fields;
}

const tierChip = (page: Page, tier: string) => page.locator("header").getByText(tier, { exact: true });

anyHost("editing a task", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("shows at once, is saved by itself, and is taken back and done again by keys", async () => {
    const fields = await openFields(page);
    await fields.getByLabel("Difficulty tier").fill("Impossible");
    await tierChip(page, "Impossible").waitFor(patience);
    await saved(page).waitFor(patience);
    await page.keyboard.press("Escape");
    await fields.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+z");
    await tierChip(page, "Impossible").waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+Shift+z");
    await tierChip(page, "Impossible").waitFor(patience);
    await saved(page).waitFor(patience);
  });

  test("has its conditions set by keys, those of the follow-up, too, and finds them in the palette", async () => {
    const checked = (name: string) => page.getByRole("checkbox", { name });
    for (const [keys, label, region] of [
      ["Alt+i", "Conditions", "Clear question"],
      ["Alt+Shift+i", "Conditions of the follow-up", "Follow-up"],
    ] as const) {
      const facts = page.getByRole("region", { name: region, exact: true });
      const popover = page.getByRole("dialog", { name: label, exact: true });
      const before = await facts.getByText(/^(?:any order|ordered)$/).innerText();
      await page.keyboard.press(keys);
      await popover.waitFor(patience);
      await checked("The order of the rows counts").press("Space");
      await facts
        .getByText(before === "ordered" ? "any order" : "ordered", { exact: true })
        .waitFor(patience);
      await page.keyboard.press("Escape");
      await popover.waitFor({ state: "detached", ...patience });
      await page.keyboard.press("Control+z");
      await facts.getByText(before, { exact: true }).waitFor(patience);
    }
    await page.keyboard.press("Control+k");
    await page.keyboard.type("conditions of the follow");
    await page.getByRole("option", { name: /^Set the conditions of the follow-up/ }).waitFor(patience);
    await page.keyboard.press("Enter");
    const popover = page.getByRole("dialog", { name: "Conditions of the follow-up" });
    await checked("Duplicates do not count").waitFor(patience);
    await page.keyboard.press("Escape");
    await popover.waitFor({ state: "detached", ...patience });
  });

  test("has its fields, and those of its follow-up, opened and shut by keys", async () => {
    for (const [keys, label] of [
      ["Alt+Shift+e", "The fields of the task"],
      ["Alt+Shift+w", "The fields of the follow-up"],
    ] as const) {
      const popover = page.getByRole("dialog", { name: label, exact: true });
      await page.keyboard.press(keys);
      await popover.waitFor(patience);
      await page.keyboard.press(keys);
      await popover.waitFor({ state: "detached", ...patience });
    }
  });

  test("is there again after a reload in the middle of a word", async () => {
    await openTask(page, "river_watch_2");
    const fields = await openFields(page);
    await fields.getByLabel("Difficulty tier").fill("");
    await page.keyboard.type("half a wo");
    await page.reload();
    await task(page, "river_watch_2").waitFor(patience);
    await tierChip(page, "half a wo").waitFor(patience);
    await saved(page).waitFor(patience);
  });

  test("is in its history with what it changed, and is restored from there", async () => {
    await openTask(page, "river_watch_4");
    const fields = await openFields(page);
    await fields.getByLabel("Difficulty tier").fill("Restored?");
    await saved(page).waitFor(patience);
    await page.keyboard.press("Escape");
    await fields.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("h");
    const dialog = page.getByRole("dialog", { name: "History of the task" });
    await dialog.getByRole("button", { name: /edited difficulty tier/ }).waitFor(patience);
    await dialog.getByLabel("Difficulty tier after").getByText("Restored?").waitFor(patience);
    await dialog.getByRole("button", { name: /imported it/ }).click();
    await dialog.getByText("The first revision").waitFor(patience);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await dialog.waitFor({ state: "detached", ...patience });
    await tierChip(page, "Restored?").waitFor({ state: "detached", ...patience });
    await saved(page).waitFor(patience);
    await page.keyboard.press("Control+z");
    await tierChip(page, "Restored?").waitFor(patience);
  });

  test("leaves where it stands alone, which is set beside it and stands in the list", async () => {
    await openTask(page, "river_watch_5");
    const fields = await openFields(page);
    await fields.getByLabel("Status").click();
    await page.getByRole("option", { name: "submitted" }).click();
    await fields.getByLabel("Assignee").fill("Bert");
    await page.keyboard.press("Enter");
    await taskLine(page, "river_watch_5")
      .getByText(/submitted · Bert/)
      .waitFor(patience);
    await page.keyboard.press("Escape");
    await fields.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("h");
    const dialog = page.getByRole("dialog", { name: "History of the task" });
    await dialog.getByText("set it to submitted").waitFor(patience);
    await dialog.getByText("assigned it to Bert").waitFor(patience);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached", ...patience });
  });

  test("does not take an id away, and says why", async () => {
    await openTask(page, "river_watch_3");
    const fields = await openFields(page);
    await fields.getByLabel("Instance id").fill("");
    await fields.getByText("A task needs an id").waitFor(patience);
    await page.keyboard.press("Escape");
    await task(page, "river_watch_3").waitFor(patience);
  });

  test.each([
    [1280, 800],
    [1440, 900],
  ])("shows the task's chips whole in a window of %i × %i", async (width, height) => {
    await page.setViewportSize({ width, height });
    await openTask(page, "river_watch_M_1");
    const chips = await task(page, "river_watch_M_1")
      .locator("header p > [role=note]")
      .evaluateAll((all) =>
        all.map((chip) => {
          const row = (chip.parentElement as HTMLElement).getBoundingClientRect();
          const { top, bottom, right } = chip.getBoundingClientRect();
          const isCut = right > row.right || (top < row.bottom && bottom > row.bottom);
          return { text: chip.textContent, isShown: top < row.bottom, isCut };
        }),
      );
    expect(chips.filter(({ isCut }) => isCut)).toEqual([]);
    expect(chips.filter(({ isShown }) => isShown).map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Management", "Moderate", "7 turns"]),
    );
  });
});

describe("two windows on one task", () => {
  let folder: string;
  let app: Launched;
  let other: Page;
  let otherErrors: string[];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-draft-windows-"));
    copyPrepared("tasks", folder);
    app = await launchWeb({ folder });
    await task(app.page, "river_watch_1").waitFor(patience);
    other = await (await (await sharedBrowser()).newContext()).newPage();
    otherErrors = collectErrors(other);
    await other.goto(app.host?.mintLaunchUrl() ?? "");
    await other.getByRole("navigation", { name: "Screens" }).waitFor(patience);
    await other.goto(app.page.url());
    await task(other, "river_watch_1").waitFor(patience);
  });
  afterEach(() => expect([...app.pageErrors, ...otherErrors]).toEqual([]));
  afterAll(async () => {
    await other.context().close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
    await closeSharedBrowser();
  });

  test("what one saves the other shows, and what each changed apart is merged", async () => {
    const fields = await openFields(other);
    await fields.getByLabel("Difficulty tier").fill("Theirs");
    await tierChip(app.page, "Theirs").waitFor(patience);
    await (await openFields(app.page)).getByLabel("Instance id").fill("river_watch_mine");
    await task(other, "river_watch_mine").waitFor(patience);
    await tierChip(app.page, "Theirs").waitFor(patience);
  });

  test("where both change the same while the line is down, the later one is asked", async () => {
    const { page } = app;
    for (const window of [page, other]) {
      await window.keyboard.press("Escape");
      await window.getByRole("dialog").waitFor({ state: "detached", ...patience });
      await openTask(window, "river_watch_2");
    }
    const mine = await openFields(page);
    await page.context().setOffline(true);
    await mine.getByLabel("Difficulty tier").fill("Mine");
    const theirs = await openFields(other);
    await theirs.getByLabel("Difficulty tier").fill("Theirs");
    await saved(other).waitFor(patience);
    await page.context().setOffline(false);
    const dialog = page.getByRole("dialog", { name: "Somebody else changed the same parts" });
    await dialog.waitFor(patience);
    await dialog.getByLabel("Theirs: Difficulty tier").getByText("Theirs").waitFor(patience);
    await dialog.getByRole("radio", { name: "Keep mine" }).click();
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await tierChip(other, "Mine").waitFor(patience);
  });
});
