import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import type { ServedTeam } from "../../electron/commands/command.ts";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { hostContract } from "../../shared/domain/team-address.ts";
import { closeSharedBrowser } from "../support/browser.ts";
import { audit } from "../support/double/audit.ts";
import type { DoubleWindow } from "../support/double/browser-window.ts";
import { type Launched, launchDesktop } from "../support/launch.ts";
import { copyPrepared, workspaceIn } from "../support/prepared-workspace.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { patience } from "./support/review-page.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-team-window-"));
const started: http.Server[] = [];
let served: ServedTeam;

beforeAll(async () => {
  await ensureBuilt();
  copyPrepared("sample", folder);
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
});
afterAll(async () => {
  await served?.close();
  for (const server of started) server.close();
  await closeSharedBrowser();
  rmSync(folder, { recursive: true, force: true });
});

/** A server that answers everything alike; its address. */
async function serverThat(answers: http.RequestListener): Promise<string> {
  const server = http.createServer(answers);
  started.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function linkFor(name: string): Promise<string> {
  const invited = await runQuerent(
    ...["people", "invite", "--workspace", workspaceIn(folder), "--project", "Harbour of Varnhaven"],
    ...["--name", name, "--role", "reviewer", "--url", served.url],
  );
  return String(invited.results[0]?.link);
}

const screens = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Open a team workspace" });

describe("a team's workspace in the desktop program", () => {
  let app: Launched;
  beforeAll(async () => {
    app = await launchDesktop();
    await screens(app.page).waitFor(patience);
  });
  afterAll(() => app.close());

  const runtimeOf = (context: TestContext) =>
    app.runtime ?? context.skip("this looks into the double; Electron itself is running");

  /** Types an address into the dialog of the palette. */
  async function opens(address: string): Promise<void> {
    if (!(await dialog(app.page).isVisible())) {
      await app.page.keyboard.press("Control+k");
      await app.page.getByRole("combobox").fill("team workspace");
      await app.page.getByRole("option", { name: "Open a team workspace…" }).waitFor(patience);
      await app.page.keyboard.press("Enter");
    }
    await dialog(app.page).getByRole("textbox", { name: "Address or sign-in link" }).fill(address);
    await app.page.keyboard.press("Enter");
  }

  /** The newest window's page. */
  async function newest(windows: Set<DoubleWindow>, count: number): Promise<DoubleWindow> {
    await expect.poll(() => windows.size, patience).toBe(count);
    const window = [...windows].at(-1) as DoubleWindow;
    await window.webContents.opened;
    return window;
  }

  it("is refused where another program answers, a host of another contract, nothing, or plain http on a network", async () => {
    const says = (body: object) => serverThat((_request, response) => response.end(JSON.stringify(body)));
    const card = { program: "querent", contract: hostContract };
    const refused: [string, RegExp][] = [
      [
        await serverThat((_request, response) => response.end("<h1>Wiki</h1>")),
        /^Another program answers at/,
      ],
      [await says({ ...card, program: "quarrel" }), /^Another program answers at/],
      [
        await serverThat((_request, response) =>
          response.writeHead(302, { location: `${served.url}/host` }).end(),
        ),
        /^Another program answers at/,
      ],
      [await says({ ...card, contract: hostContract + 1 }), /runs a newer Querent than this one/],
      [await says({ ...card, contract: hostContract - 1 }), /runs an older Querent than this one/],
      ["http://127.0.0.1:9", /^Nothing answers at http:\/\/127\.0\.0\.1:9/],
      ["http://10.0.0.5:7350", /^Over http:\/\/ everybody on the way reads/],
      ["querent.example.org", /^A team's workspace has an address as https/],
    ];
    for (const [address, words] of refused) {
      await opens(address);
      await dialog(app.page).getByText(words).waitFor(patience);
    }
    if (app.runtime) expect(app.runtime.windows.size).toBe(1);
  });

  it("opens by the sign-in link, as the host's own page, which is signed in by a click", async (context) => {
    const runtime = runtimeOf(context);
    await opens(await linkFor("Ann"));
    const { webContents } = await newest(runtime.windows, 2);
    const { page } = webContents;
    await page.getByRole("button", { name: "Sign in" }).click();
    await screens(page).waitFor(patience);
    expect(new URL(page.url()).origin).toBe(served.url);
    expect(webContents.pageErrors).toEqual([]);
    await dialog(app.page).waitFor({ state: "detached" });
  });

  it("can ask nothing of this machine, and its window is behind the same walls", async (context) => {
    const runtime = runtimeOf(context);
    const team = await newest(runtime.windows, 2);
    expect(audit(runtime)).toEqual([]);
    expect(team.options.webPreferences?.preload).toBeUndefined();
    expect(await team.webContents.page.evaluate(() => "querent" in window)).toBe(false);
    expect(team.webContents.session).not.toBe([...runtime.windows][0]?.webContents.session);
  });

  it("keeps its page on its host: no other host, nor the workbench's own files, and no request to them", async (context) => {
    const runtime = runtimeOf(context);
    const { webContents } = await newest(runtime.windows, 2);
    const { page, session } = webContents;
    const before = page.url();
    for (const url of [
      "https://example.test/",
      "app://querent/index.html",
      `${served.url.replace("http:", "https:")}/`,
    ]) {
      await page.evaluate((to) => location.assign(to), runtime.toPage(url));
      await expect.poll(() => runtime.navigations.at(-1)).toEqual({ url, prevented: true });
    }
    expect(page.url()).toBe(before);
    const { host } = new URL(served.url);
    for (const url of [`${served.url}/uploads`, `ws://${host}/rpc`, "blob:x", "data:,x"])
      expect(session.cancels(url), url).toBe(false);
    for (const url of [
      "https://example.test/",
      `https://${host}/`,
      "http://127.0.0.1.example.test/",
      "ws://127.0.0.1:1/",
      "file:///etc/passwd",
      "app://querent/index.html",
    ])
      expect(session.cancels(url), url).toBe(true);
    expect(runtime.session("").cancels(served.url)).toBe(true);
  });

  it("opens more windows on the same host, and the address is proposed the next time without the link", async (context) => {
    const runtime = runtimeOf(context);
    const { webContents } = await newest(runtime.windows, 2);
    await webContents.page.keyboard.press("Control+k");
    await webContents.page.getByRole("combobox").fill("new window");
    await webContents.page.getByRole("option", { name: "New window" }).waitFor(patience);
    await webContents.page.keyboard.press("Enter");
    const second = await newest(runtime.windows, 3);
    await screens(second.webContents.page).waitFor(patience);
    expect(second.webContents.session).toBe(webContents.session);
    await app.page.keyboard.press("Control+k");
    await app.page.getByRole("combobox").fill("team workspace");
    await app.page.keyboard.press("Enter");
    const field = dialog(app.page).getByRole("textbox", { name: "Address or sign-in link" });
    await expect.poll(() => field.inputValue(), patience).toBe(served.url);
    await app.page.keyboard.press("Escape");
  });

  it("takes another link where the person was signed out, and says which links it does not take", async (context) => {
    const runtime = runtimeOf(context);
    const { webContents } = [...runtime.windows][1] as DoubleWindow;
    const { page } = webContents;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("sign out");
    await page.getByRole("option", { name: "Sign out" }).waitFor(patience);
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "Sign-in link" });
    await field.waitFor(patience);
    for (const [link, words] of [
      ["https://elsewhere.example/#join=x", /This link is for elsewhere\.example, another host/],
      [served.url, /This is no sign-in link/],
    ] as const) {
      await field.fill(link);
      await page.keyboard.press("Enter");
      await page.getByText(words).waitFor(patience);
    }
    await field.fill(await linkFor("Ann"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in" }).click();
    await screens(page).waitFor(patience);
  });
});

describe("a start with a team's address", () => {
  let app: Launched;
  beforeAll(async () => {
    app = await launchDesktop({ team: await linkFor("Bert") });
  });
  afterAll(() => app.close());

  const runtimeOf = (context: TestContext) =>
    app.runtime ?? context.skip("this looks into the double; Electron itself is running");

  it("opens that window alone", async (context) => {
    const runtime = runtimeOf(context);
    await app.page.getByRole("button", { name: "Sign in" }).click();
    await screens(app.page).waitFor(patience);
    expect(runtime.windows.size).toBe(1);
  });

  it("brings another window when it comes a second time, or says why not", async (context) => {
    const runtime = runtimeOf(context);
    const startAgain = (team: string) =>
      runtime.app.emit("second-instance", {}, [], folder, { project: null, team });
    startAgain(served.url);
    await expect.poll(() => runtime.windows.size, patience).toBe(2);
    startAgain("http://127.0.0.1:9/");
    await expect
      .poll(() => runtime.dialogsAsked.at(-1)?.options.content, patience)
      .toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9/);
  });

  it("leaves the workspace of this machine to the first window that is opened on it", async (context) => {
    const runtime = runtimeOf(context);
    const before = runtime.windows.size;
    const item = runtime.menuItems.find(({ id }) => id === "window.new");
    item?.click?.(item, null);
    await expect.poll(() => runtime.windows.size, patience).toBe(before + 1);
    const local = [...runtime.windows].at(-1) as DoubleWindow;
    await local.webContents.opened;
    await screens(local.webContents.page).waitFor(patience);
    expect(local.webContents.getURL()).toMatch(/^app:\/\/querent\//);
  });

  it("is told in words why it cannot be opened", async (context) => {
    const failed = await launchDesktop({ team: "http://127.0.0.1:9" }).then(
      async (app) => {
        await app.close();
        return app.kind;
      },
      (error: Error) => error.message,
    );
    if (failed === "electron") return context.skip("this looks into the double; Electron itself is running");
    expect(failed).toMatch(/ended with 1.*Nothing answers at http:\/\/127\.0\.0\.1:9/);
  });
});
