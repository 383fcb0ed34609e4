import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { openTask, runPatience, task } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const goTo = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("button", { name: new RegExp(screen) })
    .click();

const line = (page: Page, instanceId: string): Locator =>
  page
    .getByRole("listbox", { name: "Tasks to cross-check" })
    .getByRole("option")
    .filter({ hasText: instanceId });

const criteria = (page: Page): Locator => page.getByRole("list", { name: "Criteria", exact: true });

const accepted = (page: Page, title: string): Locator =>
  criteria(page).locator(`button[aria-label="Accept: ${title}"][aria-pressed="true"]`);

const criterion = (page: Page, title: string): Locator =>
  criteria(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Accept: ${title}` }) });

/** A colleague sits down at this computer. */
async function becomes(page: Page, name: string): Promise<void> {
  await goTo(page, "Settings");
  const field = page.getByLabel("Reviewer name");
  await field.fill(name);
  await field.press("Enter");
  await page.getByRole("contentinfo").getByText(name, { exact: true }).waitFor(patience);
}

anyHost("a cross-check", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("has an empty list that says what comes there and how", async () => {
    await goTo(page, "Quality");
    await page.getByRole("tab", { name: "Cross-check" }).click();
    await page.getByRole("heading", { name: "No task waits for you" }).waitFor(patience);
    await page.getByText(/still being written or revised/).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("sends a task back with a reason, by keys, and is taken back and sent again", async () => {
    await goTo(page, "Tasks");
    await openTask(page, "river_watch_5");
    await page.keyboard.press("Alt+Shift+j");
    await page.getByText("river_watch_5 is submitted").waitFor(patience);
    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await line(page, "river_watch_5").waitFor(patience);
    await page.getByRole("region", { name: "Gold SQL", exact: true }).waitFor(patience);
    await criterion(page, "Questions").waitFor(patience);
    await page.keyboard.press("y");
    await accepted(page, "Questions").waitFor(patience);
    await page.keyboard.press("n");
    const reason = page.getByRole("textbox", { name: "Reason to reject: Gold SQL" });
    await reason.waitFor(patience);
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText("The rejection counts once you say why").waitFor(patience);
    await page.keyboard.type("The order of the rows is not asked for.");
    await page.keyboard.press("Escape");
    for (const [key, title] of [
      ["3", "Ambiguities"],
      ["4", "Tests and follow-up"],
      ["5", "Ethics and safety"],
    ] as const) {
      await page.keyboard.press(key);
      await page.keyboard.press("y");
      await accepted(page, title).waitFor(patience);
    }
    await page.keyboard.press("u");
    await accepted(page, "Ethics and safety").waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Shift+u");
    await accepted(page, "Ethics and safety").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await page.getByText("river_watch_5 was sent back to its author").waitFor(patience);
    await page.getByRole("heading", { name: "No task waits for you" }).waitFor(patience);
    await page.keyboard.press("u");
    await criterion(page, "Gold SQL").getByText("The order of the rows is not asked for.").waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Take the check back" }).waitFor(patience);
  });

  test("shows its author the reasons beside the task, and what was revised since", async () => {
    await page.keyboard.press("o");
    await task(page, "river_watch_5").waitFor(patience);
    const notice = page.getByRole("region", { name: "Sent back" });
    await notice.getByText("The order of the rows is not asked for.").waitFor(patience);
    await notice.getByText(/not revised yet/).waitFor(patience);
    await page.keyboard.press("Alt+i");
    await page.getByRole("checkbox", { name: "The order of the rows counts" }).press("Space");
    await notice.getByText(/revised: conditions/).waitFor(patience);
    await page.keyboard.press("Escape");
    await page
      .getByRole("dialog", { name: "Conditions", exact: true })
      .waitFor({ state: "detached", ...patience });
    expect(await seriousFindings(page)).toEqual([]);
    await notice.getByRole("button", { name: "Submit again" }).click();
    await notice.waitFor({ state: "detached", ...patience });
  });

  test("is for somebody else, who looks only at what changed and accepts the task, by the mouse", async () => {
    await goTo(page, "Quality");
    await page.getByRole("button", { name: "Show all tasks" }).click();
    await line(page, "river_watch_5").click();
    await page
      .getByText("You saved the newest revision, so somebody else has to check this task.")
      .waitFor(patience);
    await becomes(page, "Bert");
    await goTo(page, "Quality");
    const changes = page.getByRole("region", { name: "Changes since the last check" });
    await changes.getByText("Conditions", { exact: true }).waitFor(patience);
    await criterion(page, "Questions")
      .getByText(/Carried over/)
      .waitFor(patience);
    await criterion(page, "Gold SQL")
      .getByText(/Changed since: conditions\. Look again\./)
      .waitFor(patience);
    await page.getByText("2 of 5 to judge").waitFor(patience);
    await page.getByRole("button", { name: "Accept: Gold SQL" }).click();
    await page.getByRole("button", { name: "Accept: Tests and follow-up" }).click();
    await page.getByRole("button", { name: "Accept the task" }).click();
    await page.getByText("river_watch_5 is accepted").waitFor(patience);
    await line(page, "river_watch_5").getByRole("img", { name: "checked" }).waitFor(patience);
  });

  test("may be preceded by an attempt to solve the task, which never meets the gold", async () => {
    await goTo(page, "Tasks");
    await openTask(page, "river_watch_6");
    await page.keyboard.press("Alt+Shift+j");
    await page.getByText("river_watch_6 is submitted").waitFor(patience);
    await goTo(page, "Quality");
    await page.getByRole("switch", { name: "Offer to solve each first" }).click();
    await line(page, "river_watch_6").click();
    await page.getByRole("heading", { name: "Solve it before you see how it is solved?" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("b");
    await page.getByRole("heading", { name: "You are solving this task without its gold" }).waitFor(patience);
    await page.locator("button:enabled", { hasText: "Go on with the dialogue" }).waitFor(runPatience);
    await page.keyboard.press("o");
    await page.getByRole("region", { name: "Your action as the system" }).waitFor(patience);
    await page.getByRole("region", { name: "What is handed over" }).waitFor(patience);
    await page.keyboard.type("What makes a bathing river too dirty?");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/5 turns left|[0-9] turns left/).waitFor(patience);
    await goTo(page, "Tasks");
    await page.getByText(/would show you the gold of a task that you try to solve/).waitFor(patience);
    await goTo(page, "Quality");
    await page.getByText(/1 turn so far/).waitFor(patience);
    await page.getByRole("button", { name: "Give up" }).click();
    const outcome = page.getByRole("region", { name: "Your attempt" });
    await outcome.getByText(/given up after 1 turn/).waitFor(patience);
    await page.getByRole("region", { name: "Gold SQL", exact: true }).waitFor(patience);
  });
});
