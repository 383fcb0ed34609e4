import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { saysJson, startModelEndpoint, status } from "../dialogues/model-endpoint.ts";
import { anyHost } from "../support/launch.ts";
import { copyWithTasks } from "../support/prepared-workspace.ts";
import { importOpinions } from "./support/import-opinions.ts";
import { oneWindow } from "./support/one-window.ts";
import { grid, isSaved, patience, predictionsFile, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { brokenTasks, openTask, runPatience } from "./support/task-page.ts";
import { riverWatch } from "./support/tasks-page.ts";

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

/** How many seconds the first of these texts names: "… after 1.2 s", "… 900 ms". */
async function secondsIn(texts: Locator): Promise<number> {
  await texts.first().waitFor(runPatience);
  const [, value = "", unit] = /([\d.]+) (ms|s)\b/.exec(await texts.first().innerText()) ?? [];
  return unit === "s" ? Number(value) : Number(value) / 1000;
}

/** Databases of the same name that say where they are: "here" and "there" are of SQLite, "dumped" lies beside "there". */
function reviewDatabases(folder: string): void {
  for (const [dir, word] of [
    ["databases", "here"],
    ["others", "there"],
  ] as const) {
    mkdirSync(path.join(folder, dir));
    const database = new DatabaseSync(path.join(folder, dir, "empty.sqlite"));
    database.exec(`CREATE TABLE place (name); INSERT INTO place VALUES ('${word}')`);
    database.close();
  }
  const dump = "CREATE TABLE place (name text); INSERT INTO place VALUES ('dumped');";
  writeFileSync(path.join(folder, "others", "empty.sql"), dump);
}

// Each test is named for the settings that it would find dead; test/services/settings.test.ts demands one of every setting.
anyHost("settings", (launch) => {
  let databases: string;
  const at = oneWindow(launch, async (folder) => {
    const pack = riverWatch(folder);
    databases = pack.databases;
    await copyWithTasks({ ...pack, tasks: brokenTasks(pack.tasks, folder) }, folder);
    reviewDatabases(folder);
    await importOpinions(folder, "opinions", (id) => ({ Ada: "yes", Ben: id % 3 === 0 ? "no" : "yes" }));
    const gold = "SELECT name FROM place";
    const items = [gold, endless].map((predicted) => ({ predicted, gold }));
    return { project: predictionsFile(folder, "runaway.json", items) };
  });
  const goToScreen = async (name: "Review" | "Tasks" | "Quality" | "Settings"): Promise<void> => {
    await at.page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: new RegExp(name) })
      .click();
  };
  const field = (name: string) => at.page.getByLabel(name, { exact: true });
  /** Changes settings of the project, and saves them. */
  const set = async (change: () => Promise<void>): Promise<void> => {
    await goToScreen("Settings");
    await change();
    await at.page.getByRole("button", { name: "Save", exact: true }).click();
    await at.page
      .getByRole("region", { name: "Unsaved settings" })
      .waitFor({ state: "detached", ...patience });
  };
  const runTask = async (instanceId: string): Promise<void> => {
    await goToScreen("Tasks");
    await openTask(at.page, instanceId);
    await at.page.keyboard.press("Escape");
    await at.page.keyboard.press("r");
  };

  test("that are changed and not saved wait where they are typed, and say so, until they are saved or discarded", async () => {
    const { page } = at;
    const bar = page.getByRole("region", { name: "Unsaved settings" });
    await goToScreen("Settings");
    const folder = field("Folder of the tasks' databases");
    const before = await folder.inputValue();
    const elsewhere = path.join(at.folder, "not-there");
    await folder.fill(elsewhere);
    await bar.getByText(/^1 setting of .* not saved$/).waitFor(patience);
    await field("Reviewer name").fill("Half a na");
    await page.keyboard.press("Escape");
    await goToScreen("Tasks");
    await page.getByText(/^Settings of .* not saved$/).waitFor(patience);
    await page.reload();
    await goToScreen("Settings");
    expect(await folder.inputValue()).toBe(elsewhere);
    expect(await field("Reviewer name").inputValue()).toBe("Half a na");
    // In sight though the screen is at its beginning.
    await bar.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^There is no folder .*not-there/).waitFor(patience);
    await expect.poll(() => folder.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await bar.isVisible()).toBe(true);
    await bar.getByRole("button", { name: "Discard" }).click();
    await bar.waitFor({ state: "detached", ...patience });
    expect(await folder.inputValue()).toBe(before);
  });

  test("never store a password that is typed into the address of the server, saved or not", async () => {
    const { page } = at;
    const bar = page.getByRole("region", { name: "Unsaved settings" });
    const stored = () =>
      readdirSync(at.folder)
        .filter((name) => name.startsWith("workspace.querent"))
        .map((name) => readFileSync(path.join(at.folder, name), "latin1"))
        .join("");
    const address = "postgresql://me:tangerine-7@localhost/postgres";
    await goToScreen("Settings");
    const engines = page.getByRole("radiogroup", { name: "Tasks run on" });
    await engines.getByRole("radio", { name: /^PostgreSQL server/ }).click();
    await field("Server").fill(address);
    await field("Folder of the tasks' databases").fill(path.join(at.folder, "quince-folder"));
    await bar.getByText(/^3 settings of .* not saved$/).waitFor(patience);
    await goToScreen("Tasks");
    await expect.poll(() => stored().includes("quince-folder"), patience).toBe(true);
    await goToScreen("Settings");
    expect(await field("Server").inputValue()).toBe(address);
    expect(stored().includes("tangerine")).toBe(false);
    await bar.getByRole("button", { name: "Discard" }).click();
    await bar.waitFor({ state: "detached", ...patience });
  });

  test("that choose a server and name none are refused at the field of its address", async () => {
    const { page } = at;
    const bar = page.getByRole("region", { name: "Unsaved settings" });
    await goToScreen("Settings");
    const engines = page.getByRole("radiogroup", { name: "Tasks run on" });
    await engines.getByRole("radio", { name: /^PostgreSQL server/ }).click();
    await bar.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(() => field("Server").evaluate((input) => input.getAttribute("aria-invalid")), patience)
      .toBe("true");
    await page
      .getByText(/^A PostgreSQL server needs an address\. Enter one under "Server"/)
      .waitFor(patience);
    await bar.getByRole("button", { name: "Discard" }).click();
    await bar.waitFor({ state: "detached", ...patience });
  });

  test("window.theme is how the window looks, also in the next one", async () => {
    const { page } = at;
    await goToScreen("Settings");
    for (const [name, theme] of [
      ["Light", "light"],
      ["Dark", "dark"],
    ] as const) {
      await page.getByRole("radio", { name }).click();
      await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
    }
    await page.reload();
    await page.locator("html[data-theme=dark]").waitFor(patience);
  });

  test("reviewer.name is the name of the caller from then on", async () => {
    const { page } = at;
    await page.getByLabel("Reviewer name").fill("Dr. Rivers");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("contentinfo").getByText("Dr. Rivers").waitFor(patience);
    await page.reload();
    await page.getByRole("contentinfo").getByText("Dr. Rivers").waitFor(patience);
  });

  test("run.timeLimitMs stops a statement under review, and one of the scratch query", async () => {
    const { page } = at;
    await goToScreen("Settings");
    await field("Time limit of a statement, in seconds").fill("1");
    // The default is ten seconds.
    await page.getByRole("contentinfo").getByText("SQLite · 1 s").waitFor(patience);
    await goToScreen("Review");
    await showsItem(page, 1);
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await page.keyboard.press("r");
    const stopped = page.getByText(/Stopped at the limit after [\d.]+ (ms|s)/);
    await expect.poll(() => secondsIn(stopped), patience).toBeLessThan(6);
    expect(await secondsIn(stopped)).toBeGreaterThanOrEqual(0.9);
    await grid(page, "gold").waitFor(patience);

    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch query" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(endless);
    await page.keyboard.press("Control+Enter");
    await scratch.getByText(/limit/).first().waitFor({ timeout: 6_000 });
    await page.keyboard.press("Escape");
  });

  test("items.databasesDir and items.engine say on which databases predictions are judged", {
    timeout: 240_000,
  }, async () => {
    const { page } = at;
    const judgedOn = async (word: string): Promise<void> => {
      await goToScreen("Review");
      for (const side of ["predicted", "gold"] as const)
        await grid(page, side).getByRole("gridcell", { name: word }).waitFor(runPatience);
    };
    await goToScreen("Review");
    await page.keyboard.press("k");
    await judgedOn("here");
    await set(() => field("Folder of the predictions' databases").fill(path.join(at.folder, "others")));
    await judgedOn("there");
    const engines = page.getByRole("radiogroup", { name: "Predictions run on" });
    await set(() => engines.getByRole("radio", { name: /^PGlite/ }).click());
    await judgedOn("dumped");
  });

  test("review.form is what reviewers are asked", async () => {
    const { page } = at;
    await goToScreen("Settings");
    await page.getByRole("button", { name: "Edit the verdict form…" }).click();
    const dialog = page.getByRole("dialog", { name: /^Verdict form of / });
    const label = dialog.getByRole("listitem", { name: "label 1", exact: true });
    await label.getByLabel("Name", { exact: true }).fill("answers it");
    await dialog.getByRole("button", { name: /^Save(?! to)/ }).click();
    await dialog.waitFor({ state: "detached", ...patience });
    await goToScreen("Review");
    await page
      .getByRole("region", { name: "Verdict", exact: true })
      .getByRole("button", { name: "answers it" })
      .waitFor(patience);
  });

  test("review.passMark and review.failedAttention say what a qualification needs and what follows a failed attention item", async () => {
    const { page } = at;
    await goToScreen("Settings");
    await page.getByRole("checkbox", { name: /^Let me choose them/ }).click();
    await goToScreen("Review");
    await page.getByRole("button", { name: "Details", exact: true }).click();
    const details = page.getByRole("dialog", { name: "Details of the item" });
    await details.getByRole("combobox", { name: "Known answer" }).click();
    await page.getByRole("option", { name: "qualification", exact: true }).click();
    await details.getByRole("combobox", { name: "Expected label" }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.getByText("1 right are needed").waitFor(patience);
    await set(async () => {
      await field("Pass mark of the qualification, in percent").fill("0");
      await page.getByRole("radio", { name: /^is warned/ }).click();
    });
    await goToScreen("Review");
    await page.getByText("0 right are needed").waitFor(patience);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await details.getByRole("combobox", { name: "Known answer" }).click();
    await page.getByRole("option", { name: "attention item", exact: true }).click();
    await details.getByRole("combobox", { name: "Expected label" }).click();
    await page.getByRole("option", { name: "no", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await page.getByText(/read the guidelines again/).waitFor(patience);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await details.getByRole("combobox", { name: "Known answer" }).click();
    await page.getByRole("option", { name: "an ordinary item", exact: true }).click();
    await page.keyboard.press("Escape");
  });

  test("review.othersVisible and review.adjudicators and review.inboxNames say who sees what others said", async () => {
    const { page } = at;
    const others = page.getByRole("dialog", { name: "Other reviewers' verdicts" });
    const askForOthers = async (): Promise<void> => {
      await goToScreen("Review");
      await page.getByRole("button", { name: "Show other reviewers' verdicts" }).click();
    };
    await goToScreen("Review");
    const first = page.getByRole("listbox", { name: "Items" }).getByRole("option").first();
    await first.click();
    await showsItem(page, 1);
    await set(() => page.getByRole("radio", { name: /^never/ }).click());
    await askForOthers();
    await others.getByText(/You cannot see what others said of this item yet/).waitFor(patience);
    await page.keyboard.press("Escape");
    await set(async () => {
      await page.getByRole("radio", { name: /^always/ }).click();
      await field("Adjudicators").fill("Mira, ");
    });
    await askForOthers();
    await others
      .getByText(/^(Nobody else has judged this item|yes$|no$)/)
      .first()
      .waitFor(patience);
    await page.keyboard.press("Escape");
    await goToScreen("Quality");
    await page.getByText("Adjudicators of this project: Mira.").waitFor(patience);
    await goToScreen("Settings");
    const me = await field("Reviewer name").inputValue();
    await set(() => field("Adjudicators").fill(`Mira, ${me}`));
    await goToScreen("Quality");
    await page.getByText("No open disagreements").waitFor(patience);
    await goToScreen("Review");
    const labels = page.getByRole("group", { name: "Is the prediction right?" }).getByRole("button");
    if ((await labels.first().getAttribute("aria-pressed")) !== "true") await labels.first().click();
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await goToScreen("Settings");
    await field("Reviewer name").fill("Mira");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("contentinfo").getByText("Mira").waitFor(patience);
    await goToScreen("Review");
    await first.click();
    await showsItem(page, 1);
    await labels.nth(1).click();
    await page.getByRole("textbox", { name: "Note" }).fill("another place");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await goToScreen("Quality");
    await page.getByRole("button", { name: "Look for disagreements again" }).click();
    const heading = page.getByRole("region", { name: "Opinion A" }).getByRole("heading");
    await heading.waitFor(patience);
    await expect.poll(() => heading.innerText()).toBe("A");
    await set(() => page.getByRole("checkbox", { name: "Show adjudicators who said what" }).click());
    await goToScreen("Quality");
    await heading.getByText(" · ").waitFor(patience);
  });

  test("agreement.alertFigure and agreement.alertBelow are what an alert on the screen Quality stands on", async () => {
    const { page } = at;
    await page.getByRole("button", { name: /Switch project/ }).click();
    await page.getByRole("menuitem", { name: /opinions/ }).click();
    await goToScreen("Quality");
    await page.getByRole("button", { name: "Become an adjudicator" }).click();
    await page.getByRole("tab", { name: "Agreement", exact: true }).click();
    // Two thirds are alike: AC1 is 0.55, below 0.60; alpha is negative.
    const alerts = page.getByRole("region", { name: "Alerts" });
    await alerts.getByText("Gwet's AC1 below 0.60").waitFor(patience);
    await set(() => field("Alert where it is below, in percent").fill("50"));
    await goToScreen("Quality");
    await page.getByRole("table", { name: "Figures of the project" }).waitFor(patience);
    await alerts.waitFor({ state: "detached", ...patience });
    await set(() => page.getByRole("radio", { name: /^Krippendorff's alpha/ }).click());
    await goToScreen("Quality");
    await alerts.getByText("Krippendorff's alpha below 0.50").waitFor(patience);
  });

  test("tasks.databasesDir is where the databases of tasks are looked for", async () => {
    const { page } = at;
    await page.getByRole("button", { name: /Switch project/ }).click();
    await page.getByRole("menuitem", { name: /River watch/ }).click();
    mkdirSync(path.join(at.folder, "elsewhere"));
    const name = "Folder of the tasks' databases";
    await set(() => field(name).fill(path.join(at.folder, "elsewhere")));
    await runTask("river_watch_1");
    const missing = page.getByText(/no database river_watch/);
    await missing.first().waitFor(patience);
    await set(() => field(name).fill(databases));
  });

  test("tasks.profile is the evaluator of a run", { timeout: 240_000 }, async () => {
    const { page } = at;
    await set(() => page.getByRole("radio", { name: /^adk/ }).click());
    await goToScreen("Tasks");
    await page.getByRole("contentinfo").getByText("PGlite · adk").waitFor(patience);
    await runTask("river_watch_1");
    await page.getByText(/^Gold under adk on PGlite/).waitFor(runPatience);
  });

  test("models.endpoints are asked one word, and can be chosen as system and user of a run", async () => {
    const { page } = at;
    const endpoint = await startModelEndpoint(saysJson({ word: "Harbour" }));
    await goToScreen("Settings");
    await page.getByRole("button", { name: "Add a language model…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a language model" });
    await dialog.getByLabel("Name", { exact: true }).fill("Local model");
    await dialog.getByLabel("Model", { exact: true }).fill("qwen3-32b");
    await dialog.getByLabel("Address", { exact: true }).fill(`${endpoint.url}/chat/completions`);
    await dialog.getByLabel("Price in, USD").fill("0.4");
    await dialog.getByText("Give both prices or neither.").waitFor(patience);
    await dialog.getByLabel("Price out, USD").fill("1.6");
    await dialog.getByLabel("Limit of a run, USD").fill("2");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    const card = page.getByRole("region", { name: "Local model" });
    await card.getByText(endpoint.url, { exact: true }).waitFor(patience);
    await card.getByRole("button", { name: "Ask it one word" }).click();
    await card.getByText("It answered “Harbour”").waitFor(patience);
    endpoint.next(status(401, "no key was given"));
    await card.getByRole("button", { name: "Ask it one word" }).click();
    await card.getByText(/status 401: no key was given.*none is set/).waitFor(patience);
    await goToScreen("Tasks");
    await page.getByRole("button", { name: "Play dialogues…" }).click();
    const play = page.getByRole("dialog", { name: "Play dialogues" });
    await play.getByRole("checkbox", { name: "Local model" }).click();
    await play
      .getByText(/about [\d,]+ calls, [\d,]+ tokens, [\d.]+ USD · it stops before 2 USD/)
      .waitFor(patience);
    await play.getByRole("combobox", { name: "User" }).click();
    await page.getByRole("option", { name: /Local model/ }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await goToScreen("Settings");
    await page.getByRole("button", { name: "Remove Local model" }).click();
    await card.waitFor({ state: "detached", ...patience });
  });

  test("tasks.passMark says how many tasks of the set an annotator needs, and each takes their own copies", async () => {
    const { page } = at;
    await page.getByRole("button", { name: /Switch project/ }).click();
    await page.getByRole("menuitem", { name: /River watch/ }).click();
    await goToScreen("Tasks");
    await page.getByRole("option").first().waitFor(patience);
    await page.keyboard.press("t");
    await page.keyboard.press("q");
    const banner = page.getByText(/^Qualification: make \d+ clear tasks interactive/);
    await banner.waitFor(patience);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await banner.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("t");
    await page.keyboard.press("q");
    await banner.waitFor(patience);
    expect(await banner.innerText()).not.toContain("; 1 of them has to be certified");
    await set(() => field("Pass mark of the annotators' qualification, in percent").fill("1"));
    const list = page.getByRole("list", { name: "Qualification tasks" });
    const count = await list.getByRole("listitem").count();
    expect(count).toBeGreaterThan(1);
    await goToScreen("Tasks");
    await page.getByText("; 1 of them has to be certified").waitFor(patience);
    await page.getByRole("button", { name: "Take them" }).click();
    await page.getByRole("button", { name: "All tasks", exact: true }).waitFor(patience);
    const exercises = page.getByRole("option").filter({ hasText: " · exercise · " });
    await expect.poll(() => page.getByRole("option").count(), patience).toBe(count);
    expect(await exercises.count()).toBe(count);
    await page.getByRole("button", { name: "All tasks", exact: true }).click();
    await expect.poll(() => page.getByRole("option").count(), patience).toBeGreaterThan(count);
    expect(await exercises.count()).toBeLessThan(await page.getByRole("option").count());
    await goToScreen("Settings");
    await page
      .getByRole("table", { name: "Results per annotator" })
      .getByText(`${count} of ${count}`)
      .waitFor(patience);
    await page.getByRole("button", { name: "Take all out" }).click();
    await list.waitFor({ state: "detached", ...patience });
  });

  test("tasks.timeLimitMs stops a statement of a task", async () => {
    const { page } = at;
    // The default is a minute.
    await set(() => field("Time limit of a task's statement, in seconds").fill("2"));
    await runTask("river_watch_3");
    const result = page
      .getByRole("region", { name: /result$/ })
      .filter({ hasText: "stopped at the time limit" });
    const seconds = await secondsIn(result);
    expect(seconds).toBeGreaterThanOrEqual(1.9);
    expect(seconds).toBeLessThan(30);
  });

  test("tasks.engine and tasks.serverUrl say where tasks run", async () => {
    const { page } = at;
    await set(async () => {
      const engines = page.getByRole("radiogroup", { name: "Tasks run on" });
      await engines.getByRole("radio", { name: /^PostgreSQL server/ }).click();
      await field("Server").fill("postgresql://me@127.0.0.1:1/rivers");
    });
    // Nobody listens there: the back end has asked just this server.
    const asked = /127\.0\.0\.1/;
    await page.getByRole("status").getByText(asked).waitFor(patience);
    await runTask("river_watch_1");
    await page.getByText(asked).first().waitFor(patience);
  });
});
