import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { eachHost, type Launched } from "../support/launch.ts";
import { patience } from "./support/review-page.ts";
import { task } from "./support/task-page.ts";
import { importTasks, riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 180_000 });

eachHost("the knowledge of a task", (launch) => {
  let folder: string;
  let app: Launched;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-knowledge-"));
    app = await launch({ folder });
    page = app.page;
    const pack = riverWatch(folder);
    breakFormula(path.join(pack.databases, "river_watch_kb.jsonl"));
    await importTasks(page, pack);
    await task(page, "river_watch_1").waitFor(patience);
    await page.keyboard.press("Alt+k");
  });
  afterEach(() => expect(app.pageErrors).toEqual([]));
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const knowledge = () => page.getByRole("region", { name: "Knowledge" });

  test("definitions stand there as mathematics, the words around them as words", async () => {
    await knowledge().locator("math mfrac").first().waitFor(patience);
    expect(await knowledge().locator("code").allInnerTexts()).toEqual(["$\\frac{1}{$"]);
  });
});

/** Writes a formula that no one can set behind the first definition that is none. */
function breakFormula(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace("plausible, ", "plausible, $\\\\frac{1}{$ "));
}
