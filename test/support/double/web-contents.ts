// biome-ignore-all lint/suspicious/noExplicitAny: messages of any kind cross between the processes
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type { CDPSession, Page, Request as PageRequest, Route } from "playwright-core";
import { collectErrors } from "../browser.ts";
import type { DoubleWindow } from "./browser-window.ts";
import { DoubleMessagePort } from "./message-port-main.ts";
import { pageBridge } from "./page-bridge.ts";
import { preloadWorld } from "./preload-world.ts";
import { type DoubleSession, fromPage, type Runtime } from "./runtime.ts";
import { preventable } from "./strict.ts";

const isolatedWorld = "Electron Isolated Context";

const isOnThisMachine = /^http:\/\/127\.0\.0\.1:/;

type OpenHandler = (details: { url: string }) => { action: string };

/** A page of Chromium as the main process knows it: its preload in a real isolated world, its requests answered by the app. */
export class DoubleWebContents extends EventEmitter {
  readonly opened: Promise<void>;
  page!: Page;
  documentHeaders: Record<string, string> = {};
  /** Uncaught errors and console errors of the page, policy violations among them. */
  pageErrors: string[] = [];
  readonly #runtime: Runtime;
  readonly #window: DoubleWindow;
  readonly #ports = new Map<string, DoubleMessagePort>();
  readonly #undelivered: unknown[] = [];
  #devtools!: CDPSession;
  #world: number | undefined;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  #loading = false;
  #destroyed = false;

  constructor(runtime: Runtime, window: DoubleWindow) {
    super();
    this.#runtime = runtime;
    this.#window = window;
    this.opened = this.#open();
    this.opened.catch((error) => runtime.errors.push(error));
  }

  // --- what the app uses

