import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anyHost, type LaunchOptions } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { importTasks, riverWatch, taskList } from "./support/tasks-page.ts";

anyHost("a project that has only tasks", (launch) => {
  let databases = "";
  const at = oneWindow(launch, (folder) => {
    databases = riverWatch(folder).databases;
    mkdirSync(path.join(folder, "elsewhere"));
    return { first: true } satisfies Partial<LaunchOptions>;
  });
  const screen = (name: RegExp) =>
    at.page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name });

  test("has the focus on the screen of its tasks after the dialog that imported them", async () => {
    const { page } = at;
    await importTasks(page, riverWatch(at.folder), "Rivers");
    const inMain = () =>
      page.evaluate(() => document.querySelector("main")?.contains(document.activeElement));
    await expect.poll(inMain, patience).toBe(true);
    await page.keyboard.press("j");
    await taskList(page).getByRole("option", { selected: true }).waitFor(patience);
  });

  test("names and changes the folder of its tasks' databases on the screen Data, and says on what they run", async () => {
    const { page } = at;
    await screen(/Data/).click();
    const folder = page.getByRole("region", { name: "Folder of the tasks' databases" });
    await folder.getByText(databases, { exact: true }).waitFor(patience);
    expect(await page.getByRole("region", { name: "Folder of the predictions' databases" }).count()).toBe(0);
    expect(await page.getByPlaceholder(/Search 0/).count()).toBe(0);
    await page
      .getByRole("contentinfo")
      .getByText(/^PGlite/)
      .waitFor(patience);
    await folder.getByRole("button", { name: /^Change…/ }).waitFor(patience);
  });
});
