// Takes the pictures of docs/images anew (those that are named, or all), in Chromium on the web host: what a reader of the documents sees is what the program shows.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { findBrowser } from "../electron/hosts/web/find-browser.ts";
import { startWorkbench } from "../electron/hosts/web/start-workbench.ts";
import { sourcePaths } from "../electron/program-paths.ts";
import { distFolder, ensureBuilt } from "./build.ts";

const patience = { timeout: 180_000 };
/** A certificate is whole when rows were searched for all that survives. */
const longPatience = { timeout: 900_000 };

/** A picture: its name, the size and theme of its window, and what is done in it before. */
interface Shot {
  name: string;
  size?: [width: number, height: number];
  keys: string[];
  shows: string | RegExp;
  /** What is pressed once that is shown. */
  thenKeys?: string[];
}

/** On the sample project, with some items judged. */
const reviewShots: Shot[] = [
  { name: "review-light", keys: [], shows: /only in the gold/ },
  { name: "review-dark", keys: [], shows: /only in the gold/ },
  { name: "review-1280x800-light", size: [1280, 800], keys: [], shows: /only in the gold/ },
  { name: "review-1280x800-dark", size: [1280, 800], keys: [], shows: /only in the gold/ },
  { name: "review-2560x1440-light", size: [2560, 1440], keys: ["Alt+s"], shows: "cargo_item" },
  { name: "review-2560x1440-dark", size: [2560, 1440], keys: [], shows: "cargo_item" },
];

/** On the sample of tasks. */
const taskShots: Shot[] = [
  { name: "task-light", keys: ["r", "a"], shows: /^Gold under conv on PGlite/ },
  { name: "task-dark", keys: ["a", "Shift+k"], shows: "Find a node" },
  { name: "task-2560x1440-dark", size: [2560, 1440], keys: ["a", "Alt+o"], shows: "parameter_code" },
  {
    name: "task-1280x800-light",
    size: [1280, 800],
    keys: [..."jjjjjjjj", "Alt+t"],
    shows: "Compiles.",
  },
];

/** On a run of dialogues about the sample of tasks, at the first turn of the first. */
const dialogueShots: Shot[] = [
  { name: "dialogue-light", keys: ["g", "i", "Home", "ArrowDown"], shows: "Readings settled so far" },
];

/** On a certified task of that sample, at the first of its mutants that survive. */
const certificateShots: Shot[] = [
  { name: "certificate-light", keys: ["Shift+m"], shows: "Choose a mutant", thenKeys: ["n"] },
];

const names = process.argv.slice(2);
const wanted = (shots: Shot[]): Shot[] =>
  shots.filter(({ name }) => names.length === 0 || names.includes(name));

await ensureBuilt("renderer", "sample");
const folder = mkdtempSync(path.join(tmpdir(), "querent-screenshots-"));
const host = await startWorkbench({
  workspace: path.join(folder, "workspace.querent"),
  project: null,
  folders: [process.cwd()],
  port: 0,
  version: "0.0.0",
  paths: sourcePaths,
  rendererDir: distFolder("renderer"),
  sampleDir: distFolder("sample"),
});
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: ["--no-sandbox"] });
try {
  await takeAll(wanted(reviewShots), judgeSome);
  await takeAll(wanted(taskShots), openTasks);
  await takeAll(wanted(certificateShots), certifyOne);
  await takeAll(wanted(dialogueShots), playDialogues);
} finally {
  await browser.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
}

type Act = (page: Page, shot: Shot) => Promise<void>;

async function takeAll(shots: Shot[], prepare: Act): Promise<void> {
  if (shots[0] !== undefined) await inWindow(shots[0], prepare);
  for (const shot of shots) await inWindow(shot, take);
}

async function inWindow(shot: Shot, act: Act): Promise<void> {
  const [width, height] = shot.size ?? [1440, 900];
  const colorScheme = shot.name.endsWith("dark") ? "dark" : "light";
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(host.mintLaunchUrl());
  await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  await page.locator("[aria-busy=false]").first().waitFor(patience);
  await act(page, shot);
  await context.close();
}

async function take(page: Page, { name, keys, shows, thenKeys = [] }: Shot): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await (shows === "Find a node" ? page.getByPlaceholder(shows) : page.getByText(shows).first()).waitFor(
    patience,
  );
  for (const key of thenKeys) await page.keyboard.press(key);
  // What fades and what is laid out in workers comes to rest.
  await page.waitForTimeout(2500);
  await page.screenshot({ path: path.join(import.meta.dirname, `../docs/images/${name}.png`) });
}

/** Judges the first items, and goes to one that differs in several ways. */
async function judgeSome(page: Page): Promise<void> {
  await page.getByText("EX≠ 88").waitFor(patience);
  for (const label of "ynnyyn") {
    await page.keyboard.press(label);
    if (label === "n") {
      await page.keyboard.press("e");
      await page.keyboard.type("It counts something else.");
    }
    await page.keyboard.press("Control+Enter");
  }
  for (const key of "jjjjj") await page.keyboard.press(key);
  await page.locator('section[aria-label="Item 12"][aria-busy="false"]').waitFor(patience);
  await page.getByText("Saved", { exact: true }).waitFor(patience);
}

async function openTasks(page: Page): Promise<void> {
  await page.getByText("EX≠ 88").waitFor(patience);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByRole("button", { name: /^Open the sample/ }).click(patience);
  await page.getByText("13 tasks").waitFor(patience);
}

/** Certifies the sixth task. */
async function certifyOne(page: Page): Promise<void> {
  if (wanted(taskShots).length === 0) await openTasks(page);
  await page.getByText("river_watch_6", { exact: true }).click(patience);
  await page.keyboard.press("c");
  await page.getByText("Certify again").waitFor(longPatience);
}

/** Plays the dialogues that the dialog proposes, and goes to them. */
async function playDialogues(page: Page): Promise<void> {
  if (wanted([...taskShots, ...certificateShots]).length === 0) await openTasks(page);
  await page.keyboard.press("t");
  await page.keyboard.press("p");
  await page.getByText("13 tasks × 2 systems × 1 trial").waitFor(patience);
  await page.keyboard.press("Control+Enter");
  await page.getByText(/13 of 26 solved/).waitFor(patience);
}
