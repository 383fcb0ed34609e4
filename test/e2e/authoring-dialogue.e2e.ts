import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { takeUp, writeInGold } from "./support/authoring-page.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { openTask, runPatience, task } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 240_000 });

const pane = (page: Page) => page.getByRole("region", { name: "Preview of the dialogue" });
const lines = (page: Page) =>
  pane(page).getByRole("list", { name: "Questions and answers" }).getByRole("listitem");
const submission = (page: Page) => pane(page).getByRole("region", { name: "Submission" });

/** Keeps a picture of the window, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.QUERENT_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

anyHost("the preview of the dialogue beside the gold", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
    await openTask(page, "river_watch_8");
  });

  test("asks about every ambiguity and submits the gold, whose phases pass once it has run", async () => {
    await page.keyboard.press("Alt+p");
    await expect.poll(() => lines(page).count(), patience).toBe(3);
    for (const line of await lines(page).all()) await line.getByText("settled").waitFor(patience);
    await lines(page).first().getByText('What do you mean by "large outfalls"?').waitFor(patience);
    await lines(page)
      .first()
      .getByText(/5,?000/)
      .first()
      .waitFor(patience);
    await submission(page).getByText("It submits the gold.").waitFor(patience);
    await page.keyboard.press("r");
    await submission(page).getByText("Phase 1: passed").waitFor(runPatience);
    await submission(page).getByText("Phase 2: passed").waitFor(runPatience);
  });

  test("shows what words leave out, what the system writes then, and that the tests notice it", async () => {
    await page.keyboard.press("Alt+a");
    await page.locator("#task-ambiguity-0 [aria-pressed]").click();
    await page.getByLabel("Words of the clarification").fill("Only the big ones");
    await page.keyboard.press("Alt+p");
    const first = lines(page).first();
    await first.getByText(/^Not said: .*number 5000/).waitFor(patience);
    await first.getByText(/The system writes .*population_served/).waitFor(patience);
    await submission(page).getByText("It submits another reading of ambiguity 1.").waitFor(patience);
    await submission(page).getByRole("button", { name: "Run the tests on it" }).click();
    await submission(page).getByText("Phase 1: failed").waitFor(runPatience);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "dialogue-light");
    await showTheme(page, "dark");
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 2560, height: 1440 }).catch(() => undefined);
    await picture(page, "dialogue-dark-2560");
    await page.setViewportSize({ width: 1280, height: 800 }).catch(() => undefined);
    await picture(page, "dialogue-dark");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await submission(page).getByText("It submits the gold.").waitFor(patience);
  });

  test("asks a battery of questions, which one adds to, leaves questions out of, and undoes", async () => {
    await page.keyboard.press("Alt+Shift+p");
    const battery = page.getByRole("region", { name: "Battery of questions" });
    const questions = battery.getByRole("list", { name: "Questions to the simulator" }).getByRole("listitem");
    await battery.getByRole("table", { name: /^Score by class/ }).waitFor(patience);
    const made = await questions.count();
    await battery.getByRole("button", { name: "Add a question…" }).click();
    await page.keyboard.type("How many households make an outfall large?");
    await battery.getByRole("combobox", { name: "It should be about" }).click();
    await page.getByRole("option", { name: "Nothing that a user would answer" }).click();
    await battery.getByRole("textbox", { name: "Question" }).press("Control+Enter");
    const own = questions.filter({ hasText: "How many households" });
    await own.getByText("a refusal").waitFor(patience);
    await own.getByText("read as").waitFor(patience);
    await battery.getByRole("switch", { name: "Only questions that it misreads" }).click();
    expect(await questions.count()).toBeLessThan(made);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "battery");
    await own.getByRole("button", { name: "Change this question" }).click();
    await battery.getByRole("combobox", { name: "It should be about" }).click();
    await page.getByRole("option", { name: "1 large outfalls" }).click();
    await own.getByRole("textbox", { name: "Question" }).press("Control+Enter");
    await own.waitFor({ state: "detached", ...patience });
    await battery.getByRole("switch", { name: "Only questions that it misreads" }).click();
    await expect.poll(() => questions.count(), patience).toBe(made + 1);
    await questions.last().getByRole("button", { name: "Leave this question out" }).click();
    await battery.getByRole("button", { name: "Bring back 1 question" }).waitFor(patience);
    await battery.focus();
    for (const count of [made + 1, made + 1, made]) {
      await page.keyboard.press("Control+z");
      await expect.poll(() => questions.count(), patience).toBe(count);
    }
    await page.keyboard.press("Alt+p");
    await submission(page).waitFor(patience);
  });

  test("follows the gold as it is typed, and shows a snippet in it", async () => {
    await writeInGold(page);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("-- noted\n");
    await expect.poll(() => pane(page).getAttribute("aria-busy"), patience).toBe("false");
    await submission(page).getByText("Whether both phases pass").waitFor(patience);
    await page.keyboard.press("Escape");
    await pane(page).getByRole("button", { name: "Show the snippet of ambiguity 3 in the gold" }).click();
    await page.locator(".monaco-editor .code-mark-active", { hasText: "COALESCE" }).first().waitFor(patience);
  });

  test("says of a task without ambiguities that there is nothing to ask", async () => {
    await page.keyboard.press("Alt+a");
    for (let count = 3; count > 0; count -= 1) {
      await takeUp(page, 1);
      await page.keyboard.press("Alt+x");
      await expect.poll(() => page.locator('[id^="task-ambiguity-"]').count(), patience).toBe(count - 1);
    }
    await page.keyboard.press("Alt+p");
    await pane(page).getByText("there is nothing to ask about").waitFor(patience);
    await page.keyboard.press("Alt+v");
    await page.getByText("The task has no ambiguity yet").waitFor(patience);
  });
});
