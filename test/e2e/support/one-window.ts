import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Launched, LaunchOptions } from "../../support/launch.ts";
import { patience } from "./review-page.ts";

/** The window of a suite and its folder; there once the tests begin. */
interface OneWindow {
  folder: string;
  page: Page;
}

/**
 * Opens one window for the tests of a suite, in a folder that is made ready before (what that answers is added to the options of
 * the launch), and sees after each test that nothing went wrong in its page.
 */
export function oneWindow(
  launch: (options: LaunchOptions) => Promise<Launched>,
  prepare: (folder: string) => unknown = () => undefined,
): OneWindow {
  const at = {} as OneWindow;
  let app: Launched;
  beforeAll(async () => {
    at.folder = mkdtempSync(path.join(tmpdir(), "querent-window-"));
    const options = (await prepare(at.folder)) as LaunchOptions | undefined;
    app = await launch({ folder: at.folder, ...options });
    at.page = app.page;
    await at.page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  });
  afterEach(() => expect(app.pageErrors).toEqual([]));
  afterAll(async () => {
    await app?.close();
    rmSync(at.folder, { recursive: true, force: true });
  });
  return at;
}

/** Opens the page of a window again so that each message takes that long, in milliseconds, to its back end, and each answer back. */
export async function overSlowWire(page: Page, wireMs: number): Promise<void> {
  await page.routeWebSocket(/.*/, (window) => {
    const server = window.connectToServer();
    window.onMessage((message) => void setTimeout(() => server.send(message), wireMs));
    server.onMessage((message) => void setTimeout(() => window.send(message), wireMs));
  });
  await page.reload();
}

/** Opens the page of a window again so that a test can part it from its back end, and join the two again. */
export async function partable(page: Page): Promise<{ part(): Promise<void>; join(): void }> {
  let isParted = false;
  let latest: WebSocketRoute | undefined;
  await page.routeWebSocket(/.*/, (window) => {
    if (isParted) return void window.close();
    latest = window;
    window.connectToServer();
  });
  await page.reload();
  return {
    async part() {
      isParted = true;
      await latest?.close();
    },
    join() {
      isParted = false;
    },
  };
}
