import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { patience } from "./support/review-page.ts";
import { task } from "./support/task-page.ts";
import { importTasks, riverWatch } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Every serious or critical finding of axe on the page as it stands. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe.each([{ dark: false }, { dark: true }])(
  "access to a task that is edited (dark: $dark)",
  ({ dark }) => {
    let folder: string;
    let app: Launched;

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), "querent-draft-access-"));
      app = await launchWeb({ folder, dark });
      await importTasks(app.page, riverWatch(folder));
      await task(app.page, "river_watch_1").waitFor(patience);
    });
    afterAll(async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
      await closeSharedBrowser();
    });

    test("has no serious finding with its fields and with its history on screen", async () => {
      const { page } = app;
      await page.getByRole("button", { name: "Id, category, status …" }).click();
      const fields = page.getByRole("dialog", { name: "The fields of the task" });
      await fields.getByLabel("Difficulty tier").fill("Harder");
      await page.getByText("Saved", { exact: true }).first().waitFor(patience);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await fields.waitFor({ state: "detached", ...patience });
      await page.keyboard.press("h");
      const dialog = page.getByRole("dialog", { name: "History of the task" });
      await dialog.getByLabel("Difficulty tier after").getByText("Harder").waitFor(patience);
      expect(await findings(page)).toEqual([]);
    });

    test("has no serious finding with the dialogs of new tasks and of many tasks on screen", async () => {
      const { page } = app;
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached", ...patience });
      for (const [keys, name] of [
        ["n", "New task"],
        ["k", "Keep the task as a template"],
        ["s", "Status and assignee of the listed tasks"],
      ] as const) {
        await page.keyboard.press("t");
        await page.keyboard.press(keys);
        const dialog = page.getByRole("dialog", { name });
        await dialog.waitFor(patience);
        if (keys === "n") await dialog.getByRole("radio", { name: /From JSON/ }).click();
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached", ...patience });
      }
    });
  },
);
