import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { saved, writeInGold } from "./support/authoring-page.ts";
import { certificate, certified, mutant, property } from "./support/certificate-page.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { brokenTasks, openTask, runPatience, task } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 300_000 });

const mutantsBar = (page: Page) => page.getByRole("group", { name: "Mutants that are listed" });

/** Keeps a picture of the window, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.QUERENT_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

anyHost("the certificate of a task", (launch) => {
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    return copyWithTasks({ ...pack, tasks: brokenTasks(pack.tasks, folder) }, folder);
  });
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
    await openTask(page, "river_watch_2");
  });

  test("is made by a key, and says property by property what holds", async () => {
    await page.keyboard.press("Alt+s");
    await certificate(page).getByText("Not certified yet").waitFor(patience);
    await page.keyboard.press("c");
    await certificate(page)
      .getByText(/^(Judging|Running mutants|Loading)/)
      .first()
      .waitFor(patience);
    await certified(page);
    await property(page, "Runs").getByRole("img", { name: "holds", exact: true }).waitFor(patience);
    await property(page, "Runs").getByText("2 of 2 phases").waitFor(patience);
    await property(page, "Anchored").getByRole("img", { name: "does not hold" }).waitFor(patience);
    await property(page, "Stateful").getByRole("img", { name: "not applicable" }).waitFor(patience);
    await property(page, "Guarded")
      .getByText(/^\d+ of \d+ killed, \d+ %$/)
      .waitFor(patience);
    await certificate(page).getByText("Not certified", { exact: true }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "certificate-light");
  });

  const notInQuestion = () =>
    property(page, "Anchored").getByRole("listitem").filter({ hasText: "words that do not stand there" });

  test("leads from a finding to its place, and lets it pass for a reason that can be taken back", async () => {
    await page.keyboard.press("Alt+s");
    await notInQuestion().getByRole("button").first().press("Enter");
    await page.locator('#task-ambiguity-0 [aria-pressed="true"]').waitFor(patience);
    await page.keyboard.press("Alt+s");
    await certificate(page)
      .getByRole("button", { name: /^Let it pass/ })
      .waitFor(patience);
    await page.keyboard.press("x");
    await certificate(page).getByRole("textbox").waitFor(patience);
    await page.keyboard.type("The term is written so by our annotators");
    await page.keyboard.press("Enter");
    const exception = property(page, "Anchored").getByRole("list", { name: "Exceptions" });
    await exception.getByText("The term is written so by our annotators").waitFor(patience);
    await certificate(page).focus();
    await page.keyboard.press("Control+z");
    await exception.waitFor({ state: "detached", ...patience });
  });

  test("steps through the mutants that survive, drawn in place in the gold", async () => {
    await page.keyboard.press("n");
    await mutant(page).waitFor(patience);
    await page
      .locator(".monaco-editor .view-line .code-mark-added, .monaco-editor .view-line .code-mark-removed")
      .first()
      .waitFor(patience);
    const first = await mutant(page).getByRole("heading").innerText();
    await page.locator(".monaco-editor .code-dot").nth(1).click();
    await expect.poll(() => mutant(page).getByRole("heading").innerText(), patience).not.toBe(first);
    await mutantsBar(page)
      .getByRole("button", { name: /^equivalent/ })
      .click();
    await page.keyboard.press("n");
    await mutant(page)
      .getByRole("region", { name: "Rows that tell them apart" })
      .getByText(/INSERT INTO|UPDATE/)
      .first()
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "mutant-light");
    await showTheme(page, "dark");
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, "mutant-dark");
  });

  test("is tried on the tests as an answer that stands there, and is still chosen afterwards", async () => {
    const first = await mutant(page).getByRole("heading").innerText();
    await page.keyboard.press("u");
    await page
      .getByRole("tablist", { name: "Answer and result" })
      .getByRole("tab", { name: "Answer", selected: true })
      .waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+m");
    expect(await mutant(page).getByRole("heading").innerText()).toBe(first);
  });

  test("runs a mutant beside the gold, and leaves it out for a reason that can be taken back", async () => {
    await page.keyboard.press("Shift+V");
    const results = mutant(page).getByRole("region", { name: "Results of gold and mutant" });
    await results.getByRole("figure", { name: "Mutant result" }).waitFor(runPatience);
    await results.getByText(/^Both results are identical/).waitFor(patience);
    await page.keyboard.press("i");
    await mutant(page).getByRole("textbox").waitFor(patience);
    await page.keyboard.type("Nobody would write this");
    await page.keyboard.press("Enter");
    await mutant(page)
      .getByText(/Nobody would write this/)
      .waitFor(patience);
    await mutant(page).locator(".code-dot-ignored").waitFor(patience);
    await page.keyboard.press("Control+z");
    await mutant(page)
      .locator(".code-dot-ignored")
      .waitFor({ state: "detached", ...patience });
  });

  test("is void after an edit, and made again by one key", async () => {
    await writeInGold(page);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("-- noted\n");
    await page.keyboard.press("Escape");
    await saved(page);
    await certificate(page).getByText("Void: the task has changed").waitFor(patience);
    await picture(page, "void-dark");
    await page.keyboard.press("c");
    await certified(page);
    await certificate(page).getByText("Not certified", { exact: true }).waitFor(patience);
    expect(await certificate(page).getByText(/^Void/).count()).toBe(0);
  });

  test("saves the rows that tell a mutant from the gold, once both have run on them", async () => {
    await openTask(page, "river_watch_M_4");
    await page.keyboard.press("c");
    await certified(page);
    await page.keyboard.press("n");
    await mutant(page).getByText("data-blind", { exact: true }).waitFor(patience);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Alt+Shift+S")]);
    expect(download.suggestedFilename()).toBe("river_watch_M_4-changes.sql");
    expect(readFileSync(await download.path(), "utf8")).toMatch(/^BEGIN;\n(?:INSERT INTO|UPDATE|DELETE)/m);
    await mutant(page)
      .getByText(/^Confirmed on a private copy with these rows: 1 mutant returns/)
      .waitFor(patience);
  });

  test("says of a gold that fails what to do first, made and followed by the mouse", async () => {
    await openTask(page, "river_watch_M_2");
    await certificate(page)
      .getByRole("button", { name: /^Certify the task/ })
      .click();
    await certified(page);
    await certificate(page)
      .getByText("Nothing else can be proved before the gold passes its tests")
      .waitFor(patience);
    await property(page, "Runs").getByRole("img", { name: "does not hold" }).waitFor(patience);
    await property(page, "Guarded").getByRole("img", { name: "not judged" }).waitFor(patience);
    await property(page, "Runs").getByText(/nope/).first().click();
    await page.getByRole("tab", { name: /^Mutants/ }).click();
    await page.getByText("The gold does not pass its tests, so no mutant was run.").waitFor(patience);
    await picture(page, "failing-dark");
  });
});
