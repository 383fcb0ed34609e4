import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeTasks } from "../bench/make-tasks.ts";
import { anyHost } from "../support/launch.ts";
import { copyPrepared, copyWithTasks } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { importTasks, riverWatch, taskLine, taskList } from "./support/tasks-page.ts";

/** How long, in milliseconds, the gold of all tasks may take on a machine that has other work. */
const long = { timeout: 180_000 };

/** Runs the command that the palette finds by these words. A row of keys would race a busy page: it must not pause. */
async function runFromPalette(page: Page, words: string): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  await palette.waitFor(patience);
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "detached", ...patience });
}

anyHost("the list of tasks", (launch) => {
  const at = oneWindow(launch);

  test("a project without tasks teaches the first step, and tasks are imported by the keyboard alone", async () => {
    const { page } = at;
    await runFromPalette(page, "go to tasks");
    await page.getByText("Choose the folder of their databases").waitFor(patience);
    const pack = riverWatch(at.folder);
    await importTasks(page, pack);
    await page.getByText("58 knowledge nodes").waitFor(patience);
    await page.getByText("8 BI · 5 DM").waitFor(patience);
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(13);
    expect(await page.evaluate(() => location.hash)).toMatch(/^#\/\d+\/tasks/);
    await page.getByRole("button", { name: /River watch/ }).waitFor(patience);
  });

  test("tasks that the project has are told before an import, and an export gives the same lines again", async () => {
    const { page } = at;
    const pack = riverWatch(at.folder);
    await page.keyboard.press("Control+Shift+o");
    await page.keyboard.type(pack.tasks);
    await page.getByText("The project has 13 of these tasks already").waitFor(patience);
    await page.keyboard.press("Escape");

    const out = path.join(at.folder, "out.jsonl");
    await page.keyboard.press("Control+Shift+s");
    const dialog = page.getByRole("dialog", { name: "Export tasks" });
    await dialog.getByText("13 tasks are exported.").waitFor(patience);
    await dialog.getByRole("radio", { name: "Accepted tasks only" }).click();
    await dialog.getByText("0 tasks are exported.").waitFor(patience);
    await dialog.getByRole("radio", { name: "All but rejected tasks" }).click();
    await dialog.getByText("13 tasks are exported.").waitFor(patience);
    await dialog.getByText("A path on the machine that runs Querent").click();
    await dialog.getByLabel("Path of the file", { exact: true }).fill(out);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Exported 13 tasks").waitFor(patience);
    const parsed = (file: string) =>
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(parsed(out)).toEqual(parsed(pack.tasks));
  });

  test("a project that holds tasks only has no verdicts to export", async () => {
    const { page } = at;
    await page.getByRole("button", { name: /River watch/ }).click();
    const entry = (name: RegExp) => page.getByRole("menuitem", { name });
    await entry(/^Export tasks/).waitFor(patience);
    expect(await entry(/^Export verdicts/).getAttribute("aria-disabled")).toBe("true");
    expect(await entry(/^Export tasks/).getAttribute("aria-disabled")).not.toBe("true");
    await page.keyboard.press("Escape");
    await entry(/^Export tasks/).waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+Shift+e");
    // The keys behind them are heard: theirs would have opened a dialog first.
    await page.keyboard.press("Control+Shift+s");
    const dialog = page.getByRole("dialog", { name: "Export tasks" });
    await dialog.waitFor(patience);
    expect(await page.getByRole("dialog", { name: "Export verdicts" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached", ...patience });
  });

  test("the list is walked, searched, filtered and sorted by the keyboard", async () => {
    const { page } = at;
    const chosen = taskList(page).getByRole("option", { selected: true });
    await page.keyboard.press("j");
    await chosen.getByText("river_watch_2", { exact: true }).waitFor(patience);
    await page.keyboard.press("Shift+g");
    await chosen.getByText("river_watch_M_5", { exact: true }).waitFor(patience);
    await expect.poll(() => page.evaluate(() => location.hash), patience).toMatch(/\/tasks\/\d+$/);

    // The key after "/" may come before the next frame: the search has the focus by then.
    const focused = await page.evaluate(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      return document.activeElement?.getAttribute("type");
    });
    expect(focused).toBe("search");
    await page.keyboard.type("technician");
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBeLessThan(13);
    await page.keyboard.press("Escape");
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(13);
    await page.keyboard.press("Escape");

    await page.keyboard.press("Shift+f");
    const filters = page.getByRole("dialog", { name: "Filters" });
    await filters.waitFor(patience);
    await filters.getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("option", { name: /^Management/ }).click();
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(5);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove filter category" }).click();
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(13);

    await runFromPalette(page, "sort tasks by ambiguities");
    await taskList(page)
      .getByRole("option")
      .first()
      .getByText("river_watch_2", { exact: true })
      .waitFor(patience);
    await page.getByRole("button", { name: "Sorted by ambiguities, descending" }).waitFor(patience);
  });
});

anyHost("a file of tasks with lines that cannot be read", (launch) => {
  const at = oneWindow(launch);

  test("is told by their numbers, and its other lines are imported when asked", async () => {
    const { page } = at;
    const pack = riverWatch(at.folder);
    const lines = readFileSync(pack.tasks, "utf8").trim().split("\n");
    const file = path.join(at.folder, "broken.jsonl");
    writeFileSync(file, [lines[0], '{"instance_id": "x', lines[1], "[]", ""].join("\n"));
    const table = path.join(at.folder, "tasks.csv");
    writeFileSync(table, "instance_id,question\npier_1,Which berths?\n");
    await page.keyboard.press("Control+Shift+o");
    await page.keyboard.type(table);
    // Of a file that holds no task nothing is told but why.
    await page.getByText("The file is a table (CSV), which is not read here.").waitFor(patience);
    expect(await page.getByText("Findings in the files").count()).toBe(0);
    expect(await page.getByRole("region", { name: "Databases" }).count()).toBe(0);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(file);
    const rows = page.getByRole("region", { name: "List of problems" }).getByRole("row");
    await rows.filter({ hasText: "broken.jsonl" }).first().waitFor(patience);
    const places = (await rows.allInnerTexts()).slice(1).map((row) => row.split("\t").slice(0, 2).join(" "));
    expect([...new Set(places)]).toEqual(["broken.jsonl 2", "broken.jsonl 4"]);
    const button = page.getByRole("button", { name: /^Import/ });
    expect(await button.isDisabled()).toBe(true);
    await page.getByText("Skip them and import the rest: 2 tasks").click();
    await page.keyboard.press("Control+Enter");
    await page.getByText("2 lines skipped").waitFor(patience);
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(2);
  });
});

anyHost("the statistics of tasks", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));

  test("they count what the filter of the list leaves, lead to the tasks they count, and go out as CSV", async () => {
    const { page } = at;
    await taskLine(page, "river_watch_1").waitFor(patience);
    await page.keyboard.press("Shift+s");
    const statistics = page.getByRole("region", { name: "Statistics", exact: true });
    await statistics.getByText("Counted: all 13 tasks of the project").waitFor(patience);
    const figures = statistics.getByRole("table", { name: "Key figures" });
    await figures.getByRole("row", { name: /^DM tasks 5 105 190$/ }).waitFor(patience);
    await statistics
      .getByRole("table", { name: "SQL features of the golds" })
      .getByRole("row", { name: /^join 20 76\.9 % 12$/ })
      .waitFor(patience);

    await page.keyboard.press("/");
    await page.keyboard.type("no such words");
    await statistics.getByText("No task matches these filters").waitFor(patience);
    await statistics.getByRole("button", { name: "Clear all filters" }).click();
    const types = statistics.getByRole("table", { name: "Types of ambiguities" });
    await types.getByRole("button", { name: "Join" }).click();
    await expect.poll(() => taskList(page).getByRole("option").count(), patience).toBe(2);
    await page.keyboard.press("Shift+s");
    await statistics.getByText("Counted: 2 of 13 tasks, those in the filtered list").waitFor(patience);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await statistics.getByRole("button", { name: "Copy “Types of ambiguities” as CSV" }).click();
    await statistics.getByRole("button", { name: "Copied" }).waitFor(patience);
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    expect(csv.split(/\r?\n/)).toContain("Non-critical,join_ambiguity,2,2");
  });
});

