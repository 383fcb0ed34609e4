import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { taskRow } from "../support/task-row.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import {
  brokenTasks,
  findingsPane,
  openTask,
  runEnded,
  runLine,
  runPatience,
  task,
  testsPane,
} from "./support/task-page.ts";
import { importTasks, riverWatch } from "./support/tasks-page.ts";

// The first run loads a database and starts Python.
vi.setConfig({ testTimeout: 180_000 });

anyHost("one task", (launch) => {
  // One window for all of them: each looks at tasks of its own, and what runs leaves nothing behind.
  const at = oneWindow(launch, (folder) => {
    const pack = riverWatch(folder);
    return copyWithTasks({ ...pack, tasks: brokenTasks(pack.tasks, folder) }, folder);
  });
  let page: Page;
  beforeAll(async () => {
    page = at.page;
    await task(page, "river_watch_1").waitFor(patience);
  });

  test("its ambiguities are tied to words and SQL by number, and walked through by the keyboard", async () => {
    const gold = page.locator(".monaco-editor");
    await gold.locator(".view-line").first().waitFor(patience);
    await page.keyboard.press("a");
    await gold.locator(".code-mark-active", { hasText: "HAVING" }).first().waitFor(patience);
    await expect.poll(() => gold.locator(".tag-badge").allInnerTexts(), patience).toContain("1");
    await page.keyboard.press("a");
    const second = page.locator("#task-ambiguity-1 [aria-pressed]").first();
    await expect.poll(() => second.getAttribute("aria-pressed"), patience).toBe("true");
    await gold.locator(".code-mark-active", { hasText: "oss" }).first().waitFor(patience);
    const term = page.getByRole("region", { name: "Ambiguous question" }).locator(".code-mark-active");
    expect((await term.allInnerTexts()).join("")).toBe("stress level");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".code-mark-active").count(), patience).toBe(0);

    await page.keyboard.press("Alt+k");
    const knowledge = page.getByRole("region", { name: "Knowledge" });
    await knowledge.getByText("hidden, chain-breaking").waitFor(patience);
    await expect.poll(() => knowledge.evaluate((region) => region === document.activeElement)).toBe(true);
  });

  test("a finding leads to its place, says what its rule means, and shows its evidence", async () => {
    await openTask(page, "river_watch_2");
    await page.keyboard.press("Alt+k");
    await page.keyboard.press("Alt+f");
    const lines = findingsPane(page).getByRole("listitem");
    await expect.poll(() => lines.count(), patience).toBe(2);
    await page.keyboard.press("F8");
    const card = page.getByRole("region", { name: "Ambiguities" }).getByRole("button", { name: /^1/ });
    await expect.poll(() => card.getAttribute("aria-pressed"), patience).toBe("true");
    await page.keyboard.press("F8");
    const active = lines.filter({ hasText: "is not part of the gold SQL" });
    await expect.poll(() => active.getAttribute("data-active"), patience).toBe("");
    await active.getByRole("button", { name: "Evidence" }).click();
    await active.locator("pre").getByText("+ 1").waitFor(patience);
    await active.getByRole("button", { name: "snippet-not-a-node" }).click();
    await page
      .getByRole("dialog", { name: "The rule snippet-not-a-node" })
      .getByText("Choose the part of the gold that clarifies the term")
      .waitFor(patience);
  });

  test("a finding in a field of the task opens the fields", async () => {
    await openTask(page, "river_watch_5");
    await page.keyboard.press("Alt+f");
    const line = findingsPane(page).getByRole("listitem").filter({ hasText: "Querry" });
    await line.getByRole("button").first().click();
    const fields = page.getByRole("dialog", { name: "The fields of the task" });
    await fields.getByRole("combobox", { name: "Category" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await fields.waitFor({ state: "detached", ...patience });
  });

  test("its gold runs by a key, and every statement, result and verdict can be looked at", async () => {
    await openTask(page, "river_watch_1");
    await page.keyboard.press("r");
    const run = await runEnded(page);
    await run.getByText(/^Gold under conv on PGlite/).waitFor(runPatience);
    await runLine(page, "Phase 1").getByText("as shipped: passed").waitFor(patience);
    await run.getByText("judged by the default test (soft exact match)").waitFor(patience);
    await runLine(page, "Gold").first().click();
    await page.getByRole("grid", { name: "Gold result" }).getByText("Dorrel").waitFor(patience);
    await page.getByRole("grid", { name: "Answer result" }).getByText("Dorrel").waitFor(patience);
    // The evaluator takes ROUND out of the gold before it runs it.
    await page.getByRole("button", { name: "Gold: the SQL that ran" }).click();
    const ran = page.getByRole("dialog", { name: "Gold: the SQL that ran" });
    await ran.getByText("HAVING AVG(x.rsi) > 2.5").waitFor(patience);
    expect(await ran.innerText()).not.toContain("ROUND");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Rerun" }).waitFor(patience);
  });

  test("a test that fails says so with its message, what it printed, and the line it stood at", async () => {
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("r");
    const run = await runEnded(page);
    const result = run.getByRole("region", { name: "Test 2" });
    await result
      .locator("pre", { hasText: "expected more than 10000 stations, got 60" })
      .waitFor(runPatience);
    await result.locator("pre", { hasText: "stations: 60" }).waitFor(patience);
    await result.getByRole("button", { name: /^line 5/ }).click();
    await expect
      .poll(() => page.getByRole("tab", { name: "Test 2" }).getAttribute("aria-selected"), patience)
      .toBe("true");
    const selected = page.locator(".monaco-editor .selected-text");
    await expect.poll(() => selected.count(), patience).toBeGreaterThan(0);
  });

  test("a statement that fails shows the engine's words at their place, and its check marks it in the gold", async () => {
    await openTask(page, "river_watch_M_2");
    await page.keyboard.press("Shift+r");
    const run = await runEnded(page);
    await run.getByText('column "nope" does not exist').first().waitFor(runPatience);
    expect(await run.locator(".code-mark-error").first().innerText()).toBe("nope");
    await page.keyboard.press("Alt+f");
    const told = findingsPane(page)
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: "gold-fails" }) });
    await told.first().waitFor(patience);
    const gold = page.getByRole("tab", { name: "Gold error", exact: true });
    await gold.waitFor(patience);
  });

  test("a run is cancelled by a key", async () => {
    const run = page.getByRole("region", { name: "Run", exact: true });
    await openTask(page, "river_watch_3");
    await page.keyboard.press("r");
    await run.getByText("Running phase 1").waitFor(runPatience);
    await page.keyboard.press("Control+.");
    await run.getByText("Cancelled.").waitFor(patience);
  });

  test("scratch SQL works on a private state: what it changes is gone in the next run", async () => {
    await openTask(page, "river_watch_4");
    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch SQL" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    await page.keyboard.type("DELETE FROM measurement; SELECT count(*) AS left_over FROM measurement");
    await page.keyboard.press("Control+Enter");
    const grid = scratch.getByRole("grid", { name: "Scratch result" });
    await grid.getByText("left_over").waitFor(runPatience);
    await expect.poll(() => grid.getByRole("gridcell").allInnerTexts()).toContain("0");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("SELECT count(*) > 1000 AS is_there FROM measurement");
    await page.keyboard.press("Control+Enter");
    await grid.getByText("is_there").waitFor(runPatience);
    await expect.poll(() => grid.getByRole("gridcell").allInnerTexts()).toContain("t");

    // The editor of the next task leaves the keys to the commands.
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.getByRole("region", { name: "Task river_watch_5", exact: true }).waitFor(patience);
    await scratch.locator(".view-lines").waitFor(patience);
    await page.keyboard.press("k");
    await page.getByRole("region", { name: "Task river_watch_4", exact: true }).waitFor(patience);
  });

  test("a test script is written in a form, filled in from the database, and tried on right and wrong answers", async () => {
    await openTask(page, "river_watch_M_3");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.getByRole("button", { name: "New test" }).click();
    await page.getByRole("menuitem", { name: /^Rows of a table/ }).click();
    await expect.poll(() => tests.getByLabel("Table or view").inputValue(), patience).toBe("measurement");
    await tests.getByRole("button", { name: "Fill in from the database" }).click();
    await expect
      .poll(() => tests.getByLabel("Rows", { exact: true }).inputValue(), runPatience)
      .toBe("13692");
    await page.keyboard.press("Shift+t");
    await tests.getByText("2 of 2 tests passed on the gold").waitFor(runPatience);
    await tests.getByRole("combobox", { name: "Answer to run the tests on" }).click();
    await page.getByRole("option", { name: /^doing nothing/ }).click();
    // While its list closes it still takes keys.
    await page.getByRole("option", { name: /^doing nothing/ }).waitFor({ state: "detached", ...patience });
    await tests.getByText("at least one test has to fail").waitFor(patience);
    await page.keyboard.press("Shift+t");
    await tests.getByText("1 of 2 tests passed on doing nothing").waitFor(runPatience);
    await tests.getByRole("option", { name: /^failed Test 1/ }).waitFor(patience);
    await tests.getByRole("option", { name: /^passed Test 2/ }).waitFor(patience);
  });

  test("a script that is changed by hand stays Python, and what Python cannot read is told while one types", async () => {
    await openTask(page, "river_watch_M_4");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.getByRole("button", { name: "New test" }).click();
    await page.getByRole("menuitem", { name: /^A query returns/ }).click();
    await tests.getByLabel("Query", { exact: true }).fill("SELECT 1");
    await tests.getByRole("tab", { name: "Python" }).click();
    await tests.getByText("Compiles.").waitFor(runPatience);
    await tests.locator(".view-line").first().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("    assert 1 +");
    await tests.getByText(/^line 11: .*invalid syntax/).waitFor(patience);
    await tests.locator(".code-mark-error").first().waitFor(patience);
    await tests.getByRole("tab", { name: "Form" }).click();
    await tests.getByText(/It can only be edited as Python/).waitFor(patience);
    await page.keyboard.press("Alt+Shift+x");
    await expect.poll(() => tests.getByRole("option").count(), patience).toBe(1);
  });

  test("a test run alone shows the SQL that it ran, and leads from its traceback into the script", async () => {
    await openTask(page, "river_watch_M_1");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.getByRole("option", { name: /Test 2/ }).click();
    await page.keyboard.press("Alt+Shift+t");
    const result = tests.getByRole("region", { name: "Test 2" });
    await result.locator("pre", { hasText: "expected more than 10000 stations" }).waitFor(runPatience);
    await result.getByRole("button", { name: /^line 5/ }).click();
    await expect.poll(() => tests.locator(".selected-text").count(), patience).toBeGreaterThan(0);
    await tests.getByRole("tab", { name: "SQL that ran" }).click();
    await tests.getByRole("option", { name: /count\(\*\) FROM station/ }).click();
    await tests.getByRole("grid", { name: "Test 2 result" }).getByText("60").waitFor(patience);
    await openTask(page, "river_watch_6");
    await tests.getByText("There is no test script, so the default test runs here").waitFor(patience);
  });

  test("its gold runs after each save where that is switched on, and the panel stays as it is", async () => {
    await openTask(page, "river_watch_8");
    await page.keyboard.press("Alt+r");
    await page.keyboard.press("Alt+Shift+r");
    await page.getByRole("switch", { name: "Run while typing" }).waitFor(patience);
    const run = await runEnded(page);
    await run.getByText(/^Gold under conv on PGlite/).waitFor(runPatience);
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("SELECT nope");
    await run.getByText('column "nope" does not exist').first().waitFor(runPatience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("SELECT 1");
    await runLine(page, "Phase 1").getByText("as shipped: passed").waitFor(runPatience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+Shift+r");
  });

  test("on SQLite the form writes for SQLite, fills in what a table held, and offers no functions", async () => {
    const folder = path.join(at.folder, "wells");
    mkdirSync(folder);
    const db = new DatabaseSync(path.join(folder, "harbour.sqlite"));
    db.exec(`CREATE TABLE ship (id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL);
      CREATE TABLE "Log Book" (entry TEXT); INSERT INTO "Log Book" VALUES ('in'), ('out'), ('in');`);
    db.close();
    const gold = "CREATE VIEW named AS SELECT id, Name FROM ship WHERE Name IS NOT NULL";
    const tasks = path.join(folder, "tasks.jsonl");
    writeFileSync(tasks, `${taskRow("harbour_M_1", { category: "Management", sol_sql: [gold] })}\n`);
    await importTasks(page, { tasks, databases: folder, knowledge: "" }, "Harbour");
    await openTask(page, "harbour_M_1");
    await page.keyboard.press("Alt+t");
    const tests = testsPane(page);
    await tests.getByRole("button", { name: "New test" }).click();
    await page
      .getByRole("menuitem", { name: /SQLite has no stored functions/, disabled: true })
      .waitFor(patience);
    await page.getByRole("menuitem", { name: /^An object exists/ }).click();
    const fillIn = tests.getByRole("button", { name: "Fill in from the database" });
    await fillIn.click();
    await expect.poll(() => tests.getByLabel(/^Columns/).inputValue(), runPatience).toBe("id, Name");
    await tests.getByRole("button", { name: "Add check" }).click();
    await page.getByRole("menuitem", { name: /^State unchanged/ }).click();
    await tests.getByLabel("Table", { exact: true }).fill('"Log Book"');
    await fillIn.nth(1).click();
    await tests.getByText(/^3 rows, fingerprint [0-9a-f]{8} …$/).waitFor(runPatience);
    await page.keyboard.press("Shift+t");
    await tests.getByText("1 of 1 test passed on the gold").waitFor(runPatience);
  });
});