  async loadURL(url: string): Promise<void> {
    await this.opened;
    this.#loading = true;
    try {
      await this.page.goto(this.#runtime.toPage(url), { waitUntil: "load" });
    } finally {
      this.#loading = false;
    }
  }
  send(channel: string, ...args: unknown[]): void {
    this.#deliver({ kind: "send", channel, args });
  }
  get session(): DoubleSession {
    return this.#window.options.webPreferences?.session ?? this.#runtime.session("");
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  getURL(): string {
    return this.page ? fromPage(this.page.url()) : "";
  }

  // --- what is behind it

  /** The window has closed. */
  gone(): void {
    this.#destroyed = true;
    this.#endPorts();
  }

  #endPorts(): void {
    for (const port of this.#ports.values()) port.ended();
    this.#ports.clear();
  }

  async #open(): Promise<void> {
    const { options } = this.#window;
    const context = await this.session.context();
    this.#runtime.opening++;
    try {
      this.page = await context.newPage();
    } finally {
      this.#runtime.opening--;
    }
    await this.page.setViewportSize({ width: options.width ?? 800, height: options.height ?? 600 });
    this.pageErrors = collectErrors(this.page);
    this.page.on("response", (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== this.page.mainFrame()) return;
      this.documentHeaders = response.headers();
    });
    this.page.on("close", () => this.#window.gone());
    this.page.on("load", () => this.#window.loaded());
    await this.page.route("**/*", (route, request) => this.#answer(route, request));
    this.#devtools = await context.newCDPSession(this.page);
    this.#followWorld();
    this.#denyPopups();
    await this.#devtools.send("Runtime.enable");
    await this.#devtools.send("Page.enable");
    if (options.webPreferences?.preload) await this.#runPreload(options.webPreferences.preload);
  }

  #followWorld(): void {
    this.#devtools.on("Runtime.executionContextCreated", ({ context }) => {
      if (context.name !== isolatedWorld || (context.auxData as any)?.type !== "isolated") return;
      this.#world = context.id;
      for (const message of this.#undelivered.splice(0)) this.#deliver(message);
    });
    this.#devtools.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
      if (executionContextId !== this.#world) return;
      this.#world = undefined;
      this.#endPorts();
    });
    this.#devtools.on("Runtime.bindingCalled", ({ name, executionContextId, payload }) => {
      if (name === "electronDoubleOut" && executionContextId === this.#world)
        this.#receive(JSON.parse(payload));
    });
  }

  #denyPopups(): void {
    this.#devtools.on("Page.windowOpen", (event) => {
      const url = fromPage(event.url);
      if (this.#openHandler({ url }).action === "deny") return;
      this.#runtime.errors.push(new Error(`electron double: a window was allowed for ${url}`));
    });
  }

  async #runPreload(file: string): Promise<void> {
    const source = `if (window === top) {
      const bridge = (${pageBridge})("preload", "page");
      const world = (${preloadWorld})(globalThis.electronDoubleOut, bridge.expose, "${process.platform}");
      globalThis.electronDoubleIn = world.receive;
      (function (require, process, module, exports) {\n${readFileSync(file, "utf8")}\n})(world.require, world.process, { exports: {} }, {});
    }`;
    await this.#devtools.send("Runtime.addBinding", {
      name: "electronDoubleOut",
      executionContextName: isolatedWorld,
    });
    await this.#devtools.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: isolatedWorld });
    await this.page.addInitScript(`if (window === top) (${pageBridge})("page", "preload");`);
  }

  #receive(message: any): void {
    const senderFrame = { url: this.getURL(), parent: null };
    if (message.kind === "invoke") void this.#answerInvoke({ sender: this, senderFrame }, message);
    else if (message.kind === "post") {
      const ports = message.ports.map((id: string) => this.#port(id));
      this.#runtime.ipcMain.emit(message.channel, { sender: this, senderFrame, ports }, message.message);
    } else if (message.kind === "port") this.#ports.get(message.id)?.receive(message.data);
    else if (message.kind === "port-close") {
      this.#ports.get(message.id)?.ended();
      this.#ports.delete(message.id);
    }
  }

  async #answerInvoke(event: unknown, { id, channel, args }: any): Promise<void> {
    try {
      const handler = this.#runtime.invokeHandlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      this.#deliver({ kind: "reply", id, value: await handler(event, ...args) });
    } catch (error) {
      this.#deliver({ kind: "reply", id, error: String(error) });
    }
  }

  #port(id: string): DoubleMessagePort {
    const port = new DoubleMessagePort((data) => this.#deliver({ kind: "port", id, data }));
    this.#ports.set(id, port);
    return port;
  }

  #deliver(message: unknown): void {
    if (this.#destroyed) return;
    if (this.#world === undefined) return void this.#undelivered.push(message);
    this.#devtools
      .send("Runtime.callFunctionOn", {
        functionDeclaration: "function (text) { globalThis.electronDoubleIn(text); }",
        arguments: [{ value: JSON.stringify(message) }],
        executionContextId: this.#world,
        returnByValue: true,
      })
      // The document was left or the page closed while the message was on its way.
      .catch(() => undefined);
  }

  async #answer(route: Route, request: PageRequest): Promise<void> {
    const url = fromPage(request.url());
    const navigates = request.isNavigationRequest() && request.frame() === this.page.mainFrame();
    if (navigates && !this.#loading && this.#prevented(url)) return route.abort("aborted");
    if (this.session.cancels(url)) return route.abort("blockedbyclient");
    const handler = this.#runtime.schemeHandlers.get(new URL(url).protocol.slice(0, -1));
    // A server of this machine may be a team host; no spec reaches another machine.
    if (!handler && isOnThisMachine.test(url)) return route.continue().catch(() => undefined);
    if (!handler) return route.abort("internetdisconnected");
    try {
      const response = await handler(
        new Request(url, { method: request.method(), headers: request.headers() }),
      );
      const headers = Object.fromEntries(response.headers);
      await route.fulfill({
        status: response.status,
        headers,
        body: Buffer.from(await response.arrayBuffer()),
      });
    } catch (error) {
      if (!this.#destroyed) this.#runtime.errors.push(error);
      await route.abort("failed").catch(() => undefined);
    }
  }

  #prevented(url: string): boolean {
    const event = preventable({ url });
    this.emit("will-navigate", event, url);
    this.#runtime.navigations.push({ url, prevented: event.defaultPrevented });
    return event.defaultPrevented;
  }
}
