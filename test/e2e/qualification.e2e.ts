import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { isSaved, patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

anyHost("items with known answers", (launch) => {
  const at = oneWindow(launch);
  const details = () => at.page.getByRole("dialog", { name: "Details of the item" });
  const choose = async (name: string, option: string): Promise<void> => {
    await details().getByRole("combobox", { name }).click();
    await at.page.getByRole("option", { name: option, exact: true }).click();
  };
  const goToScreen = (name: string) =>
    at.page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: new RegExp(name) })
      .click();

  test("are chosen on the item, judged first in a queue of their own, and the result is told at their end", async () => {
    const { page } = at;
    await showsItem(page, 1);
    await page.keyboard.press("i");
    await details().getByText("question_id").waitFor(patience);
    // Whoever only judges meets no answer there.
    expect(await details().getByRole("combobox").count()).toBe(0);
    await page.keyboard.press("Escape");
    await goToScreen("Settings");
    await page.getByRole("checkbox", { name: /^Let me choose them/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await showsItem(page, 1);
    await page.keyboard.press("i");
    await choose("Known answer", "qualification");
    await details().getByRole("combobox", { name: "Expected label" }).waitFor(patience);
    await choose("Expected label", "no");
    await page.keyboard.press("Escape");
    await at.page.reload();
    // Whoever comes to the screen is sent to them.
    await page.getByText("1 found").waitFor(patience);
    await showsItem(page, 1);
    const banner = page.getByRole("status").filter({ hasText: "Qualification" });
    await banner.getByText("0 of 1 judged").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await banner.getByText("0 of 1 right, 1 needed: not passed").waitFor(patience);
    await banner.getByRole("button", { name: "All items" }).click();
    await page.getByText("/ 120", { exact: true }).waitFor(patience);
  });

  test("of attention lie in the queue untold, and what was got wrong stops until somebody has looked, by the mouse", async () => {
    const { page } = at;
    await goToScreen("Settings");
    await page.getByRole("radio", { name: /^is stopped/ }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "Unsaved settings" }).waitFor({ state: "detached", ...patience });
    await goToScreen("Review");
    await showsItem(page, 1);
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await choose("Known answer", "attention item");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.keyboard.press("e");
    await page.keyboard.type("No.");
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 3);
    await page.getByText(/^Your verdicts are on hold/).waitFor(patience);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await page.getByText("A verdict was not saved.").first().waitFor(patience);
    await page
      .getByRole("region", { name: "Verdict", exact: true })
      .getByText("draft", { exact: true })
      .waitFor(patience);

    await goToScreen("Settings");
    const section = page.getByRole("region", { name: "Qualification and attention items" });
    await section.getByText("1 wrong, not looked at").waitFor(patience);
    await section.getByRole("button", { name: "Looked at" }).click();
    await section.getByText("1 wrong, not looked at").waitFor({ state: "detached", ...patience });
    await goToScreen("Review");
    await showsItem(page, 3);
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await page
      .getByRole("region", { name: "Verdict", exact: true })
      .getByText("saved", { exact: true })
      .waitFor(patience);
  });
});
