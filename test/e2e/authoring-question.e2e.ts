import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { largeSql } from "../bench/large-sql.ts";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { takeUp } from "./support/authoring-page.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { findingsPane, openTask, runPatience, task, testsPane } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The pack's tasks as clear single-turn ones: without an ambiguous question, ambiguities and follow-up. */
function clearTasks(tasks: string, folder: string): string {
  const file = path.join(folder, "clear.jsonl");
  const rows = readFileSync(tasks, "utf8").trim().split("\n");
  const clear = rows.map((row) => {
    const fields = Object.entries(JSON.parse(row));
    return JSON.stringify(
      Object.fromEntries(fields.filter(([name]) => !/^amb_|ambiguity|follow_up/.test(name))),
    );
  });
  writeFileSync(file, `${clear.join("\n")}\n`);
  return file;
}

const question = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).getByRole("textbox");
const ambiguities = (page: Page) => page.getByRole("region", { name: "Ambiguities" });
const part = (page: Page) => page.getByRole("region", { name: "Part of the gold" });

/** Selects words in the ambiguous question as the keys do. */
async function select(page: Page, words: string): Promise<void> {
  const field = question(page, "Ambiguous question");
  const from = (await field.inputValue()).indexOf(words);
  await field.focus();
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < from; at += 1) await page.keyboard.press("ArrowRight");
  for (let at = 0; at < words.length; at += 1) await page.keyboard.press("Shift+ArrowRight");
}