anyHost("work on a list of tasks", (launch) => {
  const at = oneWindow(launch, (folder) => {
    const tasks = path.join(folder, "many.jsonl");
    writeFileSync(tasks, makeTasks(600).tasks.join("\n"));
    return copyWithTasks({ ...riverWatch(folder), tasks }, folder);
  });

  test("of 600 tasks any place is reached at once, and the place is found again after a reload", async () => {
    const { page } = at;
    await page.getByText("600 tasks", { exact: true }).waitFor(patience);
    await page.keyboard.press("Control+g");
    await page.keyboard.type("412");
    await page.keyboard.press("Enter");
    const chosen = taskList(page).getByRole("option", { selected: true });
    await expect.poll(() => chosen.getAttribute("aria-posinset"), patience).toBe("412");
    await expect.poll(() => page.evaluate(() => location.hash), patience).toMatch(/\/tasks\/\d+$/);
    await expect.poll(() => chosen.innerText(), patience).toMatch(/^river_watch_/);
    const text = await chosen.innerText();
    await page.reload();
    await chosen.waitFor(patience);
    await expect.poll(() => chosen.innerText(), patience).toBe(text);
  });

  test("a work on all tasks is stopped, and what it has done stays", async () => {
    const { page } = at;
    await runFromPalette(page, "check all tasks");
    const work = page.getByRole("region", { name: "Checking tasks" });
    await work.waitFor(patience);
    await work.getByRole("button", { name: /^Stop/ }).click();
    await work.waitFor({ state: "detached", ...patience });
    expect(await page.getByRole("button", { name: "Check all" }).isEnabled()).toBe(true);
  });
});

