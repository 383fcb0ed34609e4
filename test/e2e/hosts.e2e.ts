import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeSharedBrowser } from "../support/browser.ts";
import { audit } from "../support/double/audit.ts";
import { eachHost, type Launched, type LaunchOptions, launchDesktop, launchWeb } from "../support/launch.ts";
import { distWithHostPage } from "./support/host-page.ts";
import type {} from "./support/page/page.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-hosts-"));
let dist: string;
beforeAll(async () => {
  dist = await distWithHostPage();
  symlinkSync(path.join(dist, "sample/databases"), path.join(folder, "databases"), "dir");
});
afterAll(async () => {
  await closeSharedBrowser();
  for (const made of [folder, dist]) rmSync(made, { recursive: true, force: true });
});

/** A predictions file with one question on the sample's database. */
function predictions(name: string, predictedSql: string): string {
  const file = path.join(folder, `${name}.json`);
  const item = { question_id: 1, db_id: "harbour", question: "?", evidence: "", gold_sql: "SELECT 1" };
  writeFileSync(file, JSON.stringify([{ ...item, predicted_sql: predictedSql }]));
  return file;
}

eachHost("the hosts' own page", (launch) => {
  let app: Launched;
  const start = async (options: LaunchOptions = {}) => {
    app = await launch({ dist, ...options });
    await app.page.waitForFunction(() => document.title === "connected");
    return app.page;
  };
  afterEach(async () => {
    await app.close();
    expect(app.pageErrors).toEqual([]);
  });

  it("is the account's that started the host, whatever the page says", async () => {
    const page = await start();
    const { actor } = await page.evaluate(() => window.hostPage.client.session.open());
    expect(actor).toBe(userInfo().username);
  });

  it("finds the sample project at the first start, and only one after the second", async () => {
    const workspace = mkdtempSync(path.join(folder, "twice-"));
    for (const _start of [1, 2]) {
      const page = await start({ folder: workspace, first: true });
      const projects = await page.evaluate(() => window.hostPage.client.projects.list());
      expect(projects).toHaveLength(1);
      expect(projects[0]?.itemCount).toBeGreaterThan(80);
      if (_start === 1) await app.close();
    }
  });

  it("opens the predictions named at the start, once imported", async () => {
    const workspace = mkdtempSync(path.join(folder, "named-"));
    const project = predictions("mine", "SELECT 1");
    for (const _start of [1, 2]) {
      const page = await start({ folder: workspace, project });
      const seen = await page.evaluate(async () => {
        const { client } = window.hostPage;
        const { projectId } = await client.session.open();
        return { projects: await client.projects.list(), projectId };
      });
      expect(seen.projects.map(({ name, itemCount }) => ({ name, itemCount }))).toEqual([
        { name: "mine", itemCount: 1 },
      ]);
      expect(seen.projectId).toBe(seen.projects[0]?.id);
      if (_start === 1) await app.close();
    }
  });

  it("gets a typed error with its data", async () => {
    const page = await start();
    const error = await page.evaluate(() =>
      window.hostPage.client.queue.item({ itemId: 999_999 }).then(
        () => null,
        ({ code, defined, data }) => ({ code, defined, data }),
      ),
    );
    expect(error).toEqual({ code: "NOT_FOUND", defined: true, data: { what: "item 999999" } });
  });

  it("cancels a query that never ends, and the next one runs", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    const page = await start({ project: predictions("endless", endless) });
    const seen = await page.evaluate(async () => {
      const { client } = window.hostPage;
      const projectId = (await client.session.open()).projectId as number;
      const [itemId] = (await client.queue.ids({ projectId, filter: {} })) as [number];
      const cancel = new AbortController();
      const run = (async () => {
        for await (const _event of await client.results.evaluateItem(
          { itemId, timeMs: 600_000 },
          { signal: cancel.signal },
        )) {
          // Whatever comes before the end does not matter here.
        }
      })().catch((error: Error) => error.name);
      setTimeout(() => cancel.abort(), 300);
      const ended = await run;
      const events: string[] = [];
      for await (const event of await client.results.runScratch({ itemId, sql: "SELECT 42" }))
        events.push(event.type);
      return { ended, last: events.at(-1) };
    });
    expect(seen).toEqual({ ended: "AbortError", last: "done" });
  });

  it("sees nothing of Node, and no code can be made from text", async () => {
    const page = await start();
    // In a task of the page's own: what evaluate() itself runs is exempt from the policy.
    const seen = await page.evaluate(
      () =>
        new Promise((resolve) =>
          setTimeout(() => {
            const names = ["require", "process", "module", "Buffer", "global"];
            const attempt = (run: () => unknown) => {
              try {
                return String(run());
              } catch (error) {
                return (error as Error).name;
              }
            };
            resolve({
              node: names.filter((name) => name in globalThis),
              code: attempt(() => Function("return 1")()),
              markup: attempt(() => {
                document.createElement("p").innerHTML = "<b>text</b>";
                return "set";
              }),
            });
          }),
        ),
    );
    expect(seen).toEqual({ node: [], code: "EvalError", markup: "TypeError" });
    // Both attempts were reported, as they must be.
    expect(app.pageErrors.splice(0).join(" ")).toMatch(/TrustedScript[\s\S]*TrustedHTML/);
  });

  it("keeps its session when it is reloaded", async () => {
    const page = await start();
    await page.reload();
    await page.waitForFunction(() => document.title === "connected");
    expect(await page.evaluate(() => window.hostPage.client.projects.list())).toHaveLength(1);
  });
});

