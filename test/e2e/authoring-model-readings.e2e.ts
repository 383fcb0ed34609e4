import { expect, test, vi } from "vitest";
import { saysJson, startModelEndpoint } from "../dialogues/model-endpoint.ts";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { openTask, runPatience, task } from "./support/task-page.ts";

vi.setConfig({ testTimeout: 240_000 });

anyHost("a language model that is set up", (launch) => {
  const at = oneWindow(launch, (folder) => copyPrepared("tasks", folder));

  test("is asked for readings by a key; what is SQL and new is listed with its name, and undo takes it back", async () => {
    const { page } = at;
    const screens = page.getByRole("navigation", { name: "Screens" });
    const readings = [
      { sql: "o.population_served >= 900000", meaning: "serving nine hundred thousand people" },
      { sql: "o.population_served >", meaning: "broken" },
    ];
    const endpoint = await startModelEndpoint(saysJson({ readings }));
    await task(page, "river_watch_1").waitFor(patience);
    await screens.getByRole("button", { name: /Settings/ }).click();
    await page.getByRole("button", { name: "Add a language model…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a language model" });
    await dialog.getByLabel("Name", { exact: true }).fill("Local model");
    await dialog.getByLabel("Model", { exact: true }).fill("qwen3-32b");
    await dialog.getByLabel("Address", { exact: true }).fill(endpoint.url);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await screens.getByRole("button", { name: /Tasks/ }).click();
    await openTask(page, "river_watch_8");
    await page.keyboard.press("Alt+v");
    const region = page.getByRole("region", { name: "Readings of ambiguity 1" });
    await region.getByRole("button", { name: "Ask Local model" }).waitFor(patience);
    await page.keyboard.press("Alt+Shift+m");
    await region.getByText("1 new reading from Local model, 1 left out:").waitFor(runPatience);
    await region.getByText(/With it the gold is no SQL: .*syntax error/).waitFor(patience);
    await region.getByText("In this project you have used 120 of its tokens for readings.").waitFor(patience);
    const line = region.getByRole("option").filter({ hasText: "nine hundred thousand" });
    await line.getByText("proposed · from the language model qwen3-32b · not run").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+z");
    await line.waitFor({ state: "detached", ...patience });
    await endpoint.stop();
  });
});
