import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import type { ServedTeam } from "../../electron/commands/command.ts";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { closeSharedBrowser } from "../support/browser.ts";
import { copyPrepared, workspaceIn } from "../support/prepared-workspace.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { patience } from "./support/review-page.ts";
import { findingsInBothThemes } from "./support/serious-findings.ts";
import { signedInWindow } from "./support/signed-in-window.ts";
import { taskList } from "./support/tasks-page.ts";

const screens = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** What a lead of a team does on the Tasks screen and an annotator does not, as the buttons above the tasks say it. */
const leadsButtons = ["Lint all", "Check all", "Run all", "Evaluate predictions…"];

describe("an annotator of a team", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-annotator-"));
  const contexts: BrowserContext[] = [];
  const errors: string[][] = [];
  let served: ServedTeam;
  let lea: Page;
  let cara: Page;

  beforeAll(async () => {
    await ensureBuilt("renderer", "sample");
    copyPrepared("tasks", folder);
    served = await startTeamHost(
      {
        ...{ workspacePath: workspaceIn(folder), listenOn: "127.0.0.1", port: 0, tls: null },
        ...{ publicUrl: null, trustedProxies: [], allow: true, note: () => undefined },
      },
      {
        ...{ version: "0.0.0-test", startProcess: forkProcess, paths: testPaths },
        rendererDir: distFolder("renderer"),
      },
    );
    lea = await signedIn("Lea", "lead", "River watch");
    cara = await signedIn("Cara", "annotator", "River watch");
    for (const page of [lea, cara]) await goToTasks(page);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await served?.close();
    await closeSharedBrowser();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signedIn(name: string, role: string, project: string): Promise<Page> {
    const invited = await runQuerent(
      ...["people", "invite", "--workspace", workspaceIn(folder), "--project", project],
      ...["--name", name, "--role", role, "--url", served.url],
    );
    const window = await signedInWindow(String(invited.results[0]?.link));
    contexts.push(window.context);
    errors.push(window.errors);
    return window.page;
  }

  async function goToTasks(page: Page): Promise<void> {
    await screens(page).getByRole("button", { name: "Tasks" }).click();
    await taskList(page).getByRole("option").first().waitFor(patience);
    await button(page, "Play dialogues…").waitFor(patience);
  }

  /** Everything that the palette has. */
  async function inPalette(page: Page): Promise<string[]> {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("option").first().waitFor(patience);
    const texts = await palette.getByRole("option").allInnerTexts();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached", ...patience });
    return texts.map((text) => text.split("\n")[0] ?? "");
  }

  /** What the menu of all tasks has, with "–" for each hairline. */
  async function inMenu(page: Page): Promise<string[]> {
    await button(page, "More for all tasks").click();
    const menu = page.getByRole("menu");
    await menu.waitFor(patience);
    const entries = await menu
      .locator("[role=menuitem], [role=separator]")
      .evaluateAll((all) =>
        all.map((one) =>
          one.role === "separator" ? "–" : (one.querySelector("span.truncate")?.textContent ?? ""),
        ),
      );
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached", ...patience });
    return entries;
  }

  test("finds nothing in the palette that only leads may do with tasks, and a lead finds it", async () => {
    const leads = [
      ...["Check all tasks", "Lint all tasks", "Run all tasks"].flatMap((title) => [title, `${title} again`]),
      ...["Certify tasks…", "Engine, evaluator, server…", "Evaluate predictions…"],
      ...["Export exceptions of certificates", "Import exceptions of certificates…"],
      ...["Undo the latest import of exceptions", "Redo the latest import of exceptions"],
      ...["Export tasks…", "Import tasks…", "Put the 13 listed tasks into the qualification set"],
    ];
    expect(await inPalette(lea)).toEqual(expect.arrayContaining(leads));
    const own = await inPalette(cara);
    expect(leads.filter((title) => own.includes(title))).toEqual([]);
    expect(own).toEqual(expect.arrayContaining(["New task…", "Play dialogues…"]));
  });

  test("has neither the buttons nor the entries of the menu for it, nor its keys", async () => {
    expect(await inMenu(cara)).toEqual([
      ...["New task…", "Duplicate task", "Save task as template…"],
      ...["Set status and assignee of the listed tasks…", "Keep and reject readings of the listed tasks…"],
      "Undo the last review of readings",
    ]);
    for (const name of leadsButtons) {
      expect(await button(cara, name).count(), name).toBe(0);
      await button(lea, name).waitFor(patience);
    }
    const menu = await inMenu(lea);
    for (const title of ["Run all again", "Certify tasks…", "Import tasks…", "Export tasks…"])
      expect(menu).toContain(title);
    for (const key of ["l", "q", "f", "e"]) {
      await cara.keyboard.press("t");
      await cara.keyboard.press(key);
    }
    expect(await cara.getByRole("dialog").count()).toBe(0);
    expect(await findingsInBothThemes(cara)).toEqual([]);
  });

  test("looks at certificates and predictions without what only leads begin there", async () => {
    for (const [view, title, leads] of [
      ["Certificates", "No task has been certified yet", ["Certify tasks…", "Import exceptions…"]],
      ["Predictions", "No predictions have been evaluated yet", ["Evaluate predictions…"]],
    ] as const) {
      for (const page of [cara, lea]) {
        await page.getByRole("tab", { name: view }).click();
        await page.getByRole("heading", { name: title }).waitFor(patience);
      }
      for (const name of leads) {
        // The second of a name stands above the tasks.
        await lea
          .getByRole("button", { name: new RegExp(name) })
          .last()
          .waitFor(patience);
        expect(await cara.getByRole("button", { name: new RegExp(name) }).count(), name).toBe(0);
      }
    }
  });

  test("begins with new tasks where the project has none, and a lead with an import", async () => {
    const [lena, carl] = [
      await signedIn("Lena", "lead", "Harbour of Varnhaven"),
      await signedIn("Carl", "annotator", "Harbour of Varnhaven"),
    ];
    for (const page of [lena, carl]) {
      await screens(page).getByRole("button", { name: "Tasks" }).click();
      await page.getByRole("button", { name: /^New task…/ }).waitFor(patience);
    }
    await lena.getByRole("button", { name: /^Import tasks…/ }).waitFor(patience);
    await carl.getByText("A lead of the project imports tasks. You can write new ones.").waitFor(patience);
    expect(await carl.getByRole("button", { name: /^Import tasks…/ }).count()).toBe(0);
    await screens(carl).getByRole("button", { name: "Dialogues" }).click();
    await carl.getByText(/This project has no tasks yet: a lead imports them\.$/).waitFor(patience);
    expect(await carl.getByRole("button", { name: /^Import tasks…/ }).count()).toBe(0);
  });

  test("has nothing go wrong in these pages", () => {
    expect(errors.flat()).toEqual([]);
  });
});
