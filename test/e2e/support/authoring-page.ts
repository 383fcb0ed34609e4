import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { patience } from "./review-page.ts";
import { runEnded, task, testsPane } from "./task-page.ts";

/** The field of a question: "Ambiguous question", "Clear question" or "Follow-up". */
export const question = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true }).getByRole("textbox");

export const ambiguities = (page: Page): Locator => page.getByRole("region", { name: "Ambiguities" });

/** The field of the snippet of the ambiguity that is chosen. */
export const snippet = (page: Page): Locator =>
  ambiguities(page).getByRole("textbox", { name: "Key SQL snippet" });

/** The head of the card of an ambiguity, once it is there. */
export const card = (page: Page, number: number, term: string): Locator =>
  ambiguities(page).getByRole("button", { name: new RegExp(`^${number}\\s*${term}`) });

export const knowledgeGraph = (page: Page): Locator => page.getByRole("region", { name: "Knowledge graph" });

/** Waits until everything that was written is acknowledged. */
export const saved = (page: Page): Promise<void> =>
  page.getByText("Saved", { exact: true }).first().waitFor(patience);

export const isFocused = (page: Page, name: string): Promise<boolean> =>
  question(page, name).evaluate((own) => own === document.activeElement);

/** Selects words in the ambiguous question as the keys do, from the end of the text that is nearer. */
export async function select(page: Page, words: string): Promise<void> {
  await expect.poll(() => isFocused(page, "Ambiguous question"), patience).toBe(true);
  const text = await question(page, "Ambiguous question").inputValue();
  const before = text.indexOf(words);
  const isNearEnd = before > text.length / 2;
  await page.keyboard.press(isNearEnd ? "Control+End" : "Control+Home");
  for (let steps = isNearEnd ? text.length - before : before; steps > 0; steps -= 1)
    await page.keyboard.press(isNearEnd ? "ArrowLeft" : "ArrowRight");
  for (let at = 0; at < words.length; at += 1) await page.keyboard.press("Shift+ArrowRight");
}

/** Makes the question ambiguous in these words, and an ambiguity of those that are there instead. */
export async function makeVague(page: Page, words: string, vague: string): Promise<void> {
  await page.keyboard.press("Alt+q");
  await select(page, words);
  await page.keyboard.insertText(vague);
  await select(page, vague);
  await page.keyboard.press("Alt+n");
  await card(page, 1, vague).waitFor(patience);
}

/** Chooses in a field of the ambiguity that is taken up. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await ambiguities(page).getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Takes an ambiguity up by the keyboard, so that what is taken from the gold becomes its snippet. */
export async function takeUp(page: Page, number: number): Promise<void> {
  const button = page.locator(`#task-ambiguity-${number - 1} [aria-pressed]`).first();
  await button.press("Enter");
  await expect.poll(() => button.getAttribute("aria-pressed"), patience).toBe("true");
}

/** Goes into the code that is shown, where the cursor is in it. */
export async function writeInGold(page: Page): Promise<void> {
  await page.keyboard.press("Alt+g");
  const editor = page.locator(".monaco-editor").first();
  await expect
    .poll(() => editor.evaluate((own) => own.contains(document.activeElement)), patience)
    .toBe(true);
}

/** The part of the gold that is taken, once it is known. */
const partOfTheGold = (page: Page) =>
  page.getByRole("region", { name: "Part of the gold" }).locator("code[title]");

/** Searches words in the gold, which takes the smallest part that holds them. */
export async function searchInGold(page: Page, words: string): Promise<void> {
  await writeInGold(page);
  await page.keyboard.press("Control+f");
  const search = page.locator(".find-widget").getByRole("textbox", { name: "Find" });
  await search.waitFor(patience);
  await search.fill(words);
  await expect.poll(() => partOfTheGold(page).innerText(), patience).toContain(words);
  await search.press("Escape");
}

/** Widens the part of the gold that is taken, by the key or as it is said, until it is this one. */
export async function widenTo(
  page: Page,
  text: string | RegExp,
  widen = () => page.keyboard.press("Alt+ArrowUp"),
): Promise<void> {
  const taken = partOfTheGold(page);
  const passed: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    const now = (await taken.innerText()).trim();
    if (typeof text === "string" ? now === text : text.test(now)) return;
    passed.push(now);
    await widen();
    await expect.poll(async () => (await taken.innerText()).trim(), patience).not.toBe(now);
  }
  throw new Error(`the gold has no part ${text} around the cursor, but ${passed.join(" | ")}`);
}

/** Makes the part of the gold that is taken the snippet of an ambiguity, by the mouse. */
export async function useAsSnippetOf(page: Page, number: number): Promise<void> {
  await page.getByRole("button", { name: /^Use as snippet/ }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^Of ambiguity ${number}`) }).click();
}

/** Hides a knowledge node from the system in the graph, by the keyboard. */
export async function hide(page: Page, node: number): Promise<void> {
  await page.keyboard.press("Shift+k");
  await knowledgeGraph(page)
    .getByRole("button", { name: new RegExp(`^${node} `) })
    .focus();
  await page.keyboard.press("m");
  await isHidden(page, node);
}

/** Waits until a knowledge node is hidden. */
export const isHidden = (page: Page, node: number): Promise<void> =>
  knowledgeGraph(page)
    .getByRole("button", { name: new RegExp(`^${node} .*, hidden, `) })
    .waitFor(patience);

/** Adds a follow-up with its gold, by the mouse. */
export async function addFollowUp(page: Page, text: string, gold: string): Promise<void> {
  await page.getByRole("button", { name: "Add a follow-up" }).click();
  await question(page, "Follow-up").fill(text);
  await page.getByRole("tab", { name: /^Follow-up gold/ }).click();
  await page.locator(".monaco-editor").first().click();
  await page.keyboard.insertText(gold);
  await page.keyboard.press("Escape");
}

/** Runs the gold and its tests by the mouse, and answers what each phase came to. */
export async function run(page: Page): Promise<string[][]> {
  await saved(page);
  await page.getByRole("button", { name: /^(Run|Rerun)(\s*R)?$/ }).click();
  return verdicts(await runEnded(page));
}

/** What the two phases of a run came to, as it is written beside their names. */
export async function verdicts(run: Locator): Promise<string[][]> {
  const of = async (phase: 1 | 2): Promise<string[]> => {
    const line = run.getByText(`Phase ${phase}`, { exact: true }).locator("..");
    const said = await line.getByText(/^(as shipped|fixed): (passed|failed)$/).allInnerTexts();
    return said.map((text) => text.trim());
  };
  return [await of(1), await of(2)];
}

/** Gives the task on screen another id. */
export async function rename(page: Page, instanceId: string): Promise<void> {
  await page.getByRole("button", { name: "Id, category, status …" }).click();
  await page.getByLabel("Instance id").fill(instanceId);
  await page.keyboard.press("Escape");
  await task(page, instanceId).waitFor(patience);
}

/** Turns the tests that are open to those of a phase. */
export async function showTestsOf(page: Page, phase: "Phase 1" | "Phase 2"): Promise<void> {
  await testsPane(page).getByRole("combobox", { name: "Phase" }).click();
  await page.getByRole("option", { name: phase, exact: true }).click();
}
