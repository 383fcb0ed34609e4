import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { patience, showsItem, verdictBar } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";

describe("access to the review screen", () => {
  let app: Launched;

  // What the tests look at: a difference, every pane, and a save that was refused.
  beforeAll(async () => {
    app = await launchWeb();
    const { page } = app;
    await showsItem(page, 1);
    await page.locator(".monaco-editor .view-line").first().waitFor(patience);
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
  });
  afterAll(async () => {
    await app.close();
    await closeSharedBrowser();
  });

  test.each(["light", "dark"] as const)(
    "has no serious finding with a difference, every pane and a refused save on screen (%s theme)",
    async (theme) => {
      const { page } = app;
      await showTheme(page, theme);
      await page.locator(".monaco-editor .view-line").first().waitFor(patience);
      await verdictBar(page).getByRole("alert").waitFor(patience);
      expect(await seriousFindings(page)).toEqual([]);
    },
  );

  test.each(["light", "dark"] as const)(
    "the sheet of shortcuts lists every command of the screen (%s theme)",
    async (theme) => {
      const { page } = app;
      await showTheme(page, theme);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      for (const title of [
        "Next item",
        "Save and next",
        "Write the note",
        "Next difference",
        "Redo the latest verdict",
      ])
        await sheet.getByText(title, { exact: true }).waitFor(patience);
      const rows = (await sheet.locator("li, tr, [role=row], dt").allInnerTexts()).length;
      expect(rows).toBeGreaterThan(35);
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached", ...patience });
    },
  );
});
