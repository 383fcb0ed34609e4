import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow, overSlowWire } from "./support/one-window.ts";
import { isSaved, patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

/** What three annotators say of four predictions: y, n, or - where they were not asked; ROSE gives each item to two of them. */
const said = { anna: "ynn-", bert: "yy-n", dora: "--yn" };

const questions = ["How many ships are there?", "How many names?", "Which names?", "Name the first ship."];
/** Predicted and gold SQL of each. */
const predictions = [
  ["SELECT count(*) FROM ship", "SELECT count(name) FROM ship"],
  ["SELECT count(name) FROM ship", "SELECT count(DISTINCT name) FROM ship"],
  ["SELECT name FROM ship", "SELECT DISTINCT name FROM ship"],
  ["SELECT max(name) FROM ship", "SELECT min(name) FROM ship"],
];

/** The raw files of ROSE's annotators over a harbour of our own, one for each, with its database. */
function annotatorFiles(folder: string): string[] {
  const database = new DatabaseSync(path.join(folder, "harbour.sqlite"));
  database.exec("CREATE TABLE ship (name TEXT); INSERT INTO ship VALUES ('Astrid'), ('Brage'), ('Brage')");
  database.close();
  return Object.entries(said).map(([name, letters]) => {
    const items = [...letters].flatMap((letter, at) =>
      letter === "-"
        ? []
        : [
            {
              ...{ question_id: at, db_id: "harbour", question: questions[at], evidence: "" },
              ...{ predicted_sql: predictions[at]?.[0], gold_sql: predictions[at]?.[1] },
              ...{ label: letter === "y", reason: letter === "y" ? "" : `${name}: GOLD FALSE, names repeat` },
            },
          ],
    );
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(items));
    return file;
  });
}

/** Imports the files as one project, and waits for its first item. */
async function importFiles(page: Page, files: readonly string[]): Promise<void> {
  await page.keyboard.press("Control+o");
  const dialog = page.getByRole("dialog", { name: "Import predictions" });
  for (const [index, file] of files.entries()) {
    if (index > 0) await dialog.getByRole("button", { name: "Add another file" }).click();
    await dialog
      .getByRole("textbox", {
        name: index === 0 ? "Prediction file" : `Prediction file ${index + 1}`,
        exact: true,
      })
      .fill(file);
  }
  await dialog.getByRole("textbox", { name: "Project" }).fill("harbour");
  await dialog.getByRole("button", { name: /^Import/ }).click(patience);
  await dialog.waitFor({ state: "detached", ...patience });
  await showsItem(page, 1);
}

/** Opens the inbox for the first time, as a new adjudicator. */
async function openInbox(page: Page): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await page.getByRole("button", { name: "Become an adjudicator" }).click();
}

