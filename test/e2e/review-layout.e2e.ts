import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { noteField, patience, showsItem, verdictBar } from "./support/review-page.ts";

/** Where something is in the window; it has to be there. */
async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${part} is not drawn`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

anyHost("the review screen in a window of 1280 × 800", (launch) => {
  const at = oneWindow(launch);
  const focused = () => at.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const toggle = async (keys: string): Promise<void> => {
    await at.page.keyboard.press("Escape");
    await at.page.keyboard.press(keys);
  };

  test("has room for the note and the buttons with the guidelines, the corrected SQL and the comments open", async () => {
    const { page } = at;
    await page.setViewportSize({ width: 1280, height: 800 });
    await showsItem(page, 1);
    for (const keys of ["l", "x", "Alt+b"]) await toggle(keys);
    await page
      .getByRole("combobox", { name: "New comment" })
      .or(page.getByLabel(/^Comment/))
      .first()
      .waitFor(patience);
    const bar = await boxOf(verdictBar(page));
    const note = await boxOf(noteField(page));
    expect(note.width).toBeGreaterThanOrEqual(200);
    for (const name of [/^Flag/, /^Skip/, /^Save and next/]) {
      const button = await boxOf(verdictBar(page).getByRole("button", { name }));
      expect(button.right, String(name)).toBeLessThanOrEqual(bar.right);
      expect(button.y >= note.bottom || button.x >= note.right, String(name)).toBe(true);
    }
    const corrected = page.getByRole("region", { name: "Corrected SQL" });
    const close = await boxOf(corrected.getByRole("button", { name: "Close the corrected SQL" }));
    expect(close.right).toBeLessThanOrEqual(bar.right);
  });

  test("keeps the focus in the item when comments or the scratch query are closed by their keys", async () => {
    const { page } = at;
    const pane = page.getByRole("region", { name: "Comments" });
    await page.keyboard.press("Alt+b");
    await expect.poll(focused, patience).toBe("Item 1");
    expect(await pane.count()).toBe(0);
    await toggle("q");
    await page.getByRole("region", { name: "Scratch query" }).locator(".monaco-editor").waitFor(patience);
    await toggle("q");
    await expect.poll(focused, patience).toBe("Item 1");
  });

  test("leaves the focus where the reviewer has gone while the editor was still on its way", async () => {
    const { page } = at;
    const arrive = Promise.withResolvers<void>();
    await page.route(/\/monaco-[^/]*\.js$/, async (route) => {
      await arrive.promise;
      await route.fallback();
    });
    await page.reload();
    await showsItem(page, 1);
    const corrected = page.getByRole("region", { name: "Corrected SQL" });
    await corrected.waitFor(patience);
    for (const keys of ["x", "x"]) await toggle(keys);
    await expect.poll(focused, patience).toBe("Corrected SQL");
    await page.keyboard.press("Escape");
    await expect.poll(focused, patience).toBe("Item 1");
    arrive.resolve();
    await corrected.locator(".monaco-editor").waitFor(patience);
    expect(await focused()).toBe("Item 1");
    await page.unroute(/\/monaco-[^/]*\.js$/);
  });

  test("draws the scratch query below the results, not over them, with the corrected SQL and the guidelines open", async () => {
    const { page } = at;
    await toggle("q");
    const scratch = page.getByRole("region", { name: "Scratch query" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    const close = scratch.getByRole("button", { name: "Close scratch query" });
    await close.scrollIntoViewIfNeeded();
    const onTop = await close.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(onTop).toBe(true);
    for (const keys of ["q", "x", "l"]) await toggle(keys);
  });

  test("says what an undo changed, in a notice that covers no button of the verdict", async () => {
    const { page } = at;
    await toggle("f");
    await verdictBar(page).getByRole("button", { name: "Remove flag" }).waitFor(patience);
    await page.keyboard.press("u");
    const said = page.getByText("No longer flagged.");
    await said.waitFor(patience);
    const notice = await boxOf(said);
    expect(notice.bottom).toBeLessThanOrEqual((await boxOf(verdictBar(page))).y);
    await page.keyboard.press("s");
    await showsItem(page, 2);
    await page.keyboard.press("u");
    await page.getByText("No longer skipped.").waitFor(patience);
    await page.keyboard.press("Shift+u");
    await page.getByText("Skipped again.").waitFor(patience);
  });

  test("says that there are no earlier verdicts on related items where one asks for them", async () => {
    const { page } = at;
    await page.keyboard.press("p");
    const popover = page.getByRole("dialog", { name: "My earlier verdicts" });
    await popover.getByText(/^You have judged no related item yet/).waitFor(patience);
    await page.keyboard.press("Escape");
    await popover.waitFor({ state: "detached", ...patience });
  });
});
