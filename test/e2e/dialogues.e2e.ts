import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { riverWatch } from "./support/tasks-page.ts";

// The first run loads a database and starts Python.
vi.setConfig({ testTimeout: 240_000 });
const runPatience = { timeout: 200_000 };

const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });
const current = (page: Page) => transcript(page).locator("li[aria-current=step]");
const dialogueList = (page: Page) => page.getByRole("listbox", { name: "Dialogues" });

/** Keeps a picture of the window, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.QUERENT_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

anyHost("dialogues in the workbench", (launch) => {
  const at = oneWindow(launch, (folder) => copyWithTasks(riverWatch(folder), folder));

  test("an empty screen teaches the first step, and a run is started by the keyboard alone", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByText("No dialogues have been played yet").waitFor(patience);
    await picture(page, "empty");
    await page.keyboard.press("t");
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: "Play dialogues" });
    await dialog.waitFor(patience);
    await dialog.getByText("13 tasks × 2 systems × 1 trial").waitFor(patience);
    await picture(page, "play");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await page.getByRole("region", { name: "Playing dialogues" }).waitFor(patience);
    await picture(page, "preparing");
    await page
      .getByRole("option", { name: /Run 1/ })
      .getByText(/of \d+ solved/)
      .waitFor(runPatience);
    await expect.poll(() => dialogueList(page).getByRole("option").count(), patience).toBeGreaterThan(8);
  });

  test("a dialogue is walked turn by turn; the gold, the submission and the readings follow", async () => {
    const { page } = at;
    await current(page).waitFor(patience);
    await page.locator(".monaco-editor .view-line").first().waitFor(patience);
    await picture(page, "dialogue-end");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await current(page).getByText("AMB", { exact: true }).first().waitFor(patience);
    await page.locator(".monaco-editor .code-mark-active").first().waitFor(patience);
    await picture(page, "dialogue-first");
    expect(await seriousFindings(page)).toEqual([]);
    await showTheme(page, "dark");
    await picture(page, "dialogue-dark");
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, "dialogue-1280");
    await page.setViewportSize({ width: 2560, height: 1440 });
    await picture(page, "dialogue-2560");
    await showTheme(page, "light");
  });
});
