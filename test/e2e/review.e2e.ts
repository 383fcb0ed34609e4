import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { anyHost, type Launched } from "../support/launch.ts";
import {
  grid,
  isSaved,
  judgement,
  noteField,
  patience,
  showsItem,
  verdictBar,
} from "./support/review-page.ts";

/** Goes to an item by its place, whatever has the focus. */
async function goTo(page: Page, place: number): Promise<void> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+g");
  await page.keyboard.type(String(place));
  await page.keyboard.press("Enter");
  await showsItem(page, place);
}

anyHost("reviewing", (launch) => {
  let folder: string;
  let app: Launched;
  let page: Page;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-review-"));
    app = await launch({ folder });
    page = app.page;
    await showsItem(page, 1);
  });
  afterEach(async () => {
    const errors = app.pageErrors;
    await app.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });

  test("the whole job is done by the keyboard: judge, note, diagnose, save, skip, flag, undo, redo", async () => {
    await page.keyboard.press("y");
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 2);

    await page.keyboard.press("n");
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await verdictBar(page).getByRole("alert").getByText("A no needs a note").waitFor(patience);
    // The note has the focus: what is typed goes there, Escape gives the letters back to the commands.
    await page.keyboard.type("It counts calls, not vessels.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 3);

    await page.keyboard.press("s");
    await showsItem(page, 4);
    await page.keyboard.press("f");
    await isSaved(page);

    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await showsItem(page, 2);
    expect(await judgement(page)).toEqual({ yes: false, no: true, note: "It counts calls, not vessels." });
    await page.getByText("2 of 120 labelled").waitFor(patience);

    await page.keyboard.press("u");
    await showsItem(page, 4);
    await page.getByRole("button", { name: "Flag for discussion" }).waitFor(patience);
    await page.keyboard.press("u");
    await showsItem(page, 3);
    await page.keyboard.press("u");
    await showsItem(page, 2);
    await expect.poll(() => judgement(page), patience).toEqual({ yes: false, no: false, note: "" });
    await page.keyboard.press("Shift+u");
    await expect.poll(() => judgement(page), patience).toMatchObject({ no: true });

    await page.keyboard.press("h");
    const history = page.getByRole("dialog", { name: "History of this verdict" });
    await history.getByText(/^redone by /).waitFor(patience);
    await history.getByText(/^undone by /).waitFor(patience);
    await history.getByText(/^saved by /).waitFor(patience);
  });

  test("the place is remembered when the workbench starts again", async () => {
    await page.keyboard.press("Shift+g");
    await showsItem(page, 120);
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    await app.close();
    app = await launch({ folder });
    page = app.page;
    await showsItem(page, 120);
  });

  test("the whole job is done by the mouse: judge, diagnose, save, filter, schema, details", async () => {
    const bar = verdictBar(page);
    await bar.getByRole("button", { name: "no" }).click();
    await bar.getByRole("checkbox", { name: /gold wrong/ }).click();
    await noteField(page).click();
    await page.keyboard.type("Wrong gold.");
    await bar.getByRole("button", { name: "Save and next" }).click();
    await showsItem(page, 2);
    await bar.getByRole("button", { name: "yes" }).click();
    await bar.getByRole("button", { name: "Save and next" }).click();
    await showsItem(page, 3);
    await isSaved(page);

    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("combobox", { name: "Diagnosis" }).click();
    await page.getByRole("option", { name: "gold wrong" }).click();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("1 found").waitFor(patience);
    await showsItem(page, 1);
    await page.getByRole("button", { name: "Remove filter diagnosis" }).click();
    await page.getByText("/ 120", { exact: true }).waitFor(patience);

    await page.getByRole("button", { name: "harbour", exact: true }).click();
    const schema = page.getByRole("tree", { name: "Schema of harbour" });
    await schema.getByText("port_call").click();
    await schema.getByText("arrived_at").click();
    await page.getByRole("region", { name: "Schema" }).getByText("Sample values").waitFor(patience);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Details of the item" })
      .getByText("question_id")
      .waitFor(patience);
  });
});

