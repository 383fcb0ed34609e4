import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { pierDatabase, pierTask } from "../tasks/pier-tasks.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";

/** Three tasks on a small SQLite database: one is sound, one has too few readings, the test of the last lets much pass. */
function pier(folder: string) {
  const databases = path.join(folder, "pier");
  mkdirSync(databases);
  writeFileSync(path.join(databases, "pier.sql"), pierDatabase.join("\n"));
  const node = {
    id: 0,
    knowledge: "berth",
    description: "Where a ship lies",
    definition: "A stretch of the quay",
  };
  writeFileSync(
    path.join(databases, "pier_kb.jsonl"),
    JSON.stringify({ ...node, type: "domain_knowledge", children_knowledge: -1 }),
  );
  writeFileSync(path.join(databases, "pier_column_meaning_base.json"), "{}");
  const blind = {
    sol_sql: ["SELECT name FROM berth WHERE depth > 1"],
    user_query_ambiguity: {
      critical_ambiguity: [
        { term: "deep", sql_snippet: "depth > 1", is_mask: true, type: "semantic_ambiguity" },
      ],
      non_critical_ambiguity: [],
    },
  };
  const tasks = path.join(databases, "tasks.jsonl");
  const weak = {
    query: "Set the width of the berths that are deeper than 5 m to 1 m.",
    amb_user_query: "Set the width of the deep berths to 1 m.",
    category: "Management",
    sol_sql: ["UPDATE berth SET width = 1 WHERE depth > 5"],
    test_cases: [
      [
        "def test_case(pred_sqls, sol_sqls, db_name, conn):",
        "    rows, _, _ = execute_queries(['SELECT count(*) FROM berth'], db_name, conn)",
        "    assert rows[0][0] == 6",
      ].join("\n"),
    ],
  };
  const rows = [pierTask("pier_1"), pierTask("pier_2", blind), pierTask("pier_M_3", weak)];
  writeFileSync(tasks, rows.join("\n"));
  return { tasks, databases };
}

const grid = (page: Page) => page.getByRole("grid", { name: "Tasks and properties" });
const cell = (page: Page, words: string | RegExp) =>
  grid(page).getByRole("gridcell", { name: words, exact: typeof words === "string" });

