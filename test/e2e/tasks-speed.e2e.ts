import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { certificate } from "./support/certificate-page.ts";
import { oneWindow, overSlowWire } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { task } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

anyHost("tasks by key over a slow wire", (launch) => {
  const at = oneWindow(launch, (folder) => copyWithTasks(riverWatch(folder), folder));
  const shown = async (id: string) => {
    await task(at.page, id).waitFor(patience);
    return certificate(at.page);
  };

  test("what is pressed before a task has come is meant for that task, in the order of the presses", async () => {
    const { page } = at;
    await overSlowWire(page, 150);
    await shown("river_watch_1");
    for (const key of "jcj") await page.keyboard.press(key);
    await (await shown("river_watch_3")).getByText("Not certified yet").waitFor(patience);
    await page.keyboard.press("k");
    const running = await shown("river_watch_2");
    await expect.poll(() => running.getAttribute("aria-busy"), patience).toBe("true");
    await page.keyboard.press("Control+.");
    await page.keyboard.press("k");
    await (await shown("river_watch_1")).getByText("Not certified yet").waitFor(patience);
  });
});
