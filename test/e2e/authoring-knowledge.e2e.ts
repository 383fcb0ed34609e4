import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { openTask, task } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 180_000 });

/** How long, in milliseconds, a database may take to start on a machine that has other work. */
const loading = { timeout: 90_000 };

anyHost("the knowledge of a task", (launch) => {
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    breakFormula(path.join(pack.databases, "river_watch_kb.jsonl"));
    return copyWithTasks(pack, folder);
  });
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
    await page.keyboard.press("Alt+k");
  });

  const knowledge = () => page.getByRole("region", { name: "Knowledge" });

  test("definitions stand there as mathematics, the words around them as words", async () => {
    await knowledge().locator("math mfrac").first().waitFor(patience);
    expect(await knowledge().locator("code").allInnerTexts()).toEqual(["$\\frac{1}{$"]);
  });

  const graph = () => page.getByRole("region", { name: "Knowledge graph" });
  const node = (name: RegExp) => graph().getByRole("button", { name });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

  test("the graph shows what the gold uses, what is hidden and the chain that breaks, and is walked by arrows", async () => {
    await page.keyboard.press("Shift+k");
    await node(/^7 Oxygen Stress Score \(OSS\), hidden, chain-breaking$/).waitFor(patience);
    await expect.poll(() => graph().locator(".broken-edge").count(), patience).toBe(3);
    await graph()
      .getByText(/^\d+ of 58 nodes$/)
      .waitFor(patience);
    await node(/^7 /).click();
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused, patience).toMatch(/^6 .*used by the gold/);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(focused, patience).toMatch(/^7 /);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id ?? ""), patience)
      .toBe("task-knowledge-7");
    expect(await seriousFindings(page)).toEqual([]);
    await graph().getByRole("searchbox", { name: "Find a node" }).fill("stress");
    await graph()
      .getByText(/^[1-9]\d* found$/)
      .waitFor(patience);
    await graph().getByRole("searchbox", { name: "Find a node" }).fill("");
    await graph().getByRole("switch", { name: "Whole base" }).click();
    await expect.poll(() => graph().getByRole("button", { name: /^\d+ / }).count(), patience).toBe(58);
  });

  test("a node is hidden by M, tied to words of the question, shown again, and all of it is undone", async () => {
    await openTask(page, "river_watch_2");
    await page.keyboard.press("Shift+k");
    await node(/^32 /).click();
    await page.keyboard.press("m");
    await node(/^32 .*, hidden, /).waitFor(patience);
    // A node has the focus, and the keys of the window are not its own.
    await page.keyboard.press("Control+z");
    await node(/^32 .*, hidden, /).waitFor({ state: "detached", ...patience });
    await page.keyboard.press("v");
    await page.getByRole("dialog", { name: "What the system sees" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page
      .getByRole("dialog", { name: "What the system sees" })
      .waitFor({ state: "detached", ...patience });
    await node(/^32 /).click();
    await page.keyboard.press("m");
    await node(/^32 .*, hidden, /).waitFor(patience);
    const inspector = page.getByRole("region", { name: "Node 32" });
    const words = inspector.getByRole("group").getByRole("button");
    const first = (await words.nth(1).innerText()).trim();
    const second = (await words.nth(2).innerText()).trim();
    await words.nth(1).click();
    await words.nth(2).click();
    await inspector.getByText(`Its term is “${first} ${second}”.`).waitFor(patience);
    await inspector.getByRole("checkbox", { name: "used in phase 1" }).click();
    await node(/^32 .*, hidden, /).waitFor(patience);
    // Presses that follow each other at once are undone together.
    const undo = page.getByRole("button", { name: "Undo" });
    for (let step = 0; step < 4 && (await undo.isEnabled()); step++) await undo.click();
    await node(/^32 .*\), used by the gold/).waitFor(patience);
    await page.getByText("Saved", { exact: true }).first().waitFor(patience);
  });

  test("what the system sees is every node but the hidden ones", async () => {
    await openTask(page, "river_watch_1");
    await page.keyboard.press("v");
    const dialog = page.getByRole("dialog", { name: "What the system sees" });
    await dialog.getByText("57 nodes of the knowledge base; 1 node is hidden.").waitFor(patience);
    const visible = dialog.getByRole("list", { name: "Visible nodes" });
    await expect.poll(() => visible.getByRole("listitem").count()).toBe(57);
    expect(await visible.getByText("Oxygen Stress Score (OSS)").count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached", ...patience });
  });

  const database = () => page.getByRole("region", { name: "Database", exact: true });
  const line = (name: RegExp) => database().getByRole("treeitem", { name });

  test("the tables are searched by what their columns mean, sampled, and their names go into the gold at the cursor", async () => {
    await openTask(page, "river_watch_5");
    const gold = page.getByRole("tabpanel", { name: "Gold" }).getByRole("textbox", { name: "Gold" });
    await gold.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+d");
    // A view, which only the database itself tells of.
    await line(/^station_place view · 4$/).waitFor(loading);
    await database().getByText("14 tables · 86 columns").waitFor(patience);
    await line(/^visit .*in the gold$/).waitFor(patience);
    await expect.poll(focused, patience).toBe("Search names, types and meanings");
    await page.keyboard.type("unit readings");
    await database().getByText("1 table · 1 column").waitFor(patience);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = database().getByRole("region", { name: "The selected name" });
    await chosen.getByRole("heading", { name: "parameter.unit" }).waitFor(patience);
    await chosen.getByRole("button", { name: "Read sample values" }).click();
    await chosen.getByText("12 rows, 1 is NULL").waitFor(loading);
    await chosen.getByRole("row", { name: "mg/l 5" }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);

    await database().getByRole("tree").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => gold.evaluate((field) => field === document.activeElement), patience).toBe(true);
    const code = page.getByRole("tabpanel", { name: "Gold" }).locator(".view-lines");
    await expect.poll(async () => (await code.innerText()).trim().endsWith("unit"), patience).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await code.innerText()).trim().endsWith("unit"), patience).toBe(false);

    await chosen.getByRole("button", { name: "Sample in scratch SQL" }).click();
    const scratch = page.getByRole("region", { name: "Scratch SQL" });
    await scratch.getByText("FROM parameter").waitFor(patience);
    await scratch.getByRole("button", { name: /^Run/ }).click();
    await scratch
      .getByText(/^\d+ rows$/)
      .first()
      .waitFor(loading);
  });
});

/** Writes a formula that no one can set behind the first definition that is none. */
function breakFormula(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace("plausible, ", "plausible, $\\\\frac{1}{$ "));
}
