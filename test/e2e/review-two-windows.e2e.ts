import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeSharedBrowser, sharedBrowser } from "../support/browser.ts";
import { collectErrors, type Launched, launchWeb } from "../support/launch.ts";
import { isSaved, judgement, noteField, patience, showsItem, verdictBar } from "./support/review-page.ts";

describe("two windows on one workspace", () => {
  let folder: string;
  let app: Launched;
  let other: Page;
  let otherErrors: string[];

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-two-windows-"));
    app = await launchWeb({ folder });
    await showsItem(app.page, 1);
    // A browser of its own: nothing but the back end connects the two.
    other = await (await (await sharedBrowser()).newContext()).newPage();
    otherErrors = collectErrors(other);
    await other.goto(app.host?.mintLaunchUrl() ?? "");
    await showsItem(other, 1);
  });
  afterEach(async () => {
    const errors = [...app.pageErrors, ...otherErrors];
    await other.context().close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  afterAll(closeSharedBrowser);

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
    await conflict.getByText("saved in another window since you began").waitFor(patience);
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
    await verdictBar(page).getByRole("button", { name: "Take what was saved" }).click();
    expect(await judgement(page)).toEqual({ yes: true, no: false, note: "" });
  });
});