anyHost("authoring a question", (launch) => {
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    return copyWithTasks({ ...pack, tasks: clearTasks(pack.tasks, folder) }, folder);
  });
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("a clear question becomes ambiguous, and selected words become an ambiguity, with the mouse", async () => {
    await page.getByRole("button", { name: "Make it ambiguous" }).click();
    const field = question(page, "Ambiguous question");
    await expect.poll(() => field.evaluate((own) => own === document.activeElement), patience).toBe(true);
    const text = await field.inputValue();
    await field.fill(text.replace("Strained Rivers", "under strain"));
    const region = page.getByRole("region", { name: "Ambiguous question" });
    await expect
      .poll(async () => (await region.locator(".code-mark-added").allInnerTexts()).join(""), patience)
      .toContain("strain");
    await select(page, "under strain");
    await page.getByRole("button", { name: "New ambiguity: under strain" }).click();
    await ambiguities(page)
      .getByRole("button", { name: /^1\s*under strain/ })
      .waitFor(patience);
    await expect
      .poll(async () => (await region.locator(".code-mark-tag").allInnerTexts()).join(""), patience)
      .toBe("under strain");
    await ambiguities(page).getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Knowledge linking" }).click();
    await ambiguities(page).locator("dd", { hasText: "The gold uses a knowledge node" }).waitFor(patience);
  });

  test("a click in the gold takes the smallest part, widened by a key, as the snippet of the ambiguity", async () => {
    const gold = page.locator(".monaco-editor").first();
    await gold
      .locator(".view-line > span", { hasText: /WHERE\svalue\sIS\sNOT\sNULL/ })
      .first()
      .click();
    const taken = part(page).locator("code");
    const whole = "value IS NOT NULL AND quality IN (1, 2)";
    const wider = ["NULL", "IS NOT NULL", "value IS NOT NULL", whole, `WHERE ${whole}`];
    for (const [step, text] of wider.entries()) {
      if (step > 0) await page.keyboard.press("Alt+ArrowUp");
      await taken.getByText(text, { exact: true }).waitFor(patience);
    }
    await page.keyboard.press("Alt+ArrowDown");
    await taken.getByText(whole, { exact: true }).waitFor(patience);
    await page.keyboard.press("Alt+u");
    const snippet = ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });
    await expect.poll(() => snippet.inputValue(), patience).toBe(whole);
    await gold.locator(".code-mark-active", { hasText: "quality" }).first().waitFor(patience);
    await ambiguities(page).getByText("line 4 of the gold").waitFor(patience);
  });

  test("a snippet stays tied while the gold around it is edited", async () => {
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("-- noted\n");
    await ambiguities(page).getByText("line 5 of the gold").waitFor(patience);
    const gold = page.locator(".monaco-editor").first();
    await gold.locator(".code-mark-tag", { hasText: "quality" }).first().waitFor(patience);
    await page.keyboard.press("Escape");
  });

  test("marks stay without colour while the gold is no SQL, and what a snippet became is taken by a key", async () => {
    const gold = page.locator(".monaco-editor").first();
    const pale = gold.locator(".code-mark-tag.tag-0", { hasText: "quality" }).first();
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Control+Home");
    const halfWritten = "SELECT 1, FROM station; ";
    await page.keyboard.type(halfWritten);
    await part(page).getByText("not valid SQL yet").waitFor(patience);
    await pale.waitFor(patience);
    await ambiguities(page)
      .getByText(/^line \d+, not valid SQL yet/)
      .waitFor(patience);
    for (let typed = 0; typed < halfWritten.length; typed += 1) await page.keyboard.press("Backspace");
    await part(page)
      .getByText("not valid SQL yet")
      .waitFor({ state: "detached", ...patience });
    await pale.waitFor({ state: "detached", ...patience });
    await gold
      .locator(".view-line > span", { hasText: /IS\sNOT\sNULL\sAND\squality/ })
      .first()
      .click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(", 3");
    const now = "value IS NOT NULL AND quality IN (1, 2, 3)";
    await ambiguities(page).locator("code", { hasText: now }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+j");
    const snippet = ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });
    await expect.poll(() => snippet.inputValue(), patience).toBe(now);
    await ambiguities(page).getByText("line 5 of the gold").waitFor(patience);
  });

  test("a proposal is accepted and another dismissed by a key each, and one undo takes it all back", async () => {
    const proposals = page.getByRole("region", { name: "Proposed from the gold" });
    const types = proposals.getByRole("listitem");
    await types.first().waitFor(patience);
    const count = await types.count();
    const before = await question(page, "Ambiguous question").inputValue();
    await page.keyboard.press("Alt+y");
    await expect.poll(() => types.count(), patience).toBeLessThan(count);
    const cards = ambiguities(page).locator('[id^="task-ambiguity-"]');
    await expect.poll(() => cards.count()).toBe(2);
    await page.keyboard.press("Control+z");
    await expect.poll(() => cards.count(), patience).toBe(1);
    expect(await question(page, "Ambiguous question").inputValue()).toBe(before);
    await expect.poll(() => types.count(), patience).toBe(count);
    await page.keyboard.press("Alt+d");
    await proposals.getByRole("button", { name: "Show 1 dismissed" }).waitFor(patience);
    await expect.poll(() => types.count()).toBe(count - 1);
  });

  test("the same is done by the keyboard alone", async () => {
    await openTask(page, "river_watch_2");
    await page.keyboard.press("Alt+q");
    const field = question(page, "Ambiguous question");
    await expect.poll(() => field.evaluate((own) => own === document.activeElement), patience).toBe(true);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Please: ");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+Shift+ArrowRight");
    await page.keyboard.press("Alt+n");
    await ambiguities(page)
      .getByRole("button", { name: /^1\s*Please/ })
      .waitFor(patience);
    await page.keyboard.press("Alt+g");
    const editor = page.locator(".monaco-editor").first();
    await expect
      .poll(() => editor.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    const taken = part(page).locator("code");
    await expect.poll(() => taken.innerText(), patience).not.toContain("Place the cursor");
    const small = (await taken.innerText()).length;
    await page.getByRole("button", { name: "Expand selection", disabled: false }).waitFor(patience);
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(async () => (await taken.innerText()).length, patience).toBeGreaterThan(small);
    await page.keyboard.press("Alt+u");
    const snippet = ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });
    await expect.poll(async () => (await snippet.inputValue()).length, patience).toBeGreaterThan(small);
    await page.keyboard.press("Alt+x");
    await ambiguities(page).getByText("No ambiguities").waitFor(patience);
  });

  test("an edit of an accepted task puts it back to submitted, and undoing it makes it accepted again", async () => {
    await openTask(page, "river_watch_4");
    await page.getByRole("button", { name: "Id, category, status …" }).click();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "accepted" }).click();
    await page.keyboard.press("Escape");
    const header = task(page, "river_watch_4").locator("header");
    await header.getByText("accepted", { exact: true }).waitFor(patience);
    const field = question(page, "Clear question");
    await field.fill(`Now: ${await field.inputValue()}`);
    await page.getByText("river_watch_4 has to be accepted again").waitFor(patience);
    await header.getByText("submitted", { exact: true }).waitFor(patience);
    await page.keyboard.press("Control+z");
    await page.getByText("river_watch_4 is accepted again").waitFor(patience);
    await header.getByText("accepted", { exact: true }).waitFor(patience);
  });

  test("a follow-up is added, written, given its type, gold and conditions, and removed again", async () => {
    await openTask(page, "river_watch_3");
    await page.keyboard.press("Alt+w");
    const field = question(page, "Follow-up");
    await expect.poll(() => field.evaluate((own) => own === document.activeElement), patience).toBe(true);
    await page.keyboard.type("And how many of them are there?");
    const region = page.getByRole("region", { name: "Follow-up", exact: true });
    await region.getByRole("button", { name: "Type, category and knowledge of the follow-up" }).click();
    const fields = page.getByRole("dialog", { name: "The fields of the follow-up" });
    await fields.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Aggregation" }).click();
    await fields.getByLabel("Knowledge that its gold uses").fill("3, x");
    await fields.getByText("Enter numbers separated by commas").waitFor(patience);
    await fields.getByLabel("Knowledge that its gold uses").fill("3, 7");
    await fields.getByRole("listitem").nth(1).waitFor(patience);
    await page.keyboard.press("Escape");
    await region.getByText("Aggregation", { exact: true }).waitFor(patience);
    await region.getByRole("button", { name: "Conditions of the follow-up" }).click();
    await page.getByRole("checkbox", { name: "The order of the rows counts" }).click();
    await page.keyboard.press("Escape");
    await region.getByText("ordered", { exact: true }).waitFor(patience);
    await page.getByRole("tab", { name: /^Follow-up gold/ }).click();
    await page.keyboard.press("Alt+g");
    await page.keyboard.type("SELECT 42 AS answer");
    await page.locator(".monaco-editor .view-line", { hasText: "SELECT 42 AS answer" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await region.getByRole("button", { name: "Remove the follow-up" }).click();
    await region.getByRole("button", { name: "Add a follow-up" }).waitFor(patience);
    await page.keyboard.press("Control+z");
    await expect.poll(() => field.inputValue(), patience).toBe("And how many of them are there?");
  });

  test("what runs around phase 1 is begun where there is none", async () => {
    await page.getByRole("button", { name: "Add SQL around phase 1" }).click();
    await page.getByRole("menuitem", { name: "Preprocess" }).click();
    await page.getByText("Write SQL here that runs before phase 1.").waitFor(patience);
    await page.keyboard.type("SELECT 1");
    await page.locator(".monaco-editor .view-line", { hasText: "SELECT 1" }).waitFor(patience);
    await page.getByRole("tab", { name: "Gold", exact: true }).click();
    await page.getByRole("tab", { name: "Preprocess", exact: true }).waitFor(patience);
  });

  test("the gold is coloured by where it comes from while it is typed, and what comes from nowhere is listed and found", async () => {
    await openTask(page, "river_watch_5");
    await page.keyboard.press("o");
    const editor = page.locator(".monaco-editor").first();
    await editor.locator(".code-group-schema").first().waitFor(patience);
    const legend = page.getByRole("group", { name: "Go to the next part that comes from" });
    await legend.getByRole("button", { name: "Nowhere 0" }).waitFor(patience);
    await page.keyboard.press("Alt+g");
    await expect
      .poll(() => editor.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("SELECT 98765;\n");
    await editor.locator(".code-group-nowhere", { hasText: "98765" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+o");
    const origin = page.getByRole("region", { name: "Where the gold comes from" });
    await origin.getByText("98765 – Nowhere: Nothing that a solver can read mentions it.").waitFor(patience);
    await page.keyboard.press("Alt+o");
    const listed = page.getByRole("region", { name: "Provenance" });
    await listed.getByRole("button", { name: "Nowhere 1" }).click();
    const lines = listed.getByRole("listbox", { name: "Parts of the gold" }).getByRole("option");
    await expect.poll(() => lines.allInnerTexts(), patience).toEqual([expect.stringContaining("98765")]);
    await page.keyboard.press("Alt+f");
    await findingsPane(page).getByText("gold-from-nowhere").first().waitFor(patience);
    await page.keyboard.press("o");
    await expect.poll(() => editor.locator(".code-group-schema").count(), patience).toBe(0);
  });

  test("a part of a word becomes an ambiguity of the whole word, whose form is open though readings were looked at last", async () => {
    await openTask(page, "river_watch_4");
    await page.getByRole("button", { name: "Make it ambiguous" }).click();
    const field = question(page, "Ambiguous question");
    await expect.poll(() => field.inputValue(), patience).not.toBe("");
    const [word = ""] = /\p{L}{6,}/u.exec(await field.inputValue()) ?? [];
    await select(page, word.slice(2));
    await page.keyboard.press("Alt+n");
    const words = ambiguities(page).getByRole("textbox", { name: "Words of the question" });
    await expect.poll(() => words.inputValue(), patience).toBe(word);
    await ambiguities(page)
      .getByRole("tab", { name: /^Readings/ })
      .click();
    await words.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Alt+n");
    await words.waitFor(patience);
  });

  test("the chosen tab of a row that is too narrow is in view, and the row fades where it goes on", async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 720 });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+f");
    const row = page.getByRole("tablist", { name: "Findings and runs" });
    const fades = () => row.evaluate((own) => getComputedStyle(own).maskImage);
    await expect.poll(fades, patience).toMatch(/transparent\)?$|rgba\(0, 0, 0, 0\)\)$/);
    await page.keyboard.press("Alt+b");
    const chosen = row.getByRole("tab", { name: /^Comments/, selected: true });
    await expect
      .poll(async () => {
        const [inner, outer] = [await chosen.boundingBox(), await row.boundingBox()];
        return inner !== null && outer !== null && inner.x + inner.width <= outer.x + outer.width + 1;
      }, patience)
      .toBe(true);
    await page.keyboard.press("Alt+f");
    if (size !== null) await page.setViewportSize(size);
  });

  test("a snippet within another makes a chain, walked by keys, and the answer names what it leads on to", async () => {
    await openTask(page, "river_watch_7");
    await page.keyboard.press("Alt+g");
    const editor = page.locator(".monaco-editor").first();
    await expect
      .poll(() => editor.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+End");
    const taken = part(page).locator("code");
    await expect.poll(() => taken.innerText(), patience).not.toContain("Place the cursor");
    await page.keyboard.press("Alt+m");
    const cards = ambiguities(page).locator('[id^="task-ambiguity-"]');
    await expect.poll(() => cards.count(), patience).toBe(1);
    await ambiguities(page).getByRole("textbox", { name: "Words of the question" }).fill("inner");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Control+End");
    await page.getByRole("button", { name: "Expand selection", disabled: false }).waitFor(patience);
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+m");
    await expect.poll(() => cards.count(), patience).toBe(2);
    await ambiguities(page).getByRole("textbox", { name: "Words of the question" }).fill("outer");
    await cards
      .nth(1)
      .getByRole("button", { name: /1\s*inner/ })
      .waitFor(patience);
    await page.keyboard.press("Alt+s");
    await page.keyboard.press("Alt+c");
    const tree = ambiguities(page).getByRole("tree");
    await expect.poll(() => tree.evaluate((own) => own === document.activeElement), patience).toBe(true);
    await page.keyboard.press("ArrowDown");
    const chosen = tree.getByRole("treeitem", { selected: true, level: 2 });
    await chosen.getByText("user → user").waitFor(patience);
    await ambiguities(page)
      .locator("p", { hasText: 'The snippet of "outer" contains that of "inner".' })
      .waitFor(patience);
    // Escape leaves the tree: letters are commands again.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+k");
    await page.getByRole("tab", { name: "Knowledge graph", selected: true }).waitFor(patience);
  });

  test("a part within another ambiguity's snippet goes to the ambiguity that is taken up", async () => {
    const snippet = ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });
    const snippetOf = async (number: number): Promise<string> => {
      await takeUp(page, number);
      return snippet.inputValue();
    };
    const inner = await snippetOf(1);
    expect(await snippetOf(2)).not.toBe(inner);
    await page.keyboard.press("Alt+g");
    const editor = page.locator(".monaco-editor").first();
    await expect
      .poll(() => editor.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+End");
    await part(page).locator("code").getByText(inner, { exact: true }).waitFor(patience);
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => part(page).locator("code").innerText(), patience).not.toBe(inner);
    const taken = await part(page).locator("code").innerText();
    await page.keyboard.press("Alt+u");
    await expect.poll(async () => (await snippet.inputValue()).replaceAll(/\s+/g, " "), patience).toBe(taken);
    expect(await page.locator("#task-ambiguity-1 [aria-pressed]").first().getAttribute("aria-pressed")).toBe(
      "true",
    );
    expect(await snippetOf(1)).toBe(inner);
    await page.keyboard.press("Escape");
  });

  test("a slow machine offers whoever types fast the words of the text, without what is typed of the word itself", async () => {
    await openTask(page, "river_watch_6");
    await page.keyboard.press("Alt+g");
    const gold = page.locator(".monaco-editor").first();
    await expect
      .poll(() => gold.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+End");
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    onTestFinished(() => browser.detach());
    const offered = () => page.locator(".suggest-widget.visible .monaco-list-row").allInnerTexts();
    for (const text of ["\nwildebeest, wilde", "\n wildebee"]) {
      await page.keyboard.type(text);
      await expect.poll(offered, patience).toEqual(["wildebeest"]);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Escape");
  });

  test("Enter makes a new line beside suggestions; the arrow keys and Tab take one, in SQL and in Python", async () => {
    await openTask(page, "river_watch_6");
    const list = page.locator(".suggest-widget.visible");
    const suggested = (word: string) =>
      list.locator(".monaco-list-row", { hasText: word }).first().waitFor(patience);
    /** Begins a word that the text knows, once for each way to go on from its suggestions. */
    const write = async (known: string): Promise<void> => {
      const begin = async (text: string, letters: number): Promise<void> => {
        await page.keyboard.type(text + known.slice(0, letters));
        await suggested(known);
      };
      await page.keyboard.press("Control+End");
      await begin(`\n${known}, `, 4);
      await page.keyboard.press("Enter");
      await begin("newline ", 5);
      await page.keyboard.press("ArrowDown");
      await list.locator(".monaco-list-row.focused", { hasText: known }).waitFor(patience);
      await page.keyboard.press("Enter");
      await begin(" by_arrow ", 6);
      await page.keyboard.press("Tab");
      await page.keyboard.type(" by_tab;");
    };
    const expectLines = async (editor: Locator, written: readonly string[]): Promise<void> => {
      const lines = async () =>
        (await editor.locator(".view-line").allInnerTexts()).map((text) =>
          text.replaceAll("\u00a0", " ").trim(),
        );
      for (const line of written)
        await expect.poll(async () => `\n${(await lines()).join("\n")}\n`, patience).toContain(`\n${line}\n`);
    };
    await page.keyboard.press("Alt+g");
    const gold = page.locator(".monaco-editor").first();
    await expect
      .poll(() => gold.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await write("zebra_count");
    await expectLines(gold, ["zebra_count, zebr", "newline zebra_count by_arrow zebra_count by_tab;"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch SQL" }).locator(".monaco-editor").first();
    await expect
      .poll(() => scratch.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await write("quagga_count");
    await expectLines(scratch, ["quagga_count, quag", "newline quagga_count by_arrow quagga_count by_tab;"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+e");
    const script = testsPane(page).locator(".monaco-editor").first();
    await script.locator(".view-line").first().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# begun\nexec");
    await suggested("execute_queries");
    await page.keyboard.press("Enter");
    await page.keyboard.type("newline");
    await expectLines(script, ["exec", "newline"]);
    await page.keyboard.press("Escape");
  });

  test("the data of the columns that the gold uses is profiled, and noise is accepted by a key", async () => {
    await openTask(page, "river_watch_8");
    await page.keyboard.press("Alt+l");
    const data = page.getByRole("region", { name: "Proposed from the data" });
    await data.getByText(/^\d+ columns profiled\.$/).waitFor(runPatience);
    const noisy = data.getByRole("listitem").filter({ hasText: "outfall.population_served" });
    await noisy.getByText(/^\d+ of \d+ rows are NULL/).waitFor(patience);
    const count = await data.getByRole("listitem").count();
    const column = (await data.getByRole("listitem").first().locator("p code").innerText()).trim();
    await page.keyboard.press("Alt+Shift+y");
    await ambiguities(page).getByText(`Column ${column}`, { exact: true }).waitFor(patience);
    await expect.poll(() => data.getByRole("listitem").count(), patience).toBe(count - 1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => data.getByRole("listitem").count(), patience).toBe(count);
    await page.keyboard.press("Alt+Shift+d");
    await data.getByRole("button", { name: "Show 1 dismissed" }).waitFor(patience);
  });

  test("a gold of a megabyte takes keys, and its snippets are found beside the typing", async () => {
    await openTask(page, "river_watch_5");
    const gold = page.locator(".monaco-editor").first();
    await gold.locator(".view-line > span").first().click();
    await part(page).getByRole("button", { name: "Use as snippet", disabled: false }).waitFor(patience);
    await page.keyboard.press("Alt+m");
    const snippet = ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });
    const place = ambiguities(page).getByText(/^line \d+ of the gold/);
    const before = await place.innerText(patience);
    await snippet.fill("ROUND(AVG(c.load_kg_day), 1)");
    await expect.poll(() => place.innerText(patience), patience).not.toBe(before);
    const [line = ""] = /\d+/.exec(await place.innerText(patience)) ?? [];
    await page.keyboard.press("Alt+g");
    await expect
      .poll(() => gold.evaluate((own) => own.contains(document.activeElement)), patience)
      .toBe(true);
    await page.keyboard.press("Control+Home");
    const sql = `${largeSql(1_000_000)}\n`;
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    }, sql);
    await page.keyboard.type("-- typed\n");
    await gold.locator(".view-line", { hasText: /--\styped/ }).waitFor(patience);
    const now = Number(line) + sql.split("\n").length;
    await ambiguities(page).getByText(`line ${now} of the gold`).waitFor({ timeout: 60_000 });
  });
});