// One window for all of them: each is at items of its own, and leaves the layout as it was.
anyHost("looking at items", (launch) => {
  let app: Launched;
  let page: Page;

  beforeAll(async () => {
    app = await launch();
    page = app.page;
    await showsItem(page, 1);
  });
  afterEach(() => expect(app.pageErrors).toEqual([]));
  afterAll(() => app.close());

  test("the queue is walked by the keyboard: ends, places, the next unlabelled item", async () => {
    await page.keyboard.press("Shift+g");
    await showsItem(page, 120);
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    await showsItem(page, 1);
    await goTo(page, 37);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await page.keyboard.press("k");
    await showsItem(page, 36);
    await page.keyboard.press("Shift+j");
    await showsItem(page, 38);
    await page.keyboard.press("Shift+k");
    await showsItem(page, 36);
  });

  test("searching shows what was found, and clearing shows everything again", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("fees were paid");
    await page.getByText("3 found").waitFor(patience);
    await showsItem(page, 115);
    await page.keyboard.press("Escape");
    await page.getByText("/ 120", { exact: true }).waitFor(patience);
  });

  test("rows are laid side by side, walked by difference, and narrowed to what differs", async () => {
    await goTo(page, 9);
    const all = Number(await grid(page, "gold").getAttribute("aria-rowcount"));
    await grid(page, "gold").locator('[data-mark="added"]').first().waitFor(patience);
    await page.keyboard.press("d");
    await expect
      .poll(async () => Number(await grid(page, "gold").getAttribute("aria-rowcount")), patience)
      .toBeLessThan(all);
    expect(await grid(page, "gold").locator('[data-mark="same"]:not([data-gap])').count()).toBe(0);
    await page.keyboard.press("d");
    await page.keyboard.press("a");
    await expect.poll(() => grid(page, "gold").locator('[data-mark="added"]').count(), patience).toBe(0);
    await page.keyboard.press("a");
  });

  test("a cell is reached by keys, read whole, and copied exactly", async () => {
    await goTo(page, 1);
    await page.keyboard.press("]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /row 1$/ });
    await dialog.getByText("integer").waitFor(patience);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached", ...patience });
    await expect.poll(() => grid(page, "gold").locator("[data-active]").innerText()).toBe("562");
  });

  test("a note is there again, to the last letter, when the page is loaded anew in the middle of a word", async () => {
    await goTo(page, 51);
    await page.keyboard.press("n");
    await page.keyboard.press("e");
    await page.keyboard.type("  It counts calls, not ves");
    await page.reload();
    await showsItem(page, 51);
    expect(await judgement(page)).toEqual({ yes: false, no: true, note: "  It counts calls, not ves" });
  });

  test("a draft that was acknowledged is there again in a window that kept nothing itself", async () => {
    await goTo(page, 54);
    await page.keyboard.press("e");
    await page.keyboard.type("half a sentence");
    await verdictBar(page).getByText("draft", { exact: true }).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await showsItem(page, 55);
    // The mirror is emptied once the back end has acknowledged the draft.
    await expect
      .poll(
        () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("|draft."))),
        patience,
      )
      .toEqual([]);
    // The address follows the item; the sample's ids are its places.
    await expect.poll(() => page.evaluate(() => location.hash), patience).toMatch(/\/55$/);
    await page.keyboard.press("k");
    await expect.poll(() => page.evaluate(() => location.hash), patience).toMatch(/\/54$/);
    await page.reload();
    await showsItem(page, 54);
    expect(await noteField(page).inputValue()).toBe("half a sentence");
  });

  test("an item that settles on screen while the person leaves does not call them back", async () => {
    // A busy window: the item comes due to be written into the address just after another screen was asked for.
    await page.evaluate(() => {
      const later = window.setTimeout;
      const due: (() => void)[] = [];
      window.setTimeout = ((run: () => void, ms?: number) => {
        const held = ms !== undefined && ms > 0 && ms <= 200;
        if (held) due.push(run);
        return later(held ? () => undefined : run, ms);
      }) as typeof window.setTimeout;
      Object.assign(window, { due });
    });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.waitForFunction(() => (window as unknown as { due: unknown[] }).due.length > 0);
    await page.evaluate(() => {
      location.hash = location.hash.replace(/\/review.*$/, "/settings");
      for (const run of (window as unknown as { due: (() => void)[] }).due) run();
    });
    await page.getByRole("heading", { name: "Appearance" }).waitFor(patience);
    await page.goBack();
    await page.reload();
    await verdictBar(page).waitFor(patience);
  });

  test("my earlier verdicts on the same question stand beside the item, and say what contradicts them", async () => {
    await goTo(page, 61);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await goTo(page, 62);
    const strip = page.getByRole("region", { name: "My earlier verdicts" });
    await strip.getByText("You judged 1 related item:").waitFor(patience);
    await page.keyboard.press("y");
    await page.keyboard.press("1");
    const warning = strip.getByRole("button", {
      name: /You marked the same gold as gold wrong here, and not there/,
    });
    await warning.waitFor(patience);
    await page.keyboard.press("p");
    const list = page.getByRole("dialog", { name: "My earlier verdicts" });
    await list.getByText(/^Item 61 .* same question/).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await warning.waitFor({ state: "detached", ...patience });
    await page.keyboard.press("1");
    await warning.click();
    await showsItem(page, 61);
  });

  test("a name in the SQL leads to its place in the schema", async () => {
    await goTo(page, 1);
    const name = page
      .getByRole("region", { name: "Gold SQL" })
      .locator(".code-link", { hasText: "port_call" });
    await name.first().click({ modifiers: ["Control"] });
    const node = page
      .getByRole("tree", { name: "Schema of harbour" })
      .getByRole("treeitem", { selected: true });
    await node.getByText("port_call").waitFor(patience);
  });

  test("a scratch query runs on the item's database, is kept, and may only read", async () => {
    await goTo(page, 1);
    await page.keyboard.press("q");
    const scratch = page.getByRole("region", { name: "Scratch query" });
    await scratch.locator(".monaco-editor").waitFor(patience);
    await page.keyboard.type("SELECT 42 AS answer");
    await page.keyboard.press("Control+Enter");
    await scratch.getByRole("gridcell", { name: "42" }).waitFor(patience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("DELETE FROM port_call");
    await page.keyboard.press("Control+Enter");
    await scratch.getByText("Refused: the scratch query may only read.").waitFor(patience);
    await scratch.getByRole("button", { name: "Earlier queries" }).click();
    const earlier = page.getByRole("menuitem", { name: /SELECT 42 AS answer/ });
    await earlier.waitFor(patience);
    await page.keyboard.press("Escape");
    await earlier.waitFor({ ...patience, state: "detached" });
  });

  test("every item of the sample says how it differs, whatever its kind", { timeout: 180_000 }, async () => {
    // The sample has queries that never end; nothing is learned from waiting for them as long as a person would.
    const screens = page.getByRole("navigation", { name: "Screens" });
    await screens.getByRole("button", { name: /Settings/ }).click();
    await page.getByLabel("Time limit of a statement, in seconds").fill("4");
    await screens.getByRole("button", { name: /Review/ }).click();
    await goTo(page, 1);
    const sentences = new Set<string>();
    for (let place = 1; place <= 120; place++) {
      await showsItem(page, place);
      const said = page.getByRole("region", { name: "What differs" }).getByRole("paragraph");
      sentences.add((await said.innerText()).split(" ").slice(0, 4).join(" "));
      await page.keyboard.press("j");
    }
    expect(sentences.size).toBeGreaterThan(12);
  });
});
