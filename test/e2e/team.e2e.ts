import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import type { ServedTeam } from "../../electron/commands/command.ts";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { closeSharedBrowser, collectErrors, sharedBrowser } from "../support/browser.ts";
import { copyPrepared, workspaceIn } from "../support/prepared-workspace.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { isSaved, patience, showsItem } from "./support/review-page.ts";
import { findingsInBothThemes } from "./support/serious-findings.ts";

const project = "Harbour of Varnhaven";
const hostile = `<img src='x' onerror="document.title='taken'"> [a](javascript:document.title='taken')`;
const screens = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const assignment = (page: Page) => page.getByRole("dialog", { name: `Assign work on ${project}` });
const people = (page: Page) => page.getByRole("dialog", { name: `People of ${project}` });
const myWork = (page: Page) => page.getByRole("region", { name: "My work" });
const others = (page: Page) => page.getByRole("dialog", { name: "Other reviewers' verdicts" });

const noServer = postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : "";

describe.each([
  { title: "in a file", isOnServer: false, skipped: "" },
  { title: `on a PostgreSQL server${noServer}`, isOnServer: true, skipped: noServer },
])("a team on one workspace $title", ({ isOnServer, skipped }) => {
  if (skipped !== "") {
    test.skip("is not tried");
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "querent-team-"));
  const contexts: BrowserContext[] = [];
  const errors: string[][] = [];
  let served: ServedTeam;
  let cluster: Cluster | undefined;
  let workspacePath = workspaceIn(folder);

  beforeAll(async () => {
    await ensureBuilt("renderer", "sample");
    copyPrepared("sample", folder);
    if (isOnServer) {
      cluster = startCluster();
      const copied = await runQuerent(
        ...["projects", "copy", "--workspace", workspacePath, "--out", cluster.url],
      );
      expect(copied.code).toBe(0);
      workspacePath = cluster.url;
    }
    served = await startTeamHost(
      {
        ...{ workspacePath, listenOn: "127.0.0.1", port: 0, tls: null },
        ...{ publicUrl: null, trustedProxies: [], allow: true, note: () => undefined },
      },
      {
        ...{ version: "0.0.0-test", startProcess: forkProcess, paths: testPaths },
        rendererDir: distFolder("renderer"),
      },
    );
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await served?.close();
    await closeSharedBrowser();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A browser of a person's own, at a link. */
  async function browserAt(link: string, wrong = errors): Promise<Page> {
    const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
    contexts.push(context);
    const page = await context.newPage();
    wrong.push(collectErrors(page));
    await page.goto(link);
    return page;
  }

  /** Opens a link and signs in with the one button. */
  async function signedIn(link: string, wrong = errors): Promise<Page> {
    const page = await browserAt(link, wrong);
    await page.getByRole("button", { name: "Sign in" }).click();
    await screens(page).waitFor(patience);
    return page;
  }

  async function openPeople(page: Page): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("people of");
    await page.getByRole("option", { name: "People of this project…" }).waitFor(patience);
    await page.keyboard.press("Enter");
    await people(page).waitFor(patience);
  }

  async function openAssignment(page: Page): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("assign work");
    await page.getByRole("option", { name: "Assign work…" }).waitFor(patience);
    await page.keyboard.press("Enter");
    await assignment(page).waitFor(patience);
  }

  /** The lead lets somebody in as a reviewer; answers the link that is shown once. */
  async function invite(page: Page, name: string): Promise<string> {
    const dialog = people(page);
    await dialog.getByRole("textbox", { name: /^Name/ }).fill(name);
    await page.keyboard.press("Enter");
    await dialog.getByText(`Send this link to ${name} alone.`).waitFor(patience);
    return dialog.getByRole("status", { name: `Link for ${name}` }).innerText();
  }

  /** That a field of the assignment says what is wrong with numbers, and nothing is done by them, until one is right. */
  async function refuses(asked: {
    field: string;
    wrong: readonly string[];
    right: string;
    words: string;
    button: Locator;
  }): Promise<void> {
    const field = assignment(lea).getByRole("textbox", { name: asked.field });
    const said = assignment(lea).getByRole("alert").getByText(asked.words, { exact: true });
    for (const text of asked.wrong) {
      await field.fill(text);
      await said.waitFor(patience);
      await expect.poll(() => asked.button.isDisabled(), { ...patience, message: text }).toBe(true);
    }
    await field.fill(asked.right);
    await said.waitFor({ state: "detached", ...patience });
    await expect.poll(() => asked.button.isEnabled(), patience).toBe(true);
  }

  let lea: Page;
  let ann: Page;
  let bert: Page;

  test("begins with a lead, whom a command on the host's machine lets in", async () => {
    const invited = await runQuerent(
      ...["people", "invite", "--workspace", workspacePath, "--project", project],
      ...["--name", "Lea", "--role", "lead", "--url", served.url],
    );
    expect(invited.notes).toBe("");
    const link = String(invited.results[0]?.link);
    expect(link).toMatch(/#join=[\w-]{43}$/);
    lea = await signedIn(link);
    // Neither the address nor the history have the link any more.
    const token = new URL(link).hash.slice("#join=".length);
    const traces = () =>
      JSON.stringify([
        ...[location.href, document.referrer, history.state, { ...sessionStorage }, { ...localStorage }],
        performance.getEntries().map(({ name }) => name),
        document.documentElement.outerHTML,
      ]);
    expect(await lea.evaluate(traces)).not.toContain(token);
    await lea.reload();
    expect(await lea.evaluate(traces)).not.toContain(token);
    await lea.goBack();
    expect(lea.url()).not.toContain("join");
    await lea.goto(served.url);
    await screens(lea).waitFor(patience);
    // Chromium says in its console that it was refused.
    const second = await browserAt(link, []);
    await second.getByRole("button", { name: "Sign in" }).click();
    await second.getByText(/^This link has been used already/).waitFor(patience);
    expect(await findingsInBothThemes(second)).toEqual([]);
    // Another link in the same window differs in its fragment alone.
    await second.goto(`${served.url}/#join=${"A".repeat(43)}`);
    await second.getByRole("button", { name: "Sign in" }).waitFor(patience);
    expect(await findingsInBothThemes(second)).toEqual([]);
    await second.goto(served.url);
    await second.getByText(/^You are not signed in\./).waitFor(patience);
    expect(await findingsInBothThemes(second)).toEqual([]);
  });

  test("grows by the lead's own invitations, for which a reviewer sees the review alone", async () => {
    await openPeople(lea);
    const linkForAnn = await invite(lea, "Ann");
    // Another role is ticked and the form sent from there: the next name is typed at once.
    const nameField = people(lea).getByRole("textbox", { name: /^Name/ });
    await nameField.fill("Cara");
    const annotator = people(lea)
      .getByRole("form", { name: "Invite" })
      .getByRole("checkbox", { name: "annotator" });
    await annotator.click();
    await lea.keyboard.press("Enter");
    await people(lea).getByRole("status", { name: "Link for Cara" }).waitFor(patience);
    await expect
      .poll(() => nameField.evaluate((field) => field === document.activeElement), patience)
      .toBe(true);
    await annotator.click();
    const linkForBert = await invite(lea, "Bert");
    // The first one is there still: nobody could ask for it again.
    await people(lea).getByRole("status", { name: "Link for Ann" }).getByText(linkForAnn).waitFor(patience);
    expect(await findingsInBothThemes(lea)).toEqual([]);
    // She is signed out in the end, of which Chromium's console speaks.
    ann = await signedIn(linkForAnn, []);
    bert = await signedIn(linkForBert);
    await lea
      .getByRole("listitem", { name: "Bert" })
      .getByText(/^signed in on 1 browser/)
      .waitFor(patience);
    await lea.keyboard.press("Escape");
    expect(await screens(lea).getByRole("button").count()).toBeGreaterThan(4);
    await screens(bert).getByRole("button", { name: "Review" }).waitFor(patience);
    for (const screen of ["Tasks", "Dialogues", "Quality"])
      expect(await screens(bert).getByRole("button", { name: screen }).count()).toBe(0);
  });

  test("offers a reviewer nothing that only others may do", async () => {
    await bert.keyboard.press("g");
    await bert.keyboard.press("s");
    await bert.getByText("Your lead gave you this name").waitFor(patience);
    await expect
      .poll(() => bert.getByRole("heading", { level: 2 }).allInnerTexts())
      .toEqual([...["You", "Appearance", "Keyboard", "About"]]);
    for (const words of ["People of this project…", "Assign work…", "Import predictions…"])
      expect(await bert.getByText(words).count()).toBe(0);
    await screens(bert).getByRole("button", { name: "Data" }).click();
    // The first of the sample's databases is missing, by intent.
    await bert
      .getByText(/^The host does not have it\. Whoever runs the host can put its file there\./)
      .waitFor(patience);
    expect(await bert.getByText("Folder of the predictions' databases").count()).toBe(0);
    await lea.keyboard.press("g");
    await lea.keyboard.press("s");
    await lea.getByRole("radio", { name: /^after one's own verdict/ }).waitFor(patience);
    for (const words of ["Folder of the predictions' databases", "Predictions run on", "Language models"])
      expect(await lea.getByText(words, { exact: true }).count()).toBe(0);
    await lea.keyboard.press("g");
    await lea.keyboard.press("q");
    await lea.getByText(/Items that you have yet to judge yourself are left out\.$/).waitFor(patience);
    expect(await lea.getByRole("button", { name: "Import predictions" }).count()).toBe(0);
  });

  test("has its work set by the lead: two opinions an item, some of them given", async () => {
    await openAssignment(lea);
    await assignment(lea)
      .getByText(/opinions in all\. You can change the number later/)
      .waitFor(patience);
    const begin = assignment(lea).getByRole("button", { name: "Begin" });
    for (const [field, wrong, right, words] of [
      ["Opinions per item", ["0", "21", "abc"], "2", "Enter a whole number from 1 to 20, such as 2."],
      [
        "Hours until an untouched item is free again",
        ["-1", "x"],
        "4",
        "Enter a number from 0.1 to 720, such as 4.",
      ],
    ] as const)
      await refuses({ field, wrong, right, words, button: begin });
    await begin.click();
    await assignment(lea).getByRole("row", { name: "Ann" }).waitFor(patience);
    const everybody = assignment(lea).getByRole("checkbox", { name: "Everybody" });
    await everybody.click();
    await assignment(lea)
      .getByText(/Ann: .* · Bert: /)
      .waitFor(patience);
    await everybody.click();
    await assignment(lea).getByText("Choose who gets items.").waitFor(patience);
    await assignment(lea).getByRole("checkbox", { name: "Ann" }).click();
    await assignment(lea).getByRole("textbox", { name: "Most for each" }).fill("3");
    await assignment(lea).getByText("Ann: 3 items of 1 database").waitFor(patience);
    const give = assignment(lea).getByRole("button", { name: /^Give/ });
    const words = "Enter a whole number from 1 to 9,999,999, or leave it empty.";
    for (const [field, right] of [
      ["From item", ""],
      ["To item", ""],
      ["Most for each", "3"],
    ] as const)
      await refuses({ field, wrong: ["x", "0", "-5", "1.5"], right, words, button: give });
    await assignment(lea).getByRole("textbox", { name: "From item" }).fill("50");
    const range = words.replace("from 1", "from 50");
    await refuses({ field: "To item", wrong: ["10"], right: "50", words: range, button: give });
    await assignment(lea).getByText("Ann: 1 item of 1 database").waitFor(patience);
    for (const field of ["From item", "To item"])
      await assignment(lea).getByRole("textbox", { name: field }).fill("");
    await assignment(lea).getByText("Ann: 3 items of 1 database").waitFor(patience);
    expect(await findingsInBothThemes(lea)).toEqual([]);
    await assignment(lea).getByRole("button", { name: "Give 3 items" }).click();
    await assignment(lea)
      .getByRole("row", { name: "Ann" })
      .getByRole("cell", { name: "3", exact: true })
      .waitFor(patience);
    await lea.getByRole("button", { name: "Undo", exact: true }).click();
    await assignment(lea)
      .getByRole("row", { name: "Ann" })
      .getByRole("button", { name: "Take back what Ann has not judged", disabled: true })
      .waitFor(patience);
    await assignment(lea).getByRole("button", { name: "Let everybody judge what they like" }).click();
    await assignment(lea).getByRole("button", { name: "Keep the plan" }).click();
    await assignment(lea).getByRole("button", { name: "End the plan" }).waitFor({ state: "detached" });
    await assignment(lea).getByRole("row", { name: "Ann" }).waitFor(patience);
    await lea.keyboard.press("Escape");
    await assignment(lea).waitFor({ state: "detached" });
  });

  test("opens at one's own work, which is taken item by item", async () => {
    for (const page of [ann, bert]) {
      await screens(page).getByRole("button", { name: "Review" }).click();
      await page.getByText("No item is yours yet").waitFor(patience);
      // What is not theirs counts in none of their figures.
      await page.getByText("EX≠ 0", { exact: true }).waitFor(patience);
      await page.keyboard.press("t");
      await myWork(page).getByText("1 item waits for you").waitFor(patience);
      await showsItem(page, 1);
      await page.keyboard.press("t");
      await myWork(page).getByText("2 items wait for you").waitFor(patience);
      await showsItem(page, 2);
      await page.keyboard.press("k");
      await showsItem(page, 1);
    }
    expect(await findingsInBothThemes(ann)).toEqual([]);
  });

  test("judges blind: what Ann says reaches Bert once he has judged", async () => {
    await ann.keyboard.press("y");
    await ann.getByRole("textbox", { name: "Note" }).fill(hostile);
    await ann.keyboard.press("Control+Enter");
    await showsItem(ann, 2);
    await isSaved(ann);
    await bert.keyboard.press("o");
    await others(bert)
      .getByText(/You cannot see what others said of this item yet/)
      .waitFor(patience);
    expect(await others(bert).innerText()).not.toContain("Ann");
    await bert.keyboard.press("Escape");
    await others(bert).waitFor({ state: "detached" });
    await bert.keyboard.press("y");
    await bert.keyboard.press("Control+Enter");
    await showsItem(bert, 2);
    await isSaved(bert);
    await bert.keyboard.press("k");
    await showsItem(bert, 1);
    await bert.keyboard.press("o");
    await others(bert).getByText("Ann").waitFor(patience);
    // What others write is text, whatever it looks like.
    await others(bert).getByText(hostile).waitFor(patience);
    expect(await bert.locator("img[src='x']").count()).toBe(0);
    expect(await bert.title()).not.toContain("taken");
    await bert.keyboard.press("Escape");
  });

  test("tells the lead who has judged how much, and whoever judged what is left for them", async () => {
    await myWork(bert).getByText("1 of 2 judged").waitFor(patience);
    await openAssignment(lea);
    const row = assignment(lea).getByRole("row", { name: "Bert" });
    await row.getByRole("progressbar", { name: "Judged by Bert" }).waitFor(patience);
    await row.getByRole("textbox", { name: "Quota of Bert" }).fill("2");
    await row.getByLabel("Day by which Bert is to be done").fill("2099-11-30");
    await myWork(bert)
      .getByText(/due 30 November/)
      .waitFor(patience);
    await lea.keyboard.press("Escape");
    await assignment(lea).waitFor({ state: "detached" });
  });

  test("takes files of the lead's own machine, and gives her files", async () => {
    const file = path.join(folder, "sent", "more.json");
    mkdirSync(path.dirname(file));
    const item = { question_id: 901, db_id: "harbour", question: "How many piers?", evidence: "" };
    writeFileSync(file, JSON.stringify([{ ...item, gold_sql: "SELECT 1", predicted_sql: "SELECT 1" }]));
    await lea.keyboard.press("Control+o");
    const importing = lea.getByRole("dialog", { name: "Import predictions" });
    await importing.getByText(`In ${project}, predictions that it has already`).waitFor(patience);
    expect(await importing.getByLabel("Folder of the databases").count()).toBe(0);
    const [chooser] = await Promise.all([
      lea.waitForEvent("filechooser"),
      importing.getByRole("button", { name: "Browse… (Prediction file)" }).click(),
    ]);
    await chooser.setFiles(file);
    await importing.getByText("more.json").first().waitFor(patience);
    await importing.getByText("1 item").first().waitFor(patience);
    await lea.keyboard.press("Control+Enter");
    await lea.getByText("Imported 1 new item").waitFor(patience);
    await importing.waitFor({ state: "detached" });

    await lea.keyboard.press("Control+Shift+e");
    const exporting = lea.getByRole("dialog", { name: "Export verdicts" });
    await exporting.getByRole("radio", { name: /^Table \(CSV\)/ }).click();
    const [download] = await Promise.all([lea.waitForEvent("download"), lea.keyboard.press("Control+Enter")]);
    expect(download.suggestedFilename()).toBe("Harbour-of-Varnhaven.csv");
    expect(readFileSync(await download.path(), "utf8")).toContain("How many piers?");
    await exporting.waitFor({ state: "detached" });
  });

  test("signs somebody out: their window says so, and a new link brings back what they had typed", async () => {
    const note = ann.getByRole("textbox", { name: "Note" });
    const comment = ann.getByRole("combobox", { name: "New comment" });
    const at = ann.locator('section[aria-label^="Item "]');
    const item = await at.getAttribute("aria-label");
    await ann.keyboard.press("Alt+b");
    await openPeople(lea);
    await lea.getByRole("listitem", { name: "Ann" }).getByRole("button", { name: "Sign out" }).click();
    const state = ann.getByRole("contentinfo").getByRole("button", { name: "Signed out" });
    await state.waitFor(patience);
    await comment.fill("Who knows?");
    await note.fill("Typed too late");
    await ann.getByRole("contentinfo").getByText("1 change not saved").waitFor(patience);
    await state.hover();
    await ann
      .getByText(
        /^You were signed out\. Ask your lead for a new link\. What you typed is kept in this browser\./,
      )
      .waitFor(patience);
    await ann.reload();
    await ann.getByText(/^You are not signed in\./).waitFor(patience);
    const row = lea.getByRole("listitem", { name: "Ann" });
    await row.getByRole("button", { name: "New link" }).click();
    const link = await people(lea).getByRole("status", { name: "Link for Ann" }).innerText();
    await ann.goto(link);
    await ann.getByRole("button", { name: "Sign in" }).click();
    await ann.locator(`section[aria-label="${item}"][aria-busy="false"]`).waitFor(patience);
    await expect.poll(() => note.inputValue(), patience).toBe("Typed too late");
    await expect.poll(() => comment.inputValue(), patience).toBe("Who knows?");
    await isSaved(ann);
    await lea.keyboard.press("Escape");
    await people(lea).waitFor({ state: "detached" });
  });

  test("loses somebody whom the lead removes: their window says so, and what they said stays", async () => {
    await openPeople(lea);
    await lea.getByRole("listitem", { name: "Ann" }).getByRole("button", { name: "Remove" }).click();
    await lea.getByText(/^Ann is signed out at once/).waitFor(patience);
    await lea.getByRole("button", { name: "Keep" }).click();
    await lea.getByRole("button", { name: "Remove Ann" }).waitFor({ state: "detached" });
    // Who would judge no more gives back what they hold, which is asked, too.
    const roles = lea.getByRole("group", { name: "Roles of Ann" });
    await roles.getByRole("checkbox", { name: "annotator" }).click();
    await expect.poll(() => roles.getByRole("checkbox", { name: "annotator" }).isChecked()).toBe(true);
    await roles.getByRole("checkbox", { name: "reviewer" }).click();
    await lea.getByText(/^Ann judges nothing here any more and gives back/).waitFor(patience);
    await lea.getByRole("button", { name: "Keep" }).click();
    expect(await roles.getByRole("checkbox", { name: "reviewer" }).isChecked()).toBe(true);
    await roles.getByRole("checkbox", { name: "annotator" }).click();
    await expect.poll(() => roles.getByRole("checkbox", { name: "annotator" }).isChecked()).toBe(false);
    // Who is to do nothing here any more is removed, which is asked as well.
    await lea
      .getByRole("group", { name: "Roles of Ann" })
      .getByRole("checkbox", { name: "reviewer" })
      .click();
    await lea.getByRole("button", { name: "Remove Ann" }).click();
    await lea.getByRole("listitem", { name: "Ann" }).waitFor({ state: "detached" });
    await lea.getByRole("button", { name: "Audit log" }).click();
    await lea.getByText("Lea removed Ann").waitFor(patience);
    // Whoever is removed signs in by no link any more, so that none is on offer.
    const linkForDan = people(lea).getByRole("status", { name: "Link for Dan" });
    await invite(lea, "Dan");
    await lea.getByRole("listitem", { name: "Dan" }).getByRole("button", { name: "Remove" }).click();
    await linkForDan.waitFor(patience);
    await lea.getByRole("button", { name: "Remove Dan" }).click();
    await lea.getByRole("listitem", { name: "Dan" }).waitFor({ state: "detached" });
    await linkForDan.waitFor({ state: "detached", ...patience });
    expect(await lea.getByRole("button", { name: "Copy the link for Dan" }).count()).toBe(0);
    await lea.keyboard.press("Escape");
    await bert.keyboard.press("o");
    await others(bert).getByText("Ann").waitFor(patience);
  });

  test("has nothing go wrong in its pages", () => {
    expect(errors.flat()).toEqual([]);
  });
});