describe("the desktop host", () => {
  let app: Launched;
  // One start for all of them: the last of them opens a second window.
  beforeAll(async () => {
    app = await launchDesktop({ dist });
    await app.page.waitForFunction(() => document.title === "connected");
  });
  afterAll(() => app.close());

  it("has windows that an audit finds nothing wrong with", (context) => {
    if (!app.runtime) return context.skip("this looks into the double; Electron itself is running");
    expect(audit(app.runtime)).toEqual([]);
  });

  it("keeps its page where it is, and opens links in the person's browser", async (context) => {
    if (!app.runtime) return context.skip("this looks into the double; Electron itself is running");
    const { page, runtime } = app;
    const before = page.url();
    await page.click("#leave");
    await expect.poll(() => runtime.navigations).toEqual([{ url: "https://example.test/", prevented: true }]);
    runtime.dialogAnswers.push({ response: 1 }, { response: 0 });
    await page.click("#outside");
    await expect.poll(() => runtime.dialogsAsked.length).toBe(1);
    expect(runtime.openedOutside).toEqual([]);
    await page.click("#outside");
    await expect.poll(() => runtime.openedOutside).toEqual(["https://example.test/docs"]);
    expect(page.url()).toBe(before);
    expect(runtime.windows.size).toBe(1);
  });

  it("lets no request leave the machine", async () => {
    const failed = await app.page.evaluate(() =>
      fetch("https://example.test/").then(
        () => false,
        () => true,
      ),
    );
    expect(failed).toBe(true);
  });

  it("exposes frozen abilities and nothing else", async () => {
    const seen = await app.page.evaluate(() => ({
      names: Object.keys(window.querent ?? {}).sort(),
      frozen: Object.isFrozen(window.querent),
    }));
    const names = ["onCommand", "openFile", "openFolder", "openTeam", "openWindow", "platform", "saveText"];
    expect(seen).toEqual({ names, frozen: true });
  });

  it("hands over one port a document, however often the page asks", async () => {
    const answered = await app.page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      window.postMessage({ type: "querent:connect" }, location.origin, [port2]);
      port1.start();
      return new Promise((resolve) => {
        port1.onmessage = () => resolve(true);
        port1.postMessage("anything");
        setTimeout(() => resolve(false), 300);
      });
    });
    expect(answered).toBe(false);
  });

  it("sends the commands of its menu to the page", async (context) => {
    const { page, runtime } = app;
    if (!runtime) return context.skip("this looks into the double; Electron itself is running");
    const item = runtime.menuItems.find(({ id }) => id === "palette.open");
    item?.click?.(item, [...runtime.windows][0]);
    await expect.poll(() => page.evaluate(() => window.hostPage.commands)).toEqual(["palette.open"]);
  });

  it("asks with the system's own dialogs, and only for what is well formed", async (context) => {
    const { page, runtime } = app;
    if (!runtime) return context.skip("this looks into the double; Electron itself is running");
    const out = path.join(folder, "out.json");
    runtime.dialogAnswers.push(
      { canceled: false, filePaths: ["/data/p.json"] },
      { canceled: true, filePaths: [] },
      { canceled: false, filePath: out },
    );
    const seen = await page.evaluate(async () => {
      const { openFile, openFolder, saveText } = window.hostPage.abilities;
      return [
        await openFile?.({ title: "Open", extensions: ["json"] }),
        await openFolder?.({ title: "Databases" }),
        await saveText("out.json", "{}"),
        await saveText("../out.json", "{}").then(
          () => "accepted",
          () => "refused",
        ),
      ];
    });
    expect(seen).toEqual(["/data/p.json", null, out, "refused"]);
    expect(runtime.dialogsAsked.slice(-3).map(({ kind }) => kind)).toEqual([
      "showOpenDialog",
      "showOpenDialog",
      "showSaveDialog",
    ]);
  });

  it("comes to the front when it is started again", async (context) => {
    const { runtime } = app;
    if (!runtime) return context.skip("this looks into the double; Electron itself is running");
    const [window] = runtime.windows;
    window?.minimize();
    runtime.app.emit("second-instance", {}, [], folder, { project: null, team: null });
    await expect.poll(() => window?.focused).toBe(1);
    expect(window?.minimised).toBe(false);
    expect(runtime.windows.size).toBe(1);
  });

  it("opens what a second start names in a window of its own", async (context) => {
    const { runtime } = app;
    if (!runtime) return context.skip("this looks into the double; Electron itself is running");
    runtime.app.emit("second-instance", {}, [], folder, {
      ...{ project: predictions("second", "SELECT 2"), team: null },
    });
    await expect.poll(() => runtime.windows.size).toBe(2);
    const [, second] = [...runtime.windows];
    await second?.webContents.opened;
    const page = second?.webContents.page;
    await page?.waitForFunction(() => document.title === "connected");
    const shown = await page?.evaluate(async () => {
      const { client } = window.hostPage;
      const { projectId } = await client.session.open();
      return (await client.projects.list()).find(({ id }) => id === projectId)?.name;
    });
    expect(shown).toBe("second");
  });
});

