import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { installPack } from "../../../tasks/river-watch/seed.ts";
import { patience } from "./review-page.ts";

const packDir = path.join(import.meta.dirname, "../../../tasks/river-watch");

/** The files of the river-watch pack, its database made in `folder`. */
export function riverWatch(folder: string) {
  const databases = installPack(path.join(folder, "river-watch"));
  return {
    tasks: path.join(packDir, "tasks.jsonl"),
    databases,
    predictions: (name: "gold" | "mistakes") => path.join(packDir, `predictions/${name}.jsonl`),
  };
}

/** Imports tasks by the keyboard alone as a project, and waits for the list of them; `knowledge` "" for none. */
export async function importTasks(
  page: Page,
  { tasks, databases, knowledge = databases }: { tasks: string; databases: string; knowledge?: string },
  project = "River watch",
): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  await page.keyboard.press("Control+Shift+o");
  const dialog = page.getByRole("dialog", { name: "Import tasks" });
  await dialog.waitFor(patience);
  await page.keyboard.type(tasks);
  await dialog.getByLabel("Knowledge: <db>_kb.jsonl", { exact: true }).fill(knowledge);
  await dialog.getByLabel("Column meanings", { exact: true }).fill(knowledge);
  await dialog.getByLabel("Folder of the databases", { exact: true }).fill(databases);
  await dialog.getByLabel("Project", { exact: true }).fill(project);
  await dialog.getByRole("button", { name: /^Import/, disabled: false }).waitFor(patience);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached", ...patience });
  await taskList(page).getByRole("option").first().waitFor(patience);
}

/** The list of tasks. */
export const taskList = (page: Page): Locator => page.getByRole("listbox", { name: "Tasks" });

/** The line of a task in the list. */
export const taskLine = (page: Page, instanceId: string): Locator =>
  taskList(page)
    .getByRole("option")
    .filter({ has: page.getByText(instanceId, { exact: true }) });
