import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eachHost, type Launched } from "../support/launch.ts";
import { givePath } from "./support/give-path.ts";

/** How long, in milliseconds, a question to the page may go unanswered before the test fails. */
const patience = { timeout: 20_000 };

eachHost("the shell", (launch, kind) => {
  let folder: string;
  let app: Launched;
  let page: Page;

  // One window for all of them; the theme is chosen last but one, and the project changes in the last.
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-shell-"));
    app = await launch({ folder });
    page = app.page;
    await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  });
  afterEach(() => expect(app.pageErrors).toEqual([]));
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the command that the palette finds by these letters. */
  const choose = async (letters: string): Promise<void> => {
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await page.keyboard.press("Control+k");
    await palette.waitFor(patience);
    await page.keyboard.type(letters);
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "detached", ...patience });
  };

  test("every command is found in the palette by a few letters and run by Enter", async () => {
    await choose("gosett");
    await page.getByRole("heading", { name: "Appearance" }).waitFor(patience);
    expect(await page.evaluate(() => location.hash)).toMatch(/\/settings$/);
  });

  test("the sheet of shortcuts lists what the keys do, and the page's own keys rest while it is open", async () => {
    await page.keyboard.press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.getByText("Go to Data").waitFor(patience);
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    expect(await page.evaluate(() => location.hash)).not.toMatch(/\/data$/);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.getByRole("listbox", { name: "Databases" }).waitFor(patience);
  });

  test("keys in a row count however long the window is busy between them, and not after a pause", async () => {
    await page.keyboard.press("g");
    await page.evaluate(() => {
      const until = performance.now() + 2_500;
      while (performance.now() < until);
    });
    await page.keyboard.press("r");
    await expect.poll(() => page.evaluate(() => location.hash), patience).not.toMatch(/\/data$/);
    await page.keyboard.press("g");
    // As many steps of a timer as the window counts, and more: on a busy machine each takes longer than it says.
    await page.evaluate(async () => {
      for (let step = 0; step < 25; step += 1) await new Promise((done) => setTimeout(done, 100));
    });
    await page.keyboard.press("d");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => location.hash)).not.toMatch(/\/data$/);
  });

  test("a palette that is closed gives the focus back to where it was", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await databases(page)
      .getByRole("option", { name: /harbour/ })
      .click();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.waitFor(patience);
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached", ...patience });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused, patience).toBe("Databases");
  });

  test("the key right after the Escape that closes a dialog is the page's", async () => {
    const fields = [
      { opening: "Control+k", name: "Command palette" },
      { opening: "Control+o", name: "Import predictions" },
    ];
    for (const { opening, name } of fields) {
      await page.keyboard.press("g");
      await page.keyboard.press("d");
      await page.waitForURL(/\/data$/, patience);
      await page.keyboard.press(opening);
      await page.getByRole("dialog", { name }).waitFor(patience);
      await Promise.all(["Escape", "g", "r"].map((key) => page.keyboard.press(key)));
      await page.waitForURL(/\/review(\/|$)/, patience);
    }
  });

  test("panes keep the size that the keyboard gave them across a reload", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    const handle = page.getByRole("separator", { name: "Width of the list of databases" });
    await handle.waitFor(patience);
    await handle.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
    const wide = await paneWidth(page);
    // What still rests is sent when the window is hidden, as it is before it is closed.
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    await page.reload();
    await handle.waitFor(patience);
    await expect.poll(() => paneWidth(page), patience).toBeCloseTo(wide, 0);
    expect(wide).toBeGreaterThan(330);
  });

  test("a bad file is refused whole, with row, field, reason and what to do", async () => {
    const file = path.join(folder, "bad.jsonl");
    writeFileSync(
      file,
      '{"question": "How many?", "db_id": "harbour", "predicted_sql": "SELECT 1", "gold_sql": "SELECT 1"}\n{"question": 7}\n',
    );
    const before = await projectNames(page);
    await page.keyboard.press("Control+o");
    await givePath(app, page, { label: "Prediction file", path: file });
    await page.getByText("Nothing was imported").waitFor(patience);
    const rows = await page
      .getByRole("region", { name: "List of problems" })
      .getByRole("row")
      .allInnerTexts();
    expect(rows.some((row) => row.startsWith("2\t"))).toBe(true);
    expect(await page.getByRole("button", { name: /^Import/ }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await projectNames(page)).toEqual(before);
  });

  if (kind === "web")
    test("without a dialog of the host's own, files are found by walking the folders", async () => {
      writeFileSync(path.join(folder, "dev.json"), "[]");
      await page.keyboard.press("Control+o");
      await page.getByRole("button", { name: "Browse… (Prediction file)" }).click();
      const dialog = page.getByRole("dialog", { name: "Prediction file" });
      await dialog.getByLabel("Path", { exact: true }).fill(folder);
      await page.keyboard.press("Enter");
      await dialog.getByRole("option", { name: /dev\.json/ }).dblclick();
      await expect
        .poll(() => page.getByLabel("Prediction file", { exact: true }).inputValue(), patience)
        .toBe(path.join(folder, "dev.json"));
      await page.keyboard.press("Escape");
    });

  test.each(["light", "dark"])(
    "no screen or dialog has a serious fault of accessibility (axe) in the %s theme",
    async (theme) => {
      if (theme === "dark") await choose("theme dark");
      await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
      const faults: string[] = [];
      const judge = async (place: string): Promise<void> => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
        for (const { id, impact, nodes } of violations)
          if (impact === "serious" || impact === "critical")
            faults.push(`${place}: ${id} at ${nodes[0]?.html}`);
      };
      await page.keyboard.press("g");
      await page.keyboard.press("d");
      await databases(page)
        .getByRole("option", { name: /harbour/ })
        .waitFor(patience);
      await judge("data");
      for (const [keys, name] of [
        ["Control+k", "Command palette"],
        ["Shift+?", "Keyboard shortcuts"],
        ["Control+o", "Import predictions"],
        ["Control+Shift+e", "Export verdicts"],
      ] as const) {
        await page.keyboard.press(keys);
        const dialog = page.getByRole("dialog", { name });
        await settled(page, () => dialog.waitFor(patience));
        await judge(name);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached", ...patience });
      }
      await page.keyboard.press("g");
      await page.keyboard.press("s");
      await page.getByRole("heading", { name: "Appearance" }).waitFor(patience);
      await judge("settings");
      expect(faults).toEqual([]);
    },
  );

  test("a theme that was chosen is there again before the first paint of the next window", async () => {
    for (const theme of ["light", "dark"]) {
      await choose(`theme ${theme}`);
      await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
    }
    await page.reload();
    await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  test("predictions are imported and exported by the keyboard alone", async () => {
    const file = path.join(folder, "two systems.jsonl");
    const line = {
      question: "How many?",
      db_id: "nowhere",
      predicted_sql: "SELECT 1",
      gold_sql: "SELECT 1",
      label: "yes",
      tokens: 12,
    };
    writeFileSync(
      file,
      `${JSON.stringify(line)}\n${JSON.stringify({ ...line, predicted_sql: "SELECT 2" })}\n`,
    );
    await page.keyboard.press("Control+o");
    if (app.runtime === null) await page.keyboard.type(file);
    else {
      app.runtime.dialogAnswers.push({ canceled: false, filePaths: [file] });
      await page.keyboard.press("Enter");
    }
    await page.getByText("0 of 1 found").waitFor(patience);
    await page.getByText("tokens").waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Imported 2 new items, 2 consensus labels").waitFor(patience);
    await page.getByRole("button", { name: /two systems/ }).waitFor(patience);

    const name = "two-systems.jsonl";
    const out = path.join(folder, name);
    await page.keyboard.press("Control+Shift+e");
    const dialog = page.getByRole("dialog", { name: "Export verdicts" });
    await dialog.getByText("Everything (JSONL)").click();
    await dialog.getByText("A path on the machine that runs Querent").click();
    // On the desktop the folder is chosen; the file is named for the project.
    await givePath(app, dialog, { label: "Path of the file", path: app.runtime === null ? out : folder });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Exported 2 items").waitFor(patience);
    const lines = readFileSync(out, "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).toContain('"tokens":12');
  });
});

async function projectNames(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: /Switch project/ }).click();
  const menu = page.getByRole("menu");
  await menu.waitFor(patience);
  const names = await menu.getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached", ...patience });
  return names;
}

/** The Data screen's list; the queue of the screen before it has options of the same names. */
const databases = (page: Page): Locator => page.getByRole("listbox", { name: "Databases" });

const paneWidth = (page: Page): Promise<number> =>
  page.locator("#databases").evaluate((pane) => pane.getBoundingClientRect().width);

/** Waits until something is there and has faded in: a colour on its way has another contrast. */
async function settled(page: Page, appear: () => Promise<void>): Promise<void> {
  await appear();
  await page.waitForFunction(
    () => document.getAnimations().every(({ playState }) => playState !== "running"),
    undefined,
    patience,
  );
}
