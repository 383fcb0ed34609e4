import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { patience } from "./review-page.ts";
import { taskLine } from "./tasks-page.ts";

/** Python is started, and a database loaded, by the first run; on a busy machine that takes a while. */
export const runPatience = { timeout: 240_000 };

/** The pack's tasks with things wrong in them, as a file in `folder`; answers its path. */
export function brokenTasks(tasks: string, folder: string): string {
  const rows = readFileSync(tasks, "utf8").trim().split("\n");
  const file = path.join(folder, "broken.jsonl");
  writeFileSync(file, rows.map((row) => `${JSON.stringify(broken(JSON.parse(row)))}\n`).join(""));
  return file;
}

/** A test that prints, then fails two calls deep. */
const failingTest = `def test_case(pred_sqls, sol_sqls, db_name, conn):
    rows, error, timeout = execute_queries(["SELECT count(*) FROM station"], db_name, conn)
    print("stations:", rows[0][0])
    def check(value):
        assert value > 10_000, f"expected more than 10000 stations, got {value}"
    check(int(rows[0][0]))
`;

// The row is JSON whose shape the pack's own tests hold.
// biome-ignore lint/suspicious/noExplicitAny: see above.
function broken(row: any): unknown {
  if (row.instance_id === "river_watch_2") {
    const [first] = row.user_query_ambiguity.critical_ambiguity;
    first.term = "words that do not stand there";
    first.sql_snippet += " + 1";
  }
  if (row.instance_id === "river_watch_5") row.category = "Querry";
  if (row.instance_id === "river_watch_M_1") row.test_cases.push(failingTest);
  if (row.instance_id === "river_watch_M_2") row.sol_sql = ["SELECT nope FROM station"];
  if (row.instance_id === "river_watch_3")
    row.sol_sql = ["SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b"];
  return row;
}

/** Opens a task by its line in the list. */
export async function openTask(page: Page, instanceId: string): Promise<void> {
  await taskLine(page, instanceId).click();
  await task(page, instanceId).waitFor(patience);
}

/** The view of a task, once it is the one on screen. */
export const task = (page: Page, instanceId: string): Locator =>
  page.locator(`section[aria-label="Task ${instanceId}"][aria-busy="false"]`);

export const findingsPane = (page: Page): Locator => page.getByRole("region", { name: "Findings" });

export const testsPane = (page: Page): Locator => page.getByRole("region", { name: "Tests", exact: true });

/** The run of the task on screen, once it has ended. */
export async function runEnded(page: Page): Promise<Locator> {
  await page
    .locator('section[aria-label="Run"][aria-busy="false"] [role=option]')
    .first()
    .waitFor(runPatience);
  return page.getByRole("region", { name: "Run", exact: true });
}

/** A line of the run on screen. */
export const runLine = (page: Page, text: string): Locator =>
  page.getByRole("listbox", { name: "Lines of the run" }).getByRole("option").filter({ hasText: text });
