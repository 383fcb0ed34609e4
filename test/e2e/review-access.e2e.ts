import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { patience, showsItem, verdictBar } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

describe.each([{ dark: false }, { dark: true }])("access to the review screen (dark: $dark)", ({ dark }) => {
  let folder: string;
  let app: Launched;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-access-"));
    app = await launchWeb({ folder, dark });
    await showsItem(app.page, 1);
    await app.page.locator(".monaco-editor .view-line").first().waitFor(patience);
  });
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(closeSharedBrowser);

  test("has no serious finding with a difference, every pane and a refused save on screen", async () => {
    const { page } = app;
    await page.keyboard.press("Control+g");
    await page.keyboard.type("9");
    await page.keyboard.press("Enter");
    await showsItem(page, 9);
    await page.keyboard.press("Alt+s");
    await page.getByRole("tree", { name: "Schema of harbour" }).getByText("port_call").click();
    await page.getByRole("region", { name: "Schema" }).getByText(/rows/).waitFor(patience);
    await page.getByRole("button", { name: "Scratch query", exact: true }).click();
    await page.getByRole("region", { name: "Scratch query" }).locator(".view-lines").waitFor(patience);
    await verdictBar(page).getByRole("button", { name: "no" }).click();
    await page.keyboard.press("Control+Enter");
    await verdictBar(page).getByRole("alert").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("the sheet of shortcuts lists every command of the screen", async () => {
    const { page } = app;
    await page.keyboard.press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const title of ["Next item", "Save and next", "Write the note", "Next difference", "Redo"])
      await sheet.getByText(title, { exact: true }).waitFor(patience);
    const rows = (await sheet.locator("li, tr, [role=row], dt").allInnerTexts()).length;
    expect(rows).toBeGreaterThan(35);
  });
});
