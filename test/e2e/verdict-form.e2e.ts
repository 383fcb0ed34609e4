import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { isSaved, patience, showsItem, verdictBar } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

// One window for all of them: the first test makes the form that the others go on with.
anyHost("a project's own verdict form", (launch) => {
  const at = oneWindow(launch);
  const dialog = () => at.page.getByRole("dialog", { name: /^Verdict form of / });
  const row = (name: string) => dialog().getByRole("listitem", { name, exact: true });
  const saveButton = () => dialog().getByRole("button", { name: /^Save(?! to)/ });
  const button = (name: string | RegExp): Locator => at.page.getByRole("button", { name });
  const goTo = async (screen: "r" | "s"): Promise<void> => {
    await at.page.keyboard.press("Escape");
    await at.page.keyboard.press("g");
    await at.page.keyboard.press(screen);
  };
  const openForm = async (): Promise<void> => {
    await goTo("s");
    await button("Edit the verdict form…").click();
    await dialog().waitFor(patience);
  };

  test("is made and judged by with the keyboard: a third label, and a scale that has to be answered", async () => {
    const { page } = at;
    await showsItem(page, 1);
    await goTo("s");
    await button("Edit the verdict form…").focus();
    await page.keyboard.press("Enter");
    await dialog().getByRole("button", { name: "Add a label" }).focus();
    await page.keyboard.press("Enter");
    await row("label 3").getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("partly right");
    await page.keyboard.press("Tab");
    await page.keyboard.type("c");
    await row("label 3")
      .getByText("The key c belongs to the review screen: choose another.")
      .waitFor(patience);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("z");
    await dialog().getByRole("button", { name: "Add a field" }).focus();
    await page.keyboard.press("Enter");
    await row("field 1").getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("Effort");
    await page.keyboard.press("Tab");
    await page.keyboard.type("9");
    await row("field 1").getByRole("checkbox", { name: "required" }).focus();
    await page.keyboard.press("Space");
    // Third becomes second; the focus goes along.
    await row("label 3").getByLabel("Name", { exact: true }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect
      .poll(() => row("label 2").getByLabel("Name", { exact: true }).inputValue())
      .toBe("partly right");
    await page.keyboard.type("!");
    await page.keyboard.press("Backspace");
    const preview = dialog().getByRole("region", { name: "Preview" });
    await preview.getByRole("button", { name: "partly right" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await dialog().waitFor({ state: "detached", ...patience });

    await goTo("r");
    await showsItem(page, 1);
    await page.keyboard.press("z");
    await page.keyboard.press("Control+Enter");
    await verdictBar(page).getByRole("alert").getByText("Effort is not answered.").waitFor(patience);
    // The scale has the focus: the digit is an answer, not a diagnosis.
    await page.keyboard.press("4");
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 2);
    await isSaved(page);
    await page.keyboard.press("k");
    await showsItem(page, 1);
    const bar = verdictBar(page);
    await expect.poll(() => bar.getByRole("button", { name: "partly right", pressed: true }).count()).toBe(1);
    expect(
      await bar.getByRole("group", { name: "Effort" }).getByRole("button", { pressed: true }).innerText(),
    ).toBe("4");
    await expect
      .poll(() => bar.getByRole("checkbox", { name: /ambiguous question/, checked: true }).count())
      .toBe(1);
    await page.keyboard.press("h");
    await page
      .getByRole("dialog", { name: "History of this verdict" })
      .getByText("ambiguous question, Effort: 4")
      .waitFor(patience);
    await page.keyboard.press("Escape");
  });

  test("filters the queue and names its labels there, by the mouse", async () => {
    const { page } = at;
    await page
      .getByRole("option", { name: /How many/ })
      .first()
      .getByLabel("partly right")
      .waitFor(patience);
    await button("Filters").click();
    await page.getByRole("combobox", { name: "Label" }).click();
    await page.getByRole("option", { name: "partly right", exact: true }).click();
    await button("Done").click();
    await page.getByText("1 found").waitFor(patience);
    await button("Remove filter label").click();
    await page.getByText("/ 120", { exact: true }).waitFor(patience);
  });

  test("is not changed so that a verdict is left without its label: it can be renamed in all", async () => {
    const { page } = at;
    await openForm();
    await dialog().getByRole("button", { name: "Remove label 2" }).click();
    await dialog()
      .getByText("1 verdict says “partly-right”, which this form does not have.")
      .waitFor(patience);
    expect(await saveButton().isDisabled()).toBe(true);
    await dialog().getByRole("combobox", { name: "Rename partly-right to" }).click();
    await page.getByRole("option", { name: "yes", exact: true }).click();
    await saveButton().click();
    await dialog().waitFor({ state: "detached", ...patience });
    await page.getByText(/1 verdict renamed/).waitFor(patience);
    await goTo("r");
    await showsItem(page, 1);
    await verdictBar(page).getByRole("button", { name: "yes", pressed: true }).waitFor(patience);
    await page.keyboard.press("h");
    await page
      .getByRole("dialog", { name: "History of this verdict" })
      .getByText(/^renamed by /)
      .waitFor(patience);
    await page.keyboard.press("Escape");
  });

  test("comes from a file, and a file that is none is refused with what is wrong with it", async () => {
    const { page } = at;
    await openForm();
    const broken = path.join(at.folder, "broken.json");
    writeFileSync(broken, JSON.stringify({ ...roseForm, labels: [{ id: "yes" }] }));
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(broken);
    await dialog()
      .getByText(/^broken\.json: labels\.0\./)
      .waitFor(patience);
    const rose = path.join(at.folder, "rose.json");
    writeFileSync(rose, JSON.stringify(roseForm));
    await input.setInputFiles(rose);
    // The answer of the first test stays without its field.
    await dialog()
      .getByText("1 verdict says “4” for effort, which this form does not have.")
      .waitFor(patience);
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await dialog().waitFor({ state: "detached", ...patience });
  });
});