describe("the desktop host's start", () => {
  it("ends at once when another instance holds the lock", async (context) => {
    const launching = launchDesktop({ dist, double: { singleInstance: false } });
    const refused = await launching.then(
      async (app) => {
        await app.close();
        return app.kind;
      },
      (error: Error) => error.message,
    );
    if (refused === "electron") return context.skip("this looks into the double; Electron itself is running");
    expect(refused).toMatch(/the app ended with 0/);
  });

  it("says in words why a workspace cannot be opened", async (context) => {
    const workspace = mkdtempSync(path.join(folder, "foreign-"));
    writeFileSync(path.join(workspace, "workspace.querent"), "this is no workspace");
    const failed = await launchDesktop({ dist, folder: workspace, received: true }).then(
      async (app) => {
        await app.close();
        return app.kind;
      },
      (error: Error) => error.message,
    );
    if (failed === "electron") return context.skip("this looks into the double; Electron itself is running");
    expect(failed).toMatch(/ended with 1/);
    expect(failed).toMatch(/showErrorBox/);
    expect(failed).toMatch(/workspace\.querent/);
  });

  it("puts the window back where it stood", async (context) => {
    const work = mkdtempSync(path.join(folder, "place-"));
    const first = await launchDesktop({ dist, folder: work });
    if (!first.runtime) {
      await first.close();
      return context.skip("this looks into the double; Electron itself is running");
    }
    const [window] = first.runtime.windows;
    window?.setBounds({ x: 120, y: 80, width: 1300, height: 850 });
    await first.close();
    const second = await launchDesktop({ dist, folder: work });
    const [again] = second.runtime?.windows ?? [];
    expect(again?.options).toMatchObject({ x: 120, y: 80, width: 1300, height: 850 });
    await second.close();
  });
});

describe("the web host", () => {
  it("opens a second window from the first, with a token of its own", async () => {
    const app = await launchWeb({ dist });
    const { page } = app;
    await page.waitForFunction(() => document.title === "connected");
    const opening = page.context().waitForEvent("page");
    await page.evaluate(() => window.hostPage.abilities.openWindow());
    const second = await opening;
    await second.waitForFunction(() => document.title === "connected");
    expect(second.url()).not.toContain("launch=");
    expect(await second.evaluate(() => window.opener)).toBeNull();
    await app.close();
  });

  it("tells a window that it does not know so, and every call of it", async () => {
    const app = await launchWeb({ dist });
    await app.page.waitForFunction(() => document.title === "connected");
    const stranger = await (await app.page.context().browser()?.newContext())?.newPage();
    await stranger?.goto(`${app.host?.origin}/#launch=guess`);
    await stranger?.waitForFunction(() => document.title === "refused");
    const answer = await stranger?.evaluate(() =>
      window.hostPage.client.projects.list().then(
        () => "answered",
        (error: Error) => error.name,
      ),
    );
    expect(answer).toBe("ConnectionRefused");
    await stranger?.context().close();
    await app.close();
  });

  it("says of a used address that it was used, and a signed-in window gives another browser a new one", async () => {
    const app = await launchWeb();
    const used = app.host?.mintLaunchUrl() ?? "";
    await app.page.getByRole("navigation", { name: "Screens" }).waitFor();
    const browser = app.page.context().browser();
    const [first, other] = await Promise.all([browser?.newContext(), browser?.newContext()]);
    const page = await first?.newPage();
    await page?.goto(used);
    await page?.getByRole("navigation", { name: "Screens" }).waitFor();

    const locked = await other?.newPage();
    await locked?.goto(used);
    await locked?.getByText("This address has already been used").waitFor();
    expect(await locked?.getByText("has stopped").count()).toBe(0);

    await page?.getByRole("button", { name: /Switch project/ }).click();
    await page?.getByRole("menuitem", { name: "Open in another browser…" }).click();
    const address = page?.getByRole("dialog").locator("code");
    await expect.poll(() => address?.innerText()).toContain("#launch=");
    await locked?.goto((await address?.innerText()) ?? "");
    await locked?.getByRole("navigation", { name: "Screens" }).waitFor();
    await Promise.all([first?.close(), other?.close()]);
    await app.close();
  });

  it("saves a text by the browser's download", async () => {
    const app = await launchWeb({ dist });
    await app.page.waitForFunction(() => document.title === "connected");
    const downloading = app.page.waitForEvent("download");
    await app.page.evaluate(() => window.hostPage.abilities.saveText("verdicts.json", "[]"));
    expect((await downloading).suggestedFilename()).toBe("verdicts.json");
    await app.close();
  });
});
