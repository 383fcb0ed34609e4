import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings, showTheme } from "./support/serious-findings.ts";
import { openTask } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let app: Launched;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "querent-draft-access-"));
  copyPrepared("tasks", folder);
  app = await launchWeb({ folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  await closeSharedBrowser();
});

// Each theme looks at a task of its own.
describe.each([
  { theme: "light", instanceId: "river_watch_1" },
  { theme: "dark", instanceId: "river_watch_2" },
] as const)("access to a task that is edited ($theme theme)", ({ theme, instanceId }) => {
  beforeAll(async () => {
    await showTheme(app.page, theme);
    await openTask(app.page, instanceId);
  });

  test("has no serious finding with its fields and with its history on screen", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Id, category, status …" }).click();
    const fields = page.getByRole("dialog", { name: "The fields of the task" });
    await fields.getByLabel("Difficulty tier").fill("Harder");
    await page.getByText("Saved", { exact: true }).first().waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await fields.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("h");
    const dialog = page.getByRole("dialog", { name: "History of the task" });
    await dialog.getByLabel("Difficulty tier after").getByText("Harder").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("has no serious finding with the dialogs of new tasks and of many tasks on screen", async () => {
    const { page } = app;
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached", ...patience });
    for (const [keys, name] of [
      ["n", "New task"],
      ["k", "Save as template"],
      ["s", "Set status and assignee of the listed tasks"],
    ] as const) {
      await page.keyboard.press("t");
      await page.keyboard.press(keys);
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor(patience);
      if (keys === "n") await dialog.getByRole("radio", { name: /From JSON/ }).click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached", ...patience });
    }
  });

  test("has no serious finding with the follow-up's fields, its conditions, or a gold that is no SQL yet", async () => {
    const { page } = app;
    const followUp = page.getByRole("region", { name: "Follow-up", exact: true });
    for (const name of ["Type, category and knowledge of the follow-up", "Conditions of the follow-up"]) {
      await followUp.getByRole("button", { name }).click();
      await page.getByRole("dialog").waitFor(patience);
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached", ...patience });
    }
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("SELECT 1, FROM station; ");
    await page.getByText("not valid SQL yet", { exact: true }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.locator(".code-mark-tag.tag-0").first().waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