// ROSE's process from its raw files on (§5.1): what each annotator said, where they disagree, an adjudicator's word, the consensus.
anyHost("disagreements", (launch) => {
  let files: string[];
  const at = oneWindow(launch, (folder) => {
    files = annotatorFiles(folder);
  });
  const inbox = () => at.page.getByRole("region", { name: "Inbox", exact: true });
  const consensus = () => at.page.getByRole("region", { name: "Consensus", exact: true });
  const lines = () => inbox().getByRole("option");

  test("raw files of three annotators become one project with every opinion kept", async () => {
    await importFiles(at.page, files);
  });

  test("the inbox opens to adjudicators, and has the items on which two disagree, without names", async () => {
    const { page } = at;
    await openInbox(page);
    await lines().first().waitFor(patience);
    await expect.poll(() => lines().count()).toBe(2);
    await page.getByRole("region", { name: "Opinion A" }).waitFor(patience);
    const opinions = await page.getByRole("region", { name: /^Opinion / }).allInnerTexts();
    expect(opinions).toHaveLength(2);
    await page.getByRole("region", { name: "What differs" }).getByRole("paragraph").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("an opinion is taken by a key, taken back, and the other item is settled by the mouse on a verdict of one's own", async () => {
    const { page } = at;
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    const first = page.getByRole("region", { name: "Item 2", exact: true });
    await first.waitFor(patience);
    await consensus()
      .getByRole("button", { name: /^Take A/ })
      .waitFor(patience);
    await page.keyboard.press("1");
    const second = page.getByRole("region", { name: "Item 3", exact: true });
    await second.waitFor(patience);
    const settled = page.getByText("U takes it back.");
    await settled.waitFor(patience);
    await page.keyboard.press("u");
    await first.waitFor(patience);
    // What is taken back is not there to be taken back any more.
    await page.getByText("Undone", { exact: true }).waitFor(patience);
    expect(await settled.count()).toBe(0);
    await consensus()
      .getByRole("button", { name: /^Take A/ })
      .waitFor(patience);
    await page.keyboard.press("2");
    await second.waitFor(patience);
    await consensus().getByRole("button", { name: "Own verdict" }).click();
    const own = page.getByRole("region", { name: "Own verdict" });
    await own.getByRole("button", { name: "Settle" }).click();
    await own.getByText("Choose a label.").waitFor(patience);
    await own.getByRole("button", { name: "no" }).click();
    await own.getByRole("textbox", { name: "Note" }).fill("both names are wanted once");
    await own.getByRole("button", { name: "Settle" }).click();
    await consensus().getByText("Settled as no, adjudicated").waitFor(patience);
  });

  test("a settled item is reopened with its history, and sent back to whoever gave an opinion", async () => {
    const { page } = at;
    await page.keyboard.press("x");
    await consensus().getByRole("button", { name: "Own verdict" }).waitFor(patience);
    await page.keyboard.press("h");
    const history = page.getByRole("dialog", { name: "History of the consensus" });
    await expect
      .poll(() => history.getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringContaining("reopened"), expect.stringContaining("both names are wanted once")]);
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });
    await page.keyboard.press("q");
    const question = page.getByRole("textbox", { name: "Question" });
    await question.waitFor(patience);
    await question.fill("Is a name that repeats one name?");
    await page.keyboard.press("Control+Enter");
    await page.getByText("no answer yet").waitFor(patience);
    await page.keyboard.press("u");
    await page.getByText("no answer yet").waitFor({ state: "detached", ...patience });
    await page.keyboard.press("Shift+U");
    await page.getByText("no answer yet").waitFor(patience);
  });

  test("what nobody disagrees on is settled by a rule, with a preview", async () => {
    const { page } = at;
    await page.keyboard.press("Shift+S");
    const dialog = page.getByRole("dialog", { name: "Settle by a rule" });
    await dialog.getByText("2 open items would be settled: 1 yes, 1 no.").waitFor(patience);
    await dialog
      .getByText("1 item would stay open: the rule finds no label in its opinions.")
      .waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    await expect.poll(() => lines().count()).toBe(1);
  });

  test("the consensus goes out as ROSE publishes it", async () => {
    const { page } = at;
    const file = path.join(at.folder, "consensus.json");
    await inbox().getByRole("button", { name: "Export the consensus…" }).click();
    const dialog = page.getByRole("dialog", { name: "Export verdicts" });
    await dialog
      .getByText(/3 items/)
      .first()
      .waitFor(patience);
    await dialog.getByRole("radio", { name: /^A path on the machine/ }).click();
    await dialog.getByRole("textbox", { name: "Path of the file" }).fill(file);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached", ...patience });
    const written = JSON.parse(readFileSync(file, "utf8")) as { question_id: number; label: boolean }[];
    expect(written.map(({ question_id }) => question_id)).toEqual([0, 1, 3]);
    expect(written).toMatchObject([
      { label: true, reason_1: "", reason_2: "" },
      {},
      { label: false, reason_1: "bert: GOLD FALSE, names repeat" },
    ]);
  });

  test("what a judge said comes in from its result file, and where it stands against people is found", async () => {
    const { page } = at;
    const file = path.join(at.folder, "eval_results.json");
    const scores = [0, 3].map((at) => ({ question_id: at, predicted_sql: predictions[at]?.[0], score: 1 }));
    writeFileSync(file, JSON.stringify(scores));
    await page.keyboard.press("Shift+J");
    const dialog = page.getByRole("dialog", { name: "Judges" });
    await dialog.getByRole("textbox", { name: "Result file" }).fill(file);
    await dialog.getByRole("textbox", { name: "Judge", exact: true }).fill("ROSE_own-2611");
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("list", { name: "Judges of the project" }).getByText("2 items").waitFor(patience);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    for (const [name, option] of [
      ["What differs", "judge against people"],
      ["Show", "settled"],
    ] as const) {
      await inbox().getByRole("combobox", { name }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    }
    await page.getByRole("region", { name: "Item 4", exact: true }).waitFor(patience);
    await expect.poll(() => lines().count()).toBe(1);
    await page.getByRole("region", { name: "Judges", exact: true }).getByText("right").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("whoever was asked finds the question in their queue, and answers with their verdict", async () => {
    const { page } = at;
    const setName = async (name: string): Promise<void> => {
      await page
        .getByRole("navigation", { name: "Screens" })
        .getByRole("button", { name: "Settings" })
        .click();
      await page.getByLabel("Reviewer name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Rename" }).click();
    };
    for (const name of ["anna", "dora"]) {
      await setName(name);
      await page.getByRole("contentinfo").getByText(name).waitFor(patience);
      await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Review" }).click();
      await showsItem(page, 1);
      if (name === "anna") {
        await page.keyboard.press("o");
        const others = page.getByRole("dialog", { name: "Other reviewers' verdicts" });
        await others.getByText(/^Settled, all opinions alike · /).waitFor(patience);
        await page.keyboard.press("Escape");
        await others.waitFor({ state: "detached" });
      }
      const notice = page.getByText("1 question about your verdicts.");
      if ((await notice.count()) === 0) continue;
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByText(/asks: Is a name that repeats one name\?/).waitFor(patience);
      await page.getByRole("textbox", { name: "Note" }).fill("one name");
      await page.keyboard.press("Control+s");
      await isSaved(page);
      await page.getByText("Every question to you is answered.").waitFor(patience);
    }
  });
});

anyHost("disagreements over a slow wire", (launch) => {
  let files: string[];
  const at = oneWindow(launch, (folder) => {
    files = annotatorFiles(folder);
  });
  const item = (number: number) => at.page.locator(`section[aria-label="Item ${number}"][aria-busy="false"]`);

  test("an opinion that is taken before its item has come is taken of that item", async () => {
    const { page } = at;
    await importFiles(page, files);
    await openInbox(page);
    await overSlowWire(page, 150);
    await item(2)
      .getByRole("button", { name: /^Take A/ })
      .waitFor(patience);
    for (const key of "j1") await page.keyboard.press(key);
    await item(3)
      .getByText(/^Settled as /)
      .waitFor(patience);
    await page.keyboard.press("k");
    await item(2)
      .getByRole("button", { name: /^Take A/ })
      .waitFor(patience);
  });
});
