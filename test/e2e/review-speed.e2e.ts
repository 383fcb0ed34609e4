import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { workspaceIn } from "../support/prepared-workspace.ts";
import { oneWindow, overSlowWire, partable } from "./support/one-window.ts";
import {
  isSaved,
  judgement,
  noteField,
  patience,
  predictionsFile,
  verdictBar,
} from "./support/review-page.ts";

/** How long a query runs, about, in rows that it counts: its result comes after its item was judged. */
const late =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT max(i) FROM n";

const itemCount = 40;

/** Milliseconds between two keys. */
const keyMs = 40;

/** Milliseconds that the wire holds every message back, where a test asks for it. */
const wireMs = 120;

interface Meant {
  /** Of the item in the project, from 1. */
  place: number;
  label: "yes" | "no" | null;
  diagnoses: string[];
  note: string;
  skipped: boolean;
  flagged: boolean;
}

/** What the reviewer does with an item, and what is to be stored of it. */
function work(place: number): { keys: string[]; meant: Omit<Meant, "place"> } {
  const meant = { label: null, diagnoses: [], note: "", skipped: false, flagged: false };
  const note = `n1 by${place}`;
  switch (place % 5) {
    case 0:
      return { keys: ["s"], meant: { ...meant, skipped: true } };
    case 1:
      return { keys: ["y", "Control+Enter"], meant: { ...meant, label: "yes" } };
    case 2:
      return {
        keys: ["e", ...note, "Escape", "n", "1", "Control+Enter"],
        meant: { ...meant, label: "no", diagnoses: ["GoldX"], note },
      };
    case 3:
      return {
        keys: ["f", "y", "e", ...note, "Control+Enter"],
        meant: { ...meant, label: "yes", note, flagged: true },
      };
    default:
      return {
        keys: ["n", "2", "e", ...note, "Control+Enter"],
        meant: { ...meant, label: "no", diagnoses: ["AmbQ"], note },
      };
  }
}

/** What the workspace holds of the latest project, item by item. */
function stored(folder: string): Meant[] {
  const db = new DatabaseSync(workspaceIn(folder), { readOnly: true });
  const rows = db
    .prepare(
      `SELECT json_object('place', item.idx + 1, 'label', label, 'diagnoses', json(diagnoses), 'note', note,
         'skipped', json(iif(skipped, 'true', 'false')), 'flagged', json(iif(flagged, 'true', 'false'))) AS meant
       FROM verdict JOIN item ON item.id = verdict.item_id
       WHERE item.project_id = (SELECT max(id) FROM project) ORDER BY item.idx`,
    )
    .all();
  db.close();
  return rows.map(({ meant }) => JSON.parse(String(meant)));
}

const opening = (folder: string) => {
  mkdirSync(path.join(folder, "databases"));
  const db = new DatabaseSync(path.join(folder, "databases", "empty.sqlite"));
  db.exec("CREATE TABLE t (a INTEGER)");
  db.close();
  const items = Array.from({ length: itemCount }, () => ({ predicted: late, gold: late }));
  return { project: predictionsFile(folder, "forty.json", items) };
};

/** Waits until the first item is on screen, whether or not it has run. */
const showsFirst = (page: Page) =>
  page.locator('section[aria-label="Item 1"][aria-busy="false"]').waitFor(patience);

/** Judges all forty items at full speed and compares what is stored with what was meant. */
async function judgesAll(page: Page, folder: string): Promise<void> {
  await showsFirst(page);
  const meant: Meant[] = [];
  for (let place = 1; place <= itemCount; place++) {
    const done = work(place);
    for (const key of done.keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(keyMs);
    }
    meant.push({ place, ...done.meant });
  }
  await isSaved(page);
  await expect.poll(() => stored(folder), patience).toEqual(meant);
}

anyHost("reviewing at full speed", (launch) => {
  const at = oneWindow(launch, opening);

  test("forty items at 40 ms a key: what is stored is what was meant, although the results come late", {
    timeout: 180_000,
  }, async () => {
    await judgesAll(at.page, at.folder);
  });
});

