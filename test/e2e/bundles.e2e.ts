import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import type { ServedTeam } from "../../electron/commands/command.ts";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";

import { anyHost, type Launched } from "../support/launch.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { prediction, writeDatabase } from "../support/test-workspace.ts";
import { givePath } from "./support/give-path.ts";
import { isSaved, noteField, patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";
import { signedInWindow } from "./support/signed-in-window.ts";

const project = "Harbour";

anyHost("work that goes along as a bundle", (launch) => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-bundles-"));
  const contexts: BrowserContext[] = [];
  const errors: string[][] = [];
  const workspacePath = path.join(folder, "host.querent");
  const [bundle, work] = [path.join(folder, "bundle.json"), path.join(folder, `${project}.json`)];
  let served: ServedTeam;
  let own: Launched;
  let ann: Page;
  let lea: Page;

  beforeAll(async () => {
    await ensureBuilt("renderer", "sample");
    writeDatabase(folder);
    const input = path.join(folder, "predictions.json");
    writeFileSync(input, JSON.stringify([0, 1, 2].map((index) => prediction(index))));
    const where = ["--workspace", workspacePath, "--project", project];
    await runQuerent("predictions", "import", ...where, "--input", input, "--databases", folder);
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
    ann = await signedIn("Ann", "reviewer");
    lea = await signedIn("Lea", "lead");
    own = await launch({ folder: mkdtempSync(path.join(folder, "own-")), first: true });
    await own.page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  });
  afterAll(async () => {
    await own?.close();
    for (const context of contexts) await context.close();
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signedIn(name: string, role: string): Promise<Page> {
    const invited = await runQuerent(
      ...["people", "invite", "--workspace", workspacePath, "--project", project],
      ...["--name", name, "--role", role, "--url", served.url],
    );
    const window = await signedInWindow(String(invited.results[0]?.link));
    contexts.push(window.context);
    errors.push(window.errors);
    return window.page;
  }

  const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

  async function choose(page: Page, words: string, name: string | RegExp): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(words);
    await page.getByRole("option", { name: words }).first().waitFor(patience);
    await page.keyboard.press("Enter");
    await dialog(page, name).waitFor(patience);
  }

  async function giveWork(page: Page, file: string): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      dialog(page, "Bring work back")
        .getByRole("button", { name: /^Browse/ })
        .click(),
    ]);
    await chooser.setFiles(file);
  }

  test("is exported by its reviewer", async () => {
    await choose(ann, "Export a bundle", "Export a bundle");
    await dialog(ann, "Export a bundle").getByText("3 items, of which you have judged 0.").waitFor(patience);
    const [download] = await Promise.all([ann.waitForEvent("download"), ann.keyboard.press("Control+Enter")]);
    expect(download.suggestedFilename()).toBe("Harbour-Ann-bundle.json");
    await download.saveAs(bundle);
  });

  test("is opened in a workbench elsewhere, and judged there", async () => {
    const { page } = own;
    await choose(page, "Open a bundle", /^Open a bundle/);
    const opening = dialog(page, /^Open a bundle/);
    await givePath(own, opening, { label: "The bundle, or the work", path: bundle });
    await opening.getByText("3 items, 0 judged already").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await givePath(own, opening, { label: "Folder of the databases", path: folder });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Opened a bundle of 3 items").waitFor(patience);
    for (const item of [1, 2]) {
      await showsItem(page, item);
      await page.keyboard.press("y");
      await page.keyboard.press("Control+Enter");
    }
    await showsItem(page, 3);
    await isSaved(page);
    expect(own.pageErrors).toEqual([]);
  });

  test("gives the work that was done in it", async () => {
    const { page } = own;
    await choose(page, "Export a bundle", "Export the work of this bundle");
    const exporting = dialog(page, "Export the work of this bundle");
    await exporting.getByText("Your verdicts on 2 items, 2 of them with a label.").waitFor(patience);
    await exporting.getByRole("radio", { name: "A path on the machine that runs Querent" }).click();
    const target = own.runtime === null ? work : folder;
    await givePath(own, exporting, { label: "Path of the file", path: target });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Exported 2 items").waitFor(patience);
    expect(own.pageErrors).toEqual([]);
  });

  test("is refused where it was altered, and shows what was said otherwise meanwhile, which stays", async () => {
    await showsItem(ann, 1);
    await ann.keyboard.press("n");
    await noteField(ann).fill("counts piers");
    await ann.keyboard.press("Control+Enter");
    await isSaved(ann);

    await choose(ann, "Bring work back", "Bring work back");
    const altered = path.join(folder, "altered.json");
    writeFileSync(altered, readFileSync(work, "utf8").replace('"yes"', '"no"'));
    await giveWork(ann, altered);
    await dialog(ann, "Bring work back")
      .getByText(/it was altered on its way/)
      .waitFor(patience);
    await giveWork(ann, work);
    const bringing = dialog(ann, "Bring work back");
    await bringing.getByText("Ann, as signed").waitFor(patience);
    await bringing.getByText("1 item got another verdict here meanwhile, which stays").waitFor(patience);
    await bringing.getByRole("cell", { name: "no · counts piers" }).waitFor(patience);
    expect(await seriousFindings(ann)).toEqual([]);
    await ann.keyboard.press("Control+Enter");
    await ann.getByText("Brought back verdicts on 1 item; 1 not taken").waitFor(patience);
  });

  test("changes nothing the second time, and says so", async () => {
    await choose(ann, "Bring work back", "Bring work back");
    await giveWork(ann, work);
    const bringing = dialog(ann, "Bring work back");
    await bringing.getByText("Nothing of it is new").waitFor(patience);
    expect(await bringing.getByRole("button", { name: "Bring it back" }).isDisabled()).toBe(true);
    await ann.keyboard.press("Escape");
  });

  test("is attributed by a lead where nobody signed it, and by nobody else", async () => {
    const unsigned = path.join(folder, "unsigned.json");
    const { permit: _, signature: _own, seal: _seal, ...said } = JSON.parse(readFileSync(work, "utf8"));
    const items = said.items.map(({ key, said: [event] }: { key: string; said: [{ id: string }] }) => ({
      ...{ key, said: [{ ...event, id: `other-${event.id}`.slice(0, 40) }] },
    }));
    writeFileSync(unsigned, JSON.stringify({ ...said, items, reviewer: "Somebody" }));
    await choose(ann, "Bring work back", "Bring work back");
    await giveWork(ann, unsigned);
    await dialog(ann, "Bring work back")
      .getByText(/Nobody signed this file/)
      .waitFor(patience);
    await ann.keyboard.press("Escape");

    await choose(lea, "Bring work back", "Bring work back");
    await giveWork(lea, unsigned);
    const bringing = dialog(lea, "Bring work back");
    await bringing.getByText("Somebody, on your word").waitFor(patience);
    await bringing.getByLabel("Whose verdicts they are").fill("Bert");
    await bringing.getByText("Bert, on your word").waitFor(patience);
    await lea.keyboard.press("Control+Enter");
    await lea.getByText("Brought back verdicts on 2 items").waitFor(patience);
    expect(errors.flat()).toEqual([]);
  });
});