anyHost("the matrix of certificates", (launch) => {
  const at = oneWindow(launch, async (folder) =>
    copyWithTasks({ ...pier(folder), engine: "sqlite" }, folder),
  );

  test("many tasks are certified by the keyboard, and each gets its row of signs", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("listbox", { name: "Tasks" }).getByRole("option").first().waitFor(patience);
    await page.keyboard.press("Shift+V");
    await page.getByText("No task has been certified yet").waitFor(patience);
    await page.keyboard.press("t");
    await page.keyboard.press("f");
    await page.getByRole("dialog", { name: "Certify tasks" }).waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await cell(page, "not certified").nth(1).waitFor(patience);
    await cell(page, "certified").waitFor(patience);
    await cell(page, "stateful: not applicable").first().waitFor(patience);
    await cell(page, /^necessary: does not hold, \d+ finding/)
      .first()
      .waitFor(patience);
    await page
      .getByRole("status")
      .filter({ hasText: "3 tasks: 1 certified · 2 not certified" })
      .waitFor(patience);
  });

  test("rows are searched, filtered by a property that does not hold, and sorted", async () => {
    const { page } = at;
    const ids = () =>
      grid(page)
        .getByRole("gridcell", { name: /^pier_/ })
        .allTextContents();
    const search = page.getByRole("searchbox", { name: "Search ids" });
    await page.keyboard.press("/");
    await expect
      .poll(() => search.evaluate((field) => field === document.activeElement), patience)
      .toBe(true);
    await page.keyboard.type("pier_1");
    await expect.poll(ids, patience).toEqual(["pier_1"]);
    await page.keyboard.press("Escape");
    await expect.poll(ids, patience).toEqual(["pier_1", "pier_2", "pier_M_3"]);
    await grid(page).focus();
    await page.keyboard.press("Shift+F");
    await page.getByLabel("Property that does not hold").click();
    await page.getByRole("option", { name: "necessary" }).click();
    await expect.poll(ids, patience).toEqual(["pier_2", "pier_M_3"]);
    await page.keyboard.press("Escape");
    await grid(page).focus();
    await page.keyboard.press("Shift+X");
    await expect.poll(ids, patience).toEqual(["pier_1", "pier_2", "pier_M_3"]);
    await grid(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("s");
    await expect.poll(async () => (await ids()).at(-1), patience).toBe("pier_1");
    await page.getByRole("button", { name: "Verdict", exact: true }).click();
    await expect.poll(async () => (await ids())[0], patience).toBe("pier_1");
  }, 30_000);

  test("a cell leads to the property of the task's certificate, and back to the cell", async () => {
    const { page } = at;
    await grid(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await page.getByText("Enter opens the evidence").waitFor(patience);
    await page.keyboard.press("Enter");
    const line = page.getByRole("region", { name: "Certificate" }).getByRole("button", { name: /Necessary/ });
    await expect.poll(() => line.evaluate((shown) => shown === document.activeElement), patience).toBe(true);
    expect(await line.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("region", { name: /^Task pier_(2|M_3)$/ }).waitFor(patience);
    await page.keyboard.press("Shift+V");
    await grid(page)
      .getByRole("gridcell", { selected: true, name: /^necessary/ })
      .waitFor(patience);
    await cell(page, "pier_1").click();
    await page.getByRole("region", { name: "Task pier_1" }).waitFor(patience);
    await page.getByRole("tab", { name: "Certificates" }).click();
  }, 30_000);

  test("a stronger test is proposed, run on gold and mutant, and taken by one key; undo takes it back", async () => {
    const { page } = at;
    await grid(page).focus();
    await cell(page, "pier_M_3").click();
    await page.getByRole("region", { name: "Task pier_M_3" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    const mutant = page.getByRole("region", { name: "The mutant in focus" });
    await mutant.getByText("test too weak", { exact: true }).waitFor(patience);
    const changed = await mutant.getByRole("heading").innerText();
    const proposed = mutant.getByRole("region", { name: "A stronger test" });
    await page.keyboard.press("Shift+U");
    await proposed.getByText(/The gold passes this test, and the mutant fails it/).waitFor(patience);
    expect(await proposed.getByLabel("The proposed test").innerText()).toContain("FROM berth WHERE id IN (");
    await page.keyboard.press("Shift+U");
    await mutant.getByText("killed", { exact: true }).waitFor(patience);
    expect(await mutant.getByRole("heading").innerText()).toBe(changed);
    await page.getByRole("tab", { name: /^Tests/ }).waitFor(patience);
    await page.keyboard.press("Control+z");
    await page.getByText("Void: the task has changed").waitFor(patience);
    await page.keyboard.press("c");
    await mutant.getByText("test too weak", { exact: true }).waitFor(patience);
    await page.getByRole("tab", { name: "Certificates" }).click();
    await cell(page, "pier_M_3").waitFor(patience);
  });

  test("exceptions come from a file, are taken back, and go out as they came", async () => {
    const { page, folder } = at;
    const stated = path.join(folder, "stated.jsonl");
    const line = {
      ...{ instance_id: "pier_2", property: "necessary", rule: "too-few-readings" },
      ...{
        where: { kind: "ambiguity", index: 0 },
        about: "no other reading",
        reason: "The port dredges.",
        name: "Ida",
      },
    };
    const excepted = () => cell(page, /^necessary: holds, \d+ exceptions/);
    expect(await excepted().count()).toBe(0);
    writeFileSync(stated, `${JSON.stringify({ ...line, reason: "" })}\n`);
    await grid(page).focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("import exceptions");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Import exceptions" });
    await dialog.getByLabel("File of exceptions", { exact: true }).fill(stated);
    await page.keyboard.press("Control+Enter");
    await dialog.getByText(/Line 1, reason:/).waitFor(patience);
    writeFileSync(stated, `${JSON.stringify(line)}\n`);
    await page.keyboard.press("Control+Enter");
    await excepted().waitFor(patience);
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await excepted().waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+y");
    await excepted().waitFor(patience);
    await page.getByRole("button", { name: "Stated exceptions" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /^Export/ }).click(),
    ]);
    const out = path.join(folder, download.suggestedFilename());
    await download.saveAs(out);
    expect(JSON.parse(readFileSync(out, "utf8"))).toEqual(line);
  }, 30_000);

  test("verdicts over time are drawn, and reports are exported", async () => {
    const { page, folder } = at;
    await grid(page).focus();
    await page.keyboard.press("t");
    await page.keyboard.press("t");
    await page.getByRole("img", { name: "Verdicts over time" }).waitFor(patience);
    for (const [form, holds] of [
      ["Plot (SVG)", "<svg"],
      ["Figures (CSV)", /^certified,\d{4}-\d\d-\d\dT.*,3\r?$/m],
    ] as const) {
      await page.getByRole("button", { name: "Export plot: Verdicts over time" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: form }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^river-watch-verdicts-over-time\.(svg|csv)$/);
      expect(readFileSync(await download.path(), "utf8")).toEqual(
        typeof holds === "string" ? expect.stringContaining(holds) : expect.stringMatching(holds),
      );
    }
    for (const [format, holds] of [
      [/^Page/, "<h1>Certificates: River watch</h1>"],
      [/^JSON/, '"instance_id":"pier_2"'],
      [/^mutation-testing/, '"schemaVersion":"2.0"'],
    ] as const) {
      await page.getByRole("button", { name: "Export report" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: format }).click(),
      ]);
      const file = path.join(folder, download.suggestedFilename());
      await download.saveAs(file);
      expect(readFileSync(file, "utf8")).toContain(holds);
    }
    for (const theme of ["light", "dark"] as const) {
      await showTheme(page, theme);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