anyHost("the sample of tasks", (launch) => {
  const at = oneWindow(launch);

  test("is opened, run whole with progress, and its predictions are evaluated with a reason for each", async () => {
    const { page } = at;
    await runFromPalette(page, "go to tasks");
    await page.getByRole("button", { name: "Open the sample: River watch" }).click();
    await taskLine(page, "river_watch_1").waitFor(patience);
    await page.getByRole("button", { name: "Run all", exact: true }).click();
    await page.getByRole("region", { name: "Running tasks" }).waitFor(patience);
    await page.getByText("13 passed of 13 run").waitFor(long);
    await taskLine(page, "river_watch_M_1")
      .getByRole("img", { name: /^as shipped: phase 1 passed, phase 2 passed; fixed: phase 1 passed/ })
      .waitFor(patience);

    await runFromPalette(page, "evaluate predictions");
    await page.getByRole("dialog", { name: "Evaluate predictions" }).waitFor(patience);
    await page.keyboard.type(riverWatch(at.folder).predictions("mistakes"));
    await page.keyboard.press("Control+Enter");
    const rates = page.getByRole("table", { name: "Success rates and rewards" });
    await rates.getByRole("row", { name: /^BI \(queries\) 8/ }).waitFor(patience);
    await rates.getByRole("row", { name: /^DM \(management\) 5/ }).waitFor(patience);
    const lines = page.getByRole("listbox", { name: "Results of the predictions" });
    await page
      .getByRole("progressbar", { name: "Predictions evaluated" })
      .waitFor({ state: "detached", ...long });
    const first = lines.getByRole("option", { name: /river_watch_1 · phase 1/ });
    await first.getByText(/rows of the answer are not in the gold/).waitFor(patience);
    await first.click();
    const detail = page.getByRole("region", { name: "The selected prediction" });
    await detail.getByText("Default test failed").waitFor(patience);
    await detail.getByRole("button", { name: "Open the task" }).click();
    await taskList(page).getByRole("option", { selected: true }).getByText("river_watch_1").waitFor(patience);
  }, 240_000);
});

anyHost("access to the list of tasks", (launch) => {
  describe.each(["light", "dark"])("in the %s theme", (theme) => {
    const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));

    test("list, filters, dialogs and settings have no violation that axe knows", async () => {
      const { page } = at;
      const check = async (where: string, include: string) => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include(include).analyze();
        expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      };
      if (theme === "dark") await runFromPalette(page, "theme dark");
      await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
      await taskList(page).getByRole("option").first().waitFor(patience);
      await check("list on its way", "[aria-label='Task list']");
      await taskList(page).getByText("river_watch_1", { exact: true }).waitFor(patience);
      await check("list", "[aria-label='Task list']");
      await check("figures", "header");
      for (const [words, name] of [
        ["filters", "Filters"],
        ["import tasks", "Import tasks"],
        ["export tasks", "Export tasks"],
        ["evaluate predictions", "Evaluate predictions"],
      ] as const) {
        await runFromPalette(page, words);
        const dialog = page.getByRole("dialog", { name });
        await dialog.waitFor(patience);
        await check(name, "[role=dialog]");
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached", ...patience });
      }
      await runFromPalette(page, "go to settings");
      await page.getByRole("heading", { name: "Project River watch" }).waitFor(patience);
      await check("settings", "main");
    });
  });
});
