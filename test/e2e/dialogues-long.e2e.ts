import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { planDialogues, saveDialogue } from "../../electron/store/dialogues.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { addLongRun, longSettings } from "../dialogues/long-dialogues.ts";
import { playedDialogue } from "../dialogues/played-dialogues.ts";
import { anyHost } from "../support/launch.ts";
import { plainSql } from "../support/plain-sql.ts";
import { copyWithTasks, workspaceIn } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

const length = 1_000;

/** Dialogues that say nothing about their system. */
const apart = [
  { end: "infrastructure", reason: "The engine was lost." },
  { end: "not-judged", reason: "Ambiguity 2 has no other reading that runs." },
] as const;

/** Two dialogues of a thousand turns with four hundred rows each, and those that stand apart. */
async function withLongDialogues(folder: string): Promise<void> {
  await copyWithTasks(riverWatch(folder), folder);
  const workspace = openWorkspace(workspaceIn(folder));
  const { runId, taskId } = await addLongRun(workspace, { dialogues: 2, turns: length, rows: 400 });
  await workspace.write(async (db) => {
    await planDialogues(
      db,
      runId,
      apart.map(({ end }, at) => ({
        taskId,
        position: 2 + at,
        system: end,
        patience: longSettings.patience,
        trial: 0,
        seed: 1,
      })),
    );
    for (const one of apart) {
      const dialogueId = (
        await db.values(plainSql("SELECT id FROM dialogue WHERE system = ?", one.end))
      )[0] as number;
      await saveDialogue(db, dialogueId, playedDialogue({ settings: longSettings, ...one }));
    }
  });
  await workspace.close();
}

const option = (page: Page, name: RegExp) =>
  page.getByRole("listbox", { name: "Dialogues" }).getByRole("option", { name });
const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });

anyHost("a dialogue of a thousand turns", (launch) => {
  const at = oneWindow(launch, withLongDialogues);

  test("opens at its end, draws what is in sight alone, and is walked to its beginning at once", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    const current = transcript(page).locator("li[aria-current=step]");
    await current.getByText("SELECT 1000 AS turn").waitFor(patience);
    expect(await transcript(page).getByRole("listitem").count()).toBeLessThan(40);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await current.getByText("SELECT 1 AS turn").waitFor(patience);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("SELECT 777 AS");
    await page.keyboard.press("Enter");
    await current.getByText("SELECT 777 AS turn").waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("what stands behind the beginning of a long answer is there when it is opened, and is found", async () => {
    const { page } = at;
    const card = transcript(page).getByRole("listitem").filter({ hasText: "SELECT 777 AS turn" });
    expect(await card.textContent()).not.toContain("777 | river 399");
    await card.getByRole("button", { name: "Show 392 more lines" }).click();
    await card.getByText("777 | river 399").waitFor(patience);
    await card.getByRole("button", { name: "Show less" }).click();
    await card.getByText("777 | river 399").waitFor({ ...patience, state: "detached" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("321 | RIVER 398");
    await page
      .getByRole("status")
      .filter({ hasText: /^1 turn$/ })
      .waitFor(patience);
    await page.keyboard.press("Enter");
    const found = transcript(page).locator("li[aria-current=step]").filter({ hasText: "SELECT 321 AS turn" });
    await found.locator("mark").filter({ hasText: "321 | river 398" }).waitFor(patience);
    await page.keyboard.press("Control+f");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("the next one is there with its place", async () => {
    const { page } = at;
    const shown = page.locator("section[aria-label^='Dialogue of'][aria-busy=false]");
    for (const [key, trial] of [
      ["j", /· trial 2/],
      ["k", /^(?!.*· trial 2)/s],
      ["j", /· trial 2/],
      ["k", /^(?!.*· trial 2)/s],
    ] as const) {
      await page.keyboard.press(key);
      await shown.filter({ hasText: trial }).locator("li[aria-current=step]").waitFor(patience);
    }
  });

  test("two of a thousand turns stand side by side, with only the rows in sight drawn", async () => {
    const { page } = at;
    await page.keyboard.press("Shift+d");
    const table = page.getByRole("table", { name: "Aligned turns" });
    await table.getByText("SELECT 1 AS turn").first().waitFor(patience);
    await page.getByText("All 1,000 rows are the same").waitFor(patience);
    expect(await table.getByRole("row").count()).toBeLessThan(40);
    await page.keyboard.press("End");
    await table.getByText("SELECT 1000 AS turn").first().waitFor(patience);
    const row = page.getByRole("region", { name: "The chosen row" });
    await row.getByText("1000 | river 399").nth(1).waitFor(patience);
    await page.keyboard.press("Shift+d");
  });

  test("what was not judged and what failed on the way stand apart, with their reasons, and in no rate", async () => {
    const { page } = at;
    await option(page, /infrastructure failure/).click();
    await transcript(page).getByText("The engine was lost.").waitFor(patience);
    await option(page, /not judged/).click();
    await transcript(page).getByText("Ambiguity 2 has no other reading that runs.").waitFor(patience);
    await page.keyboard.press("Shift+s");
    const systems = page.getByRole("table", { name: "Systems of the run" });
    await systems.getByRole("row", { name: /^infrastructure 0 – .* 1 failed$/ }).waitFor(patience);
    await systems.getByRole("row", { name: /^not-judged 0 – .* 1 not judged$/ }).waitFor(patience);
  });
});
