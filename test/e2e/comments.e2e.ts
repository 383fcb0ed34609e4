import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { openTask, task } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const newComment = (page: Page) => page.getByRole("combobox", { name: "New comment" });
const threads = (page: Page) => page.getByRole("list", { name: "Threads", exact: true });

const hasFocus = (page: Page) =>
  expect.poll(() => newComment(page).evaluate((field) => field === document.activeElement)).toBe(true);

/** A colleague sits down at this computer, and goes back to the tasks. */
async function becomes(page: Page, name: string): Promise<void> {
  const screens = page.getByRole("navigation", { name: "Screens" });
  await screens.getByRole("button", { name: "Settings" }).click();
  const field = page.getByLabel("Reviewer name");
  await field.fill(name);
  await field.press("Enter");
  await page.getByRole("contentinfo").getByText(name, { exact: true }).waitFor(patience);
  await screens.getByRole("button", { name: "Tasks" }).click();
}

anyHost("comments on a task", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("mention a colleague whose name is offered, by keys", async () => {
    await becomes(page, "Bert");
    await openTask(page, "river_watch_2");
    await page.keyboard.press("Alt+b");
    await hasFocus(page);
    await page.keyboard.type("I am **here**. <b>Really</b>.");
    await page.keyboard.press("Control+Enter");
    await threads(page).locator("strong", { hasText: "here" }).waitFor(patience);
    await threads(page).getByText("<b>Really</b>").waitFor(patience);
    await becomes(page, "Anna");
    await openTask(page, "river_watch_1");
    await page.keyboard.press("Alt+b");
    await hasFocus(page);
    await page.keyboard.type("Is the round right, @Be");
    await page.getByRole("option", { name: "Bert" }).waitFor(patience);
    await page.keyboard.press("Enter");
    await expect.poll(() => newComment(page).inputValue()).toBe("Is the round right, @Bert ");
    await page.keyboard.press("Control+Enter");
    await threads(page)
      .getByText(/Is the round right, @Bert/)
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("are in the inbox of who is mentioned, counted until they are read, and lead there by keys", async () => {
    // What is on screen is read.
    await openTask(page, "river_watch_3");
    await page.keyboard.press("Alt+f");
    await becomes(page, "Bert");
    await page.getByRole("contentinfo").getByText("1 unread").waitFor(patience);
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    const inbox = page.getByRole("dialog", { name: "Inbox" });
    await inbox.getByRole("option", { name: /Anna on river_watch_1/ }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await inbox.waitFor({ state: "detached", ...patience });
    await task(page, "river_watch_1").waitFor(patience);
    await threads(page)
      .getByText(/Is the round right/)
      .waitFor(patience);
    await page.getByRole("contentinfo").getByText("Inbox", { exact: true }).waitFor(patience);
  });

  test("are answered, changed, resolved and reopened by the mouse", async () => {
    await threads(page).getByRole("button", { name: "Reply" }).click();
    await page.getByRole("combobox", { name: "Reply" }).fill("Yes");
    await page
      .getByRole("button", { name: /^Reply/ })
      .last()
      .click();
    await threads(page).getByText("Yes", { exact: true }).waitFor(patience);
    await page.getByRole("button", { name: "Edit the comment" }).click();
    await page.getByRole("combobox", { name: "Edit the comment" }).fill("Yes, it is.");
    await threads(page).getByRole("button", { name: /^Save/ }).click();
    await threads(page).getByText("Yes, it is.").waitFor(patience);
    await threads(page).getByText(", edited").waitFor(patience);
    await threads(page).getByRole("button", { name: "Resolve" }).click();
    await page.getByText("1 resolved thread").click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await threads(page).getByText("Yes, it is.").waitFor(patience);
    await page.getByRole("button", { name: "Delete the comment" }).click();
    await threads(page)
      .getByText("Yes, it is.")
      .waitFor({ state: "detached", ...patience });
  });

  test("are about a part of the gold, which they show again", async () => {
    await task(page, "river_watch_1").locator(".view-line").first().click();
    await page.getByRole("button", { name: "the SQL at the cursor" }).click();
    await newComment(page).fill("This part.");
    await page
      .getByRole("button", { name: /^Comment/ })
      .last()
      .click();
    const thread = threads(page).getByRole("listitem").filter({ hasText: "This part." }).first();
    await thread.getByTitle("Show it").click();
    expect(await thread.getByText(/^Outdated/).count()).toBe(0);
  });

  test("are about a statement of the follow-up's gold, too", async () => {
    const { page } = at;
    const code = task(page, "river_watch_1");
    await code.getByRole("tab", { name: "Follow-up gold", exact: true }).click();
    await code.locator(".view-line").first().click();
    await page.getByRole("button", { name: "the SQL at the cursor" }).click();
    await newComment(page).fill("What follows.");
    await page
      .getByRole("button", { name: /^Comment/ })
      .last()
      .click();
    await code.getByRole("tab", { name: "Gold", exact: true }).click();
    const thread = threads(page).getByRole("listitem").filter({ hasText: "What follows." }).first();
    await thread.getByTitle("Show it").click();
    await code.getByRole("tab", { name: "Follow-up gold", exact: true, selected: true }).waitFor(patience);
  });
});

anyHost("comments on an item", (launch) => {
  const at = oneWindow(launch);

  test("stand beside it, about the whole or what is selected in its SQL", async () => {
    const { page } = at;
    await showsItem(page, 1);
    await page.keyboard.press("Alt+b");
    await hasFocus(page);
    await page.keyboard.type("Which table?");
    await page.keyboard.press("Control+Enter");
    await threads(page).getByText("Which table?").waitFor(patience);
    await page
      .getByRole("region", { name: "Gold SQL" })
      .locator(".view-line")
      .first()
      .click({ clickCount: 3 });
    await page.getByRole("button", { name: "the selected SQL" }).click();
    await newComment(page).fill("This line.");
    await page.keyboard.press("Control+Enter");
    const thread = threads(page).getByRole("listitem").filter({ hasText: "This line." }).first();
    await thread.getByTitle("Show it").click();
    await page.getByRole("button", { name: "2 threads" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "2 threads" }).click();
    await newComment(page).waitFor({ state: "detached", ...patience });
  });

  /** Goes to the next item and comes back. */
  async function leavesAndReturns(page: Page): Promise<void> {
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await page.keyboard.press("k");
    await showsItem(page, 1);
  }

  test("keep what is typed and not sent: on another item, in a closed pane and after a reload", async () => {
    const { page } = at;
    await page.keyboard.press("Alt+b");
    await hasFocus(page);
    await page
      .getByRole("region", { name: "Gold SQL" })
      .locator(".view-line")
      .first()
      .click({ clickCount: 3 });
    await page.getByRole("button", { name: "the selected SQL" }).click();
    await newComment(page).fill("Half a thought");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await expect.poll(() => newComment(page).inputValue()).toBe("");
    await newComment(page).fill("Of the second");
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await showsItem(page, 1);
    await expect.poll(() => newComment(page).inputValue()).toBe("Half a thought");
    await page.getByRole("button", { name: "2 threads" }).click();
    await newComment(page).waitFor({ state: "detached", ...patience });
    await page.getByRole("button", { name: "2 threads" }).click();
    await expect.poll(() => newComment(page).inputValue()).toBe("Half a thought");
    await page.reload();
    await showsItem(page, 1);
    await expect.poll(() => newComment(page).inputValue(), patience).toBe("Half a thought");
    await page.getByRole("button", { name: "Comment on the whole" }).waitFor(patience);
    await newComment(page).press("Control+Enter");
    await page.getByRole("button", { name: "3 threads" }).waitFor(patience);
    await leavesAndReturns(page);
    expect(await newComment(page).inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Comment on the whole" }).count()).toBe(0);
  });

  test("keep an answer and an edit under way, which take no focus on the way back, until they are cancelled or sent", async () => {
    const { page } = at;
    const thread = threads(page).locator("> li").first();
    const reply = page.getByRole("combobox", { name: "Reply" });
    const edit = page.getByRole("combobox", { name: "Edit the comment" });
    await thread.getByRole("button", { name: "Edit the comment" }).click();
    await edit.fill("Which tables?");
    await thread.getByRole("button", { name: "Reply" }).click();
    await reply.fill("Either");
    await leavesAndReturns(page);
    await expect.poll(() => reply.inputValue(), patience).toBe("Either");
    expect(await edit.inputValue()).toBe("Which tables?");
    await leavesAndReturns(page);
    await thread.getByRole("button", { name: "Cancel" }).last().click();
    await thread.getByRole("button", { name: /^Save/ }).click();
    await threads(page).getByText("Which tables?", { exact: true }).waitFor(patience);
    await leavesAndReturns(page);
    await threads(page).getByText("Which tables?", { exact: true }).waitFor(patience);
    expect([await reply.count(), await edit.count()]).toEqual([0, 0]);
    // Nothing typed is lost by Escape, and nothing stays open for it.
    await threads(page).getByRole("button", { name: "Reply" }).first().click();
    await page.keyboard.press("Escape");
    await reply.waitFor({ state: "detached", ...patience });
  });
});
