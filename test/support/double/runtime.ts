import { EventEmitter } from "node:events";
import type { Browser, BrowserContext } from "playwright-core";
import type { DoubleWindow } from "./browser-window.ts";
import type { DoubleMenuItem } from "./modules.ts";
import { only } from "./strict.ts";

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DoubleOptions {
  browser: Browser;
  /** Where app.getPath("userData") points; other paths are folders in it. */
  userData: string;
  dark: boolean;
  /** False: another instance holds the lock. */
  singleInstance: boolean;
  /** The work areas of the screens, the primary one first. */
  workAreas: Rectangle[];
}

type SchemeHandler = (request: Request) => Response | Promise<Response>;
export type RequestFilter = (
  details: { url: string },
  answer: (verdict: { cancel?: boolean }) => void,
) => void;

/** The state behind one launch of the app: what its windows share, and what a test may look at. */
export class Runtime {
  readonly options: DoubleOptions;
  readonly app = new EventEmitter();
  readonly ipcMain = new EventEmitter();
  readonly invokeHandlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  readonly windows = new Set<DoubleWindow>();
  readonly schemes = new Set<string>();
  readonly schemeHandlers = new Map<string, SchemeHandler>();
  /** The items of the menu and of its submenus. */
  menuItems: DoubleMenuItem[] = [];
  ready = false;
  quitting = false;
  sandboxed = false;

  /** Addresses opened in the person's browser. */
  readonly openedOutside: string[] = [];
  readonly navigations: { url: string; prevented: boolean }[] = [];
  /** What dialogs answer; pushed by the test before the app asks. */
  readonly dialogAnswers: Record<string, unknown>[] = [];
  readonly dialogsAsked: { kind: string; options: Record<string, unknown> }[] = [];
  readonly errors: unknown[] = [];
  /** Pages being opened for a window; any other page is Chromium's answer to window.open. */
  opening = 0;

  readonly exitCode: Promise<number>;
  readonly #exited: (code: number) => void;
  readonly #sessions = new Map<string, DoubleSession>();

  constructor(options: DoubleOptions) {
    this.options = options;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exitCode = promise;
    this.#exited = resolve;
  }

  /** The first window that the app shows. */
  firstWindowShown(): Promise<DoubleWindow> {
    return new Promise((resolve) => this.app.once("double-window-shown", resolve));
  }

  /** The session of a partition; the default one has no name. */
  session(partition: string): DoubleSession {
    const known = this.#sessions.get(partition) ?? only(`session ${partition}`, new DoubleSession(this));
    this.#sessions.set(partition, known);
    return known;
  }

  async exited(code: number): Promise<void> {
    for (const session of this.#sessions.values()) await session.close();
    this.#exited(code);
  }

  /** The address that Chromium is shown for one of the app's schemes: app://host/x is https://host.app.double.test/x. */
  toPage(address: string): string {
    const url = new URL(address);
    const scheme = url.protocol.slice(0, -1);
    if (!this.schemes.has(scheme)) return address;
    return `https://${url.host}.${scheme}.double.test${url.pathname}${url.search}${url.hash}`;
  }
}

/** A session of Chromium: what a partition keeps, what it grants, and which requests it lets through. */
export class DoubleSession {
  readonly webRequest: { onBeforeRequest(filter: RequestFilter): void };
  requestFilter: RequestFilter = (_details, answer) => answer({});
  answersPermissions = false;
  readonly #runtime: Runtime;
  #context: Promise<BrowserContext> | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.webRequest = only("webRequest", {
      onBeforeRequest: (filter: RequestFilter) => {
        this.requestFilter = filter;
      },
    });
  }

  setPermissionRequestHandler(): void {
    this.answersPermissions = true;
  }
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  fetch(url: string, init?: RequestInit): Promise<Response> {
    if (this.cancels(url)) return Promise.reject(new Error("net::ERR_BLOCKED_BY_CLIENT"));
    return fetch(url, init);
  }

  cancels(url: string): boolean {
    let cancelled = false;
    this.requestFilter({ url }, ({ cancel }) => {
      cancelled = cancel === true;
    });
    return cancelled;
  }

  /** The browser profile of this session, in which its windows are pages. */
  context(): Promise<BrowserContext> {
    const { options } = this.#runtime;
    this.#context ??= options.browser
      .newContext({ viewport: null, colorScheme: options.dark ? "dark" : "light" })
      .then((context) => {
        context.on("page", (page) => {
          if (this.#runtime.opening === 0) void page.close().catch(() => undefined);
        });
        return context;
      });
    return this.#context;
  }

  async close(): Promise<void> {
    await (await this.#context)?.close();
  }
}

/** The app's own address behind what Chromium is shown. */
export function fromPage(address: string): string {
  const match = /^https:\/\/([^/]+)\.([^./]+)\.double\.test(\/.*)?$/.exec(address);
  return match ? `${match[2]}://${match[1]}${match[3] ?? "/"}` : address;
}
