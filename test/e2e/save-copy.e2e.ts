import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { workspaceIn } from "../support/prepared-workspace.ts";
import { isSaved, judgement, patience, showsItem } from "./support/review-page.ts";

describe("Save a copy of the workspace", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-copied-"));
  const open: Launched[] = [];
  const launch = async (where: string) => {
    const app = await launchWeb({ folder: where });
    open.push(app);
    await showsItem(app.page, 1);
    return app;
  };
  afterEach(async () => {
    for (const app of open.splice(0)) {
      expect(app.pageErrors).toEqual([]);
      await app.close();
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await closeSharedBrowser();
  });

  const copies = () => readdirSync(folder).filter((name) => / \d{4}-.*\.querent$/.test(name));

  test("writes one file with all that was saved, which opens by itself and goes its own way", async () => {
    const { page } = await launch(folder);
    await page.keyboard.press("y");
    await page.keyboard.press("e");
    await page.keyboard.type("before the copy");
    await page.keyboard.press("Control+s");
    await isSaved(page);

    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.type("Save a copy");
    await page.keyboard.press("Enter");
    const choice = page.getByRole("dialog", { name: "Folder for the copy" });
    const field = choice.getByRole("textbox", { name: "Path" });
    await expect.poll(() => field.inputValue(), patience).not.toBe("");
    const own = await field.inputValue();
    // A path that is not there stays as it was typed, also after another: nobody saves where they did not say.
    for (const wrong of ["/not/here", "/nor/there"]) {
      await field.fill(wrong);
      await field.press("Enter");
      await choice.getByRole("alert").getByText(wrong).waitFor(patience);
      expect(await field.inputValue()).toBe(wrong);
    }
    await field.fill(own);
    await choice.getByRole("button", { name: /^Choose/ }).click();
    await page.getByText("Saved a copy of the workspace").waitFor();
    expect(copies()).toHaveLength(1);
    const [copy = ""] = copies();
    expect((statSync(path.join(folder, copy)).mode & 0o777).toString(8)).toBe("600");

    // The one file, while the workspace that it was made of is open.
    const elsewhere = path.join(folder, "elsewhere");
    mkdirSync(elsewhere);
    copyFileSync(path.join(folder, copy), workspaceIn(elsewhere));
    const other = await launch(elsewhere);
    const saved = { yes: true, no: false, note: "before the copy" };
    await expect.poll(() => judgement(other.page), patience).toEqual(saved);
    await other.page.keyboard.press("n");
    await other.page.keyboard.press("Control+s");
    await isSaved(other.page);
    await page.reload();
    await showsItem(page, 1);
    await expect.poll(() => judgement(page), patience).toEqual(saved);
    expect(await other.page.getByRole("dialog", { name: "This workspace is damaged" }).count()).toBe(0);
  });
});
