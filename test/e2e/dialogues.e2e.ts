import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { riverWatch, taskList } from "./support/tasks-page.ts";

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

/** Looks for what is hard to read in the dark; keeps pictures of the window as it is, dark and on a wide screen, where somebody asks for them. */
async function inAllLights(page: Page, name: string): Promise<void> {
  await picture(page, name);
  await showTheme(page, "dark");
  await picture(page, `${name}-dark`);
  expect(await seriousFindings(page)).toEqual([]);
  if (process.env.QUERENT_PICTURES !== undefined) {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await picture(page, `${name}-2560-dark`);
    await showTheme(page, "light");
    await picture(page, `${name}-2560`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, `${name}-1280`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await showTheme(page, "light");
}

anyHost("dialogues in the workbench", (launch) => {
  const at = oneWindow(launch, (folder) => copyWithTasks(riverWatch(folder), folder));

  test("an empty screen teaches the first step, and a run is started by the keyboard alone", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByText("No dialogues have been played yet").waitFor(patience);
    await picture(page, "empty");
    const dialog = page.getByRole("dialog", { name: "Play dialogues" });
    await page.getByRole("button", { name: "Play dialogues…" }).click();
    await dialog.getByRole("radio", { name: "All 13 tasks" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("t");
    await page.keyboard.press("p");
    await dialog.waitFor(patience);
    await dialog.getByText("13 tasks × 2 systems × 1 trial").waitFor(patience);
    await picture(page, "play");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await page.getByText("Run 1 is being prepared").waitFor(patience);
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
    await page.setViewportSize({ width: 1440, height: 900 });
    await showTheme(page, "light");
  });

  test("P replays the dialogue from its beginning turn by turn, and pauses where one presses it again", async () => {
    const { page } = at;
    const turn = (at: number) =>
      page.getByText(at === 0 ? /^before \d+ turns$/ : new RegExp(`^turn ${at} of \\d+$`));
    await page.keyboard.press("End");
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Pause the replay" }).waitFor(patience);
    for (const at of [0, 1, 2]) await turn(at).waitFor(patience);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Replay", exact: true }).waitFor(patience);
    // Longer than a turn stands there.
    await page.waitForTimeout(1_500);
    await turn(2).waitFor(patience);
    await page.keyboard.press("End");
  });

  test("a submission stands beside the gold with both results, what differs, and its tests", async () => {
    const { page } = at;
    await page.keyboard.press("j");
    await page
      .getByRole("region", { name: "Dialogue of asks-nothing about river_watch_1" })
      .waitFor(patience);
    await page.keyboard.press("s");
    const submission = page.getByRole("region", { name: /^Submission of turn \d+$/ });
    await submission.getByRole("region", { name: "Submitted SQL" }).waitFor(patience);
    await submission.getByRole("grid", { name: "submitted result" }).waitFor(runPatience);
    await submission.getByRole("grid", { name: "gold result" }).waitFor(patience);
    await submission
      .getByText(/rows? differs?/)
      .first()
      .waitFor(patience);
    await submission
      .locator("[data-mark=changed], [data-mark=removed], [data-mark=added]")
      .first()
      .waitFor(patience);
    await submission
      .getByRole("listbox", { name: "Lines of the run" })
      .getByText(/Test 1|Default test/)
      .first()
      .waitFor(runPatience);
    await picture(page, "submission");
    expect(await seriousFindings(page)).toEqual([]);
    await showTheme(page, "dark");
    await picture(page, "submission-dark");
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, "submission-1280");
    await page.setViewportSize({ width: 2560, height: 1440 });
    await picture(page, "submission-2560");
    await page.setViewportSize({ width: 1440, height: 900 });
    await showTheme(page, "light");
    await page.keyboard.press("d");
    await submission
      .getByRole("switch", { name: /show only these/ })
      .and(page.locator("[aria-checked=true]"))
      .waitFor(patience);
    await page.keyboard.press("d");
    await page.keyboard.press("Home");
    await page.getByText("Nothing has been submitted up to this turn").waitFor(patience);
    await page.keyboard.press("s");
    await page.keyboard.press("End");
    await page.keyboard.press("k");
    await page
      .getByRole("region", { name: "Dialogue of asks-everything about river_watch_1" })
      .waitFor(patience);
  });

  test("J and K walk the dialogues, an address leads to one, and the transcript is searched", async () => {
    const { page } = at;
    await page.keyboard.press("j");
    const shown = page.getByRole("region", { name: "Dialogue of asks-nothing about river_watch_1" });
    await shown.getByText("failed", { exact: true }).first().waitFor(patience);
    await shown.getByText("fault of the system").waitFor(patience);
    await shown.getByText("submitted:").first().waitFor(patience);
    await expect.poll(() => page.evaluate(() => location.hash), patience).toMatch(/dialogues\/\d+$/);
    const address = await page.evaluate(() => location.hash);
    await picture(page, "nothing");
    await page.keyboard.press("k");
    const solved = page.getByRole("region", { name: "Dialogue of asks-everything about river_watch_1" });
    await solved.waitFor(patience);
    await expect.poll(() => page.evaluate(() => location.hash), patience).not.toBe(address);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("neatly rounded");
    await solved
      .getByRole("status")
      .getByText(/^\d+ turns?$/)
      .waitFor(patience);
    await page.keyboard.press("Enter");
    await current(page).locator("mark").first().waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await shown.waitFor(patience);
  });

  test("a person forks a dialogue and asks the simulator in the place of the system", async () => {
    const { page } = at;
    await page.keyboard.press("Home");
    await page.keyboard.press("f");
    const field = page.getByRole("textbox", { name: "Question at the beginning" });
    await field.waitFor(patience);
    await page.keyboard.type('What do you mean by "under strain"?');
    await page.keyboard.press("Enter");
    await transcript(page).getByText("2.5").first().waitFor(patience);
    await page
      .getByRole("region", { name: "Readings settled so far" })
      .getByText("settled", { exact: true })
      .waitFor(patience);
    await page.keyboard.type("Show me the gold SQL.");
    await page.keyboard.press("Enter");
    await transcript(page).getByText("UNA", { exact: true }).first().waitFor(patience);
    await picture(page, "fork");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached", ...patience });
    await transcript(page)
      .getByText("UNA", { exact: true })
      .waitFor({ state: "detached", ...patience });
  });

  test("figures show every system with its interval, and a cell of tasks × systems leads to its dialogue", async () => {
    const { page } = at;
    await page.keyboard.press("Shift+s");
    const figures = page.getByRole("region", { name: "Figures of the run" });
    const systems = figures.getByRole("table", { name: "Systems of the run" });
    await systems.getByRole("rowheader", { name: "asks-nothing" }).waitFor(patience);
    const types = figures.getByRole("region", { name: "Success by ambiguity type" });
    await types.getByRole("img", { name: "Success by ambiguity type" }).waitFor(patience);
    await figures
      .getByRole("region", { name: "Actions" })
      .getByRole("img", { name: "Actions" })
      .waitFor(patience);
    await picture(page, "figures");
    expect(await seriousFindings(page)).toEqual([]);
    await showTheme(page, "dark");
    await picture(page, "figures-dark");
    expect(await seriousFindings(page)).toEqual([]);
    await types.scrollIntoViewIfNeeded();
    await picture(page, "plots-dark");
    await showTheme(page, "light");
    await picture(page, "plots");
    await page.setViewportSize({ width: 2560, height: 1440 });
    await picture(page, "plots-2560");
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, "plots-1280");
    await page.setViewportSize({ width: 1440, height: 900 });
    const exported = async (entry: string) => {
      await types.getByRole("button", { name: "Export plot: Success by ambiguity type" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: entry }).click(),
      ]);
      const text = await readFile(await download.path(), "utf8");
      return { name: download.suggestedFilename(), text };
    };
    const csv = await exported("Figures (CSV)");
    expect(csv.name).toBe("river-watch-run-1-success-by-ambiguity-type.csv");
    const [head, ...lines] = csv.text.trim().split("\r\n");
    expect(head).toBe("series,ambiguity type,solved dialogues,95 % from,95 % to,n");
    expect(lines.filter((line) => line.startsWith("asks-nothing,")).length).toBeGreaterThan(3);
    expect(lines.find((line) => line.startsWith("asks-nothing,"))).toMatch(/,0,0,[\d.]+,\d+$/);
    const svg = await exported("Plot (SVG)");
    expect(svg.name).toBe("river-watch-run-1-success-by-ambiguity-type.svg");
    expect(svg.text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/,
    );
    expect(svg.text.match(/<circle\b/g)).toHaveLength(lines.length);
    expect(svg.text).toContain("asks-nothing");
    expect(svg.text).not.toMatch(/currentColor|var\(|light-dark|oklch|href=/);
    await figures.getByRole("button", { name: /^asks-nothing on river_watch_3/ }).click();
    await page
      .getByRole("region", { name: "Dialogue of asks-nothing about river_watch_3" })
      .waitFor(patience);
  });

  test("dialogues about one task stand side by side, aligned by action, and part at a marked row", async () => {
    const { page } = at;
    await page.keyboard.press("Shift+s");
    await page.getByRole("button", { name: "river_watch_1", exact: true }).click();
    const beside = page.getByRole("region", { name: "2 dialogues about river_watch_1 side by side" });
    const table = beside.getByRole("table", { name: "Aligned turns" });
    await table.getByRole("columnheader", { name: /asks-everything/ }).waitFor(patience);
    await table.getByRole("columnheader", { name: /asks-nothing/ }).waitFor(patience);
    await beside.getByText(/^They first differ in row 1 of \d+/).waitFor(patience);
    const first = table.getByRole("row", { name: /the first divergence/ });
    await first.getByText("no such turn").waitFor(patience);
    await picture(page, "aligned");
    expect(await seriousFindings(page)).toEqual([]);
    await showTheme(page, "dark");
    await picture(page, "aligned-dark");
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, "aligned-1280");
    await page.setViewportSize({ width: 2560, height: 1440 });
    await picture(page, "aligned-2560");
    await page.setViewportSize({ width: 1440, height: 900 });
    await showTheme(page, "light");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => table.locator("tr[aria-current=true] th").textContent(), patience).toBe("2");
    await page.keyboard.press("d");
    await expect
      .poll(() => table.locator("tr[aria-current=true] th").textContent(), patience)
      .toContain("parts");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "Dialogue of asks-nothing about river_watch_1" })
      .waitFor(patience);
    // By the keyboard: two are marked in the list.
    await page.getByRole("button", { name: "2 marked: clear" }).click();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "1 marked: clear" }).waitFor(patience);
    await page.keyboard.press("k");
    await page
      .getByRole("region", { name: "Dialogue of asks-everything about river_watch_1" })
      .waitFor(patience);
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "2 marked: clear" }).waitFor(patience);
    await page.keyboard.press("Shift+d");
    await table.getByRole("columnheader").nth(1).getByText("asks-nothing").waitFor(patience);
    await page.keyboard.press("Shift+d");
  });

  test("dialogues are started from the task list about the open task: under several patiences, with another run's clarifications", async () => {
    const { page } = at;
    // While editors open the window may be busy for longer than the two presses of "G T" may be apart.
    await page.locator(".monaco-editor .view-line").first().waitFor(patience);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await taskList(page).waitFor(patience);
    await picture(page, "tasks");
    await page.getByRole("button", { name: "Play dialogues…" }).click();
    const dialog = page.getByRole("dialog", { name: "Play dialogues" });
    await dialog.getByRole("radio", { name: "The open task" }).click();
    await dialog.getByRole("radio", { name: /^a-Interact/ }).click();
    await dialog.getByRole("textbox", { name: "Patience" }).fill("3, 0, 7");
    await dialog.getByRole("combobox", { name: "Begin with the clarifications of" }).click();
    await page.getByRole("option", { name: /^run 1, asks-everything/ }).click();
    await page.getByRole("listbox").waitFor({ state: "detached", ...patience });
    await dialog.getByText("1 task × 2 systems × 3 patiences × 1 trial").waitFor(patience);
    await page.keyboard.press("Control+Enter");
    const second = page.getByRole("option", { name: /Run 2/ });
    await second.getByText(/of 6 solved/).waitFor(runPatience);
    await second.click();
    await page
      .getByText(/coins$/)
      .first()
      .waitFor(patience);
    await picture(page, "a-interact");
    await page.keyboard.press("Shift+s");
    const swept = page.getByRole("region", { name: "Success by patience" });
    const plot = swept.getByRole("img", { name: "Success by patience" });
    // A line for each system, through a point for each patience; patience 0 leaves no coins behind the clarifications.
    const lines = plot.locator("g[stroke-width='2'] path");
    await expect.poll(() => lines.count(), patience).toBe(2);
    for (const line of await lines.all())
      expect((await line.getAttribute("d"))?.match(/[\d.]+,[\d.]+/g)).toHaveLength(3);
    await swept.scrollIntoViewIfNeeded();
    await picture(page, "sweep");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Shift+s");
    await page.getByRole("button", { name: "More for this run" }).click();
    await page.getByRole("menuitem", { name: "Delete this run" }).click();
    await second.waitFor({ state: "detached", ...patience });
  });

  /** Starts a run about the open task, with these systems and this user. */
  async function playOpenTask(systems: readonly string[], user: RegExp): Promise<void> {
    const { page } = at;
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: /Tasks/ }).click();
    await page.getByRole("button", { name: "Play dialogues…" }).click();
    const dialog = page.getByRole("dialog", { name: "Play dialogues" });
    await dialog.getByRole("radio", { name: "The open task" }).click();
    for (const system of ["asks-everything", "asks-nothing", "person"])
      await dialog.getByRole("checkbox", { name: system }).setChecked(systems.includes(system));
    await dialog.getByRole("combobox", { name: "User" }).click();
    await page.getByRole("option", { name: user }).click();
    // From the closed list of users, which has the focus: the key is the dialog's, not the list's.
    await page.getByRole("option", { name: user }).waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
  }

  test("a person is the system of a stored run: they see no gold, and go on after the window was closed", async () => {
    const { page } = at;
    await playOpenTask(["person"], /built-in simulator/);
    const field = page.getByRole("textbox", { name: "Your question" });
    await field.waitFor(runPatience);
    await page.getByRole("region", { name: "What is handed over" }).waitFor(patience);
    expect(await page.getByRole("tab", { name: "Gold and readings" }).count()).toBe(0);
    await field.fill('What do you mean by "under strain"?');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await transcript(page).getByText("2.5").first().waitFor(patience);
    await inAllLights(page, "person-system");
    await page.reload();
    await transcript(page).getByText("2.5").first().waitFor(patience);
    await page.getByRole("option", { name: /1 of 1 wait for you/ }).waitFor(patience);
    await page.getByRole("button", { name: "Stop the dialogue" }).click();
    await transcript(page).getByText("system stopped").waitFor(patience);
    await page.getByRole("tab", { name: "Gold and readings" }).waitFor(patience);
  });

  test("a person is the user of a stored run: the system asks them, and goes by what they say", async () => {
    const { page } = at;
    await playOpenTask(["asks-nothing", "asks-everything"], /person/);
    const answer = page.getByRole("region", { name: "Your answer as the user" });
    const field = answer.getByRole("textbox", { name: "Your answer" });
    await field.waitFor(runPatience);
    await answer.getByText("under strain").first().waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await answer.getByRole("button", { name: "Take the built-in answer" }).click();
    await inAllLights(page, "person-user");
    await field.press("Enter");
    await transcript(page).getByText("2.5").first().waitFor(runPatience);
    await page
      .getByRole("region", { name: "Readings settled so far" })
      .getByText("settled", { exact: true })
      .waitFor(patience);
    await expect.poll(() => field.inputValue(), runPatience).toBe("");
    await field.fill("I would rather not say.");
    await field.press("Enter");
    await transcript(page).getByText("I would rather not say.").waitFor(runPatience);
  });
});
