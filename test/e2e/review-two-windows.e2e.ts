import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeSharedBrowser, collectErrors, sharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { isSaved, judgement, noteField, patience, showsItem, verdictBar } from "./support/review-page.ts";

describe("two windows on one workspace", () => {
  let app: Launched;
  let other: Page;
  let otherErrors: string[];

  // Both windows stay; each test is at an item of its own.
  let place = 0;
  beforeAll(async () => {
    app = await launchWeb();
    await showsItem(app.page, 1);
    // A browser of its own: nothing but the back end connects the two.
    other = await (await (await sharedBrowser()).newContext()).newPage();
    otherErrors = collectErrors(other);
    await other.goto(app.host?.mintLaunchUrl() ?? "");
    await showsItem(other, 1);
  });
  beforeEach(async () => {
    place += 1;
    for (const window of [app.page, other]) {
      await window.keyboard.press("Escape");
      if (place > 1) await window.keyboard.press("j");
      await showsItem(window, place);
    }
  });
  afterEach(() => expect([...app.pageErrors, ...otherErrors]).toEqual([]));
  afterAll(async () => {
    await other.context().close();
    await app.close();
    await closeSharedBrowser();
  });

  const saveInOther = async () => {
    await other.keyboard.press("y");
    await other.keyboard.press("Control+s");
    await isSaved(other);
  };

  test("what one saves the other shows, on the item and in the queue", async () => {
    await saveInOther();
    await expect.poll(() => judgement(app.page), patience).toMatchObject({ yes: true });
    await app.page.getByRole("option", { selected: true }).getByLabel("yes").waitFor(patience);
  });

  test("V4: a save from the other window shows both and lets the person keep their own", async () => {
    const { page } = app;
    await page.keyboard.press("n");
    await page.keyboard.press("e");
    await page.keyboard.type("mine");
    await saveInOther();
    const conflict = verdictBar(page).getByRole("alert");
    await conflict.getByText("saved in another window after you started editing").waitFor(patience);
    expect(await noteField(page).inputValue()).toBe("mine");
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await expect.poll(() => judgement(other), patience).toEqual({ yes: false, no: true, note: "mine" });
  });

  test("V4: or take what the other window saved", async () => {
    const { page } = app;
    await page.keyboard.press("n");
    await page.keyboard.press("e");
    await page.keyboard.type("mine");
    await saveInOther();
    await verdictBar(page).getByRole("button", { name: "Use the saved verdict" }).click();
    expect(await judgement(page)).toEqual({ yes: true, no: false, note: "" });
  });
});