anyHost("reviewing at full speed over a slow wire", (launch) => {
  const at = oneWindow(launch, opening);

  test("what is pressed and typed before an item has come is meant for that item, and stored so", {
    timeout: 180_000,
  }, async () => {
    const { page } = at;
    await overSlowWire(page, wireMs);
    await judgesAll(page, at.folder);
  });
});

anyHost("reviewing without a back end", (launch) => {
  const at = oneWindow(launch, opening);

  test("judges what is on screen, and nothing that has not come", async () => {
    const { page, folder } = at;
    const wire = await partable(page);
    await showsFirst(page);
    // The next item has come, too, but none behind it.
    await page.waitForTimeout(1000);
    await wire.part();
    await page.getByText("Reconnecting…").waitFor(patience);
    for (const key of ["y", "Control+Enter", "y", "Control+Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "This item is not here yet" }).waitFor(patience);
    for (const key of ["y", "1", "Control+Enter", "s"]) await page.keyboard.press(key);
    wire.join();
    await page.locator('section[aria-label="Item 3"][aria-busy="false"]').waitFor(patience);
    expect(await judgement(page)).toEqual({ yes: false, no: false, note: "" });
    await isSaved(page);
    await expect
      .poll(() => stored(folder).map(({ place, label }) => [place, label]), patience)
      .toEqual([
        [1, "yes"],
        [2, "yes"],
      ]);
  });
});

anyHost("saving with one press", (launch) => {
  const at = oneWindow(launch, opening);

  test("without yes or no it says what is missing, stays at the item, and saves nothing", async () => {
    const { page, folder } = at;
    await showsFirst(page);
    await page.keyboard.press("e");
    await page.keyboard.type("Counts twice");
    await page.keyboard.press("Control+Enter");
    await verdictBar(page).getByRole("alert").getByText("Choose yes or no").waitFor(patience);
    expect(await judgement(page)).toEqual({ yes: false, no: false, note: "Counts twice" });
    await page.keyboard.press("Control+s");
    expect(stored(folder)).toEqual([]);
    // What is asked for can be given at once: the keys are commands again.
    await page.keyboard.press("n");
    await verdictBar(page)
      .getByRole("alert")
      .waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Control+Enter");
    await isSaved(page);
    await expect.poll(() => stored(folder)).toMatchObject([{ label: "no", note: "Counts twice" }]);
  });

  test("skipping saves the note with it", async () => {
    const { page, folder } = at;
    await page.locator('section[aria-label="Item 2"][aria-busy="false"]').waitFor(patience);
    await page.keyboard.press("e");
    await page.keyboard.type("Ask Ada");
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await expect
      .poll(() => stored(folder)[1], patience)
      .toMatchObject({ label: null, note: "Ask Ada", skipped: true });
  });

  test("a flag is saved at once and leaves the note as it is being written", async () => {
    const { page, folder } = at;
    await page.locator('section[aria-label="Item 3"][aria-busy="false"]').waitFor(patience);
    await page.keyboard.press("e");
    await page.keyboard.type("half");
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await expect.poll(() => stored(folder)[2], patience).toMatchObject({ flagged: true, label: null });
    expect(await noteField(page).inputValue()).toBe("half");
  });

  test("the key that runs a scratch query runs it again after Escape, and saves no verdict", async () => {
    const { page, folder } = at;
    await page.keyboard.press("j");
    await page.locator('section[aria-label="Item 4"][aria-busy="false"]').waitFor(patience);
    await page.keyboard.press("y");
    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch query" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    await page.keyboard.type("SELECT random() AS dice");
    await page.keyboard.press("Control+Enter");
    const cell = scratch.getByRole("gridcell");
    const dice = await cell.innerText(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => cell.allInnerTexts(), patience).not.toContain(dice);
    expect(await judgement(page)).toMatchObject({ yes: true });
    expect(stored(folder)).toHaveLength(3);
    // Whoever judges again has left the scratch query.
    await page.keyboard.press("n");
    await page.keyboard.press("y");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => stored(folder)[3], patience).toMatchObject({ label: "yes" });
  });
});
