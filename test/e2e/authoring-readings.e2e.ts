import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { openTask, runPatience, task } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 240_000 });

const readings = (page: Page) => page.getByRole("region", { name: "Readings of ambiguity 1" });
const list = (page: Page) => readings(page).getByRole("listbox");
const chosen = (page: Page) => list(page).locator("[role=option][aria-selected=true]");
const line = (page: Page, text: string | RegExp) => list(page).getByRole("option").filter({ hasText: text });

/** Every reading that is listed has run. */
const allRan = (page: Page) =>
  readings(page)
    .getByText(/^(\d+) of \1 run beside the gold\.$/)
    .waitFor(runPatience);

/** The middle of an element is where a person sees it, within the pane that scrolls it. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    return own.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Keeps a picture of the window, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.QUERENT_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

const chosenIsInView = (page: Page): Promise<boolean> =>
  isInView(page, "[aria-label='Readings of the ambiguity'] [aria-selected=true]");

anyHost("the readings of an ambiguity", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await page.setViewportSize({ width: 1280, height: 800 }).catch(() => undefined);
    await task(page, "river_watch_1").waitFor(patience);
    await openTask(page, "river_watch_8");
  });

  test("are in view with the first ambiguity by one key, as long as none is taken up", async () => {
    await page.keyboard.press("Alt+v");
    await page.locator("#task-ambiguity-0 [aria-pressed=true]").waitFor(patience);
    const start = readings(page).getByRole("button", { name: "Propose and run" });
    await expect.poll(() => start.evaluate((own) => own === document.activeElement), patience).toBe(true);
    expect(await isInView(page, "#task-ambiguity-0 [aria-pressed]")).toBe(true);
  });

  test("are not run on by a key that cancels them, and what had run stays when another run is cancelled", async () => {
    await page.keyboard.press("Alt+Shift+v");
    await readings(page).getByRole("button", { name: "Cancel" }).waitFor(patience);
    await page.keyboard.press("Control+.");
    await readings(page).getByText("Cancelled").waitFor(patience);
    await page.keyboard.press("Alt+Shift+v");
    await allRan(page);
    // The readings that came have the focus, so that the keys on the buttons below them work at once.
    expect(await list(page).evaluate((own) => own === document.activeElement)).toBe(true);
    const texts = await list(page).getByRole("option").allInnerTexts();
    await readings(page).getByRole("button", { name: "Run again" }).click();
    await readings(page).getByRole("button", { name: "Cancel" }).click();
    await readings(page)
      .getByText(/^Cancelled: (\d+) of \1 run beside the gold\.$/)
      .waitFor(patience);
    expect(await list(page).getByRole("option").allInnerTexts()).toEqual(texts);
    await readings(page).getByRole("button", { name: "Run again" }).focus();
    await page.keyboard.press("n");
    const why = readings(page).getByLabel("Why nobody means this");
    await why.waitFor(patience);
    await readings(page)
      .getByText(/^Reject .+\?$/)
      .waitFor(patience);
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached", ...patience });
  });

  test("are proposed and run by a key, each with what it means, its SQL, its source and its result", async () => {
    await page.keyboard.press("Alt+Shift+v");
    await allRan(page);
    await expect.poll(() => list(page).getByRole("option").count()).toBeGreaterThanOrEqual(3);
    const greater = line(page, "o.population_served > 5000");
    expect(await greater.innerText()).toMatch(/proposed · from the snippet$/);
    await list(page)
      .getByText(/^\d+ rows? instead of \d+$/)
      .first()
      .waitFor(patience);
  });

  test("are kept by Y and rejected by N with a reason, which undo takes back", async () => {
    await page.keyboard.press("Alt+v");
    await expect
      .poll(() => list(page).evaluate((own) => own === document.activeElement), patience)
      .toBe(true);
    expect(await isInView(page, "#task-ambiguity-0 [aria-pressed]")).toBe(true);
    await page.keyboard.press("End");
    await expect.poll(() => chosenIsInView(page), patience).toBe(true);
    expect(await isInView(page, "#task-ambiguity-0 [aria-pressed]")).toBe(true);
    await page.keyboard.press("Home");
    await expect.poll(() => chosenIsInView(page), patience).toBe(true);
    await page.keyboard.press("y");
    await chosen(page)
      .getByText(/^kept · /)
      .waitFor(patience);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("n");
    await page.keyboard.type("Nobody would say it like that");
    await page.keyboard.press("Enter");
    await chosen(page)
      .getByText(/^rejected: Nobody would say it like that · /)
      .waitFor(patience);
    await page.keyboard.press("Control+z");
    await chosen(page)
      .getByText(/^proposed · /)
      .waitFor(patience);
    await list(page)
      .getByText(/^kept · /)
      .waitFor(patience);
    await page.keyboard.press("n");
    await page.keyboard.press("Escape");
    await readings(page)
      .getByLabel("Why nobody means this")
      .waitFor({ state: "detached", ...patience });
    await chosen(page)
      .getByText(/^proposed · /)
      .waitFor(patience);
  });

  test("are written by hand, and run with the others; what does not run says why", async () => {
    for (const [sql, meaning] of [
      ["o.population_served >= 1000000", "serving a million people or more"],
      ["o.nowhere > 1", "by a column that there is not"],
    ] as const) {
      await page.keyboard.press("a");
      await page.keyboard.press("Control+a");
      await page.keyboard.type(sql);
      await page.keyboard.press("Tab");
      await page.keyboard.type(meaning);
      await page.keyboard.press("Enter");
      await chosen(page).getByText(meaning, { exact: true }).waitFor(patience);
      await chosen(page).getByText("kept · written by hand · not run").waitFor(patience);
    }
    await page.keyboard.press("Alt+Shift+v");
    await allRan(page);
    await line(page, "a million people")
      .getByText(/^No rows instead of \d+$/)
      .waitFor(patience);
    await line(page, "o.nowhere")
      .getByText(/^Does not run: .*nowhere/)
      .waitFor(patience);
    // The run lists them in another order.
    await chosen(page)
      .getByText(/^Does not run: .*nowhere/)
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "readings-light");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await showTheme(page, "dark");
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "readings-dark");
  });

  test("are chosen and kept with the mouse, too", async () => {
    await list(page).getByRole("option").last().click();
    await list(page).getByRole("option").nth(1).click();
    await readings(page).getByRole("button", { name: "Keep" }).click();
    await list(page)
      .getByRole("option")
      .nth(1)
      .getByText(/^kept · /)
      .waitFor(patience);
  });

  test("stay with the task, as do the words of the clarification, which begin as the built-in sentence", async () => {
    await page.getByRole("tab", { name: "Edit" }).click();
    const words = page.getByLabel("Words of the clarification");
    await expect.poll(() => words.getAttribute("placeholder"), patience).toMatch(/5,?000/);
    await words.fill("Those that serve 5,000 people or more");
    await page.keyboard.press("Control+s");
    await page
      .getByRole("region", { name: /^Task / })
      .getByText("Saved", { exact: true })
      .waitFor(patience);
    await page.reload();
    await task(page, "river_watch_8").waitFor(patience);
    await page.locator("#task-ambiguity-0 [aria-pressed]").click();
    await expect.poll(() => words.inputValue(), patience).toBe("Those that serve 5,000 people or more");
    await page.keyboard.press("Alt+v");
    await line(page, "a million people").getByText("kept · written by hand · not run").waitFor(patience);
  });
});
