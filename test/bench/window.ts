import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { closeSharedBrowser } from "../support/browser.ts";
import { type Launched, launchWeb } from "../support/launch.ts";

/** What a person at the review screen waits for, in Chromium on the web host; milliseconds and megabytes. */
export interface WindowFigures {
  /** A new browser profile: from navigation to the first item with both results, difference and EX on screen. */
  coldMs: number;
  /** From the key press to the next item with all of that on screen, for every item walked. */
  nextItemMs: number[];
}

/** Walks `steps` items by the keyboard, resting `restMs` on each as a fast reviewer would. */
export async function measureReview(project: string, steps: number, restMs: number): Promise<WindowFigures> {
  const app = await launchWeb({ project });
  try {
    await itemShown(app.page, 1);
    const coldMs = await newProfileToItem(app);
    await evaluated(app.page);
    const nextItemMs: number[] = [];
    for (let place = 2; place <= steps + 1; place += 1) {
      await app.page.waitForTimeout(restMs);
      nextItemMs.push(await pressToShown(app.page, "j", place));
    }
    return { coldMs, nextItemMs };
  } finally {
    await app.close();
    await closeSharedBrowser();
  }
}

/** From the key event to the frame in which the item is whole on screen, measured inside the page. */
async function pressToShown(page: Page, key: string, place: number): Promise<number> {
  const watch = await page.evaluateHandle((wanted) => {
    const shown = new Promise<number>((resolve) => {
      const look = (pressedAt: number) => {
        const item = document.querySelector(`section[aria-label="Item ${wanted}"][aria-busy="false"]`);
        const sentence = document.querySelector('[aria-label="What differs"] p');
        if (item !== null && sentence?.textContent) resolve(performance.now() - pressedAt);
        else requestAnimationFrame(() => look(pressedAt));
      };
      addEventListener("keydown", ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
        once: true,
        capture: true,
      });
    });
    return { shown };
  }, place);
  await page.keyboard.press(key);
  return watch.evaluate(({ shown }) => shown);
}

async function itemShown(page: Page, place: number): Promise<void> {
  await page.locator(`section[aria-label="Item ${place}"][aria-busy="false"]`).waitFor({ timeout: 30_000 });
  await page
    .getByRole("region", { name: "What differs" })
    .getByRole("paragraph")
    .waitFor({ timeout: 30_000 });
}

/** A large project's queue: time until its lines are on screen, frames while it is scrolled, and what the renderer holds. */
export interface QueueFigures {
  usableMs: number;
  frameMs: number[];
  heapMegabytes: number;
  processMegabytes: number;
}

export async function measureQueue(project: string): Promise<QueueFigures> {
  const app = await launchWeb({ project });
  try {
    await queueShown(app.page);
    await evaluated(app.page);
    const usableMs = await reloadToQueue(app.page);
    const frameMs = await scrollFrames(app.page);
    return { usableMs, frameMs, ...(await rendererMemory(app)) };
  } finally {
    await app.close();
    await closeSharedBrowser();
  }
}

/** The evaluation of the whole project runs at first: wait, so that it does not compete with the person. */
async function evaluated(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Running work" }).waitFor({ state: "detached", timeout: 180_000 });
}

/** A browser profile without any cache opens a window of its own on the same host. */
async function newProfileToItem({ page, host }: Launched): Promise<number> {
  if (host === null) throw new Error("the window is measured on the web host");
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1440, height: 900 } });
  const fresh = await context?.newPage();
  if (!context || !fresh) throw new Error("the browser is gone");
  const shownAt = await noteWhenShown(fresh, [
    'section[aria-label="Item 1"][aria-busy="false"]',
    '[aria-label="What differs"] p',
  ]);
  await fresh.goto(host.mintLaunchUrl());
  const coldMs = await shownAt();
  await context.close();
  return coldMs;
}

/** From the navigation to the frame in which the queue has its first lines. */
async function reloadToQueue(page: Page): Promise<number> {
  const shownAt = await noteWhenShown(page, ['[aria-label="Queue"] [role="option"]']);
  await page.reload();
  return shownAt();
}

/** Notes inside the page when all of the selectors have text, in milliseconds since the navigation that follows. */
async function noteWhenShown(page: Page, selectors: string[]): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (wanted.every((selector) => document.querySelector(selector)?.textContent))
        document.documentElement.dataset.shownAt = String(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selectors);
  return async () => {
    await page.locator("html[data-shown-at]").waitFor({ timeout: 60_000 });
    return Number(await page.locator("html").getAttribute("data-shown-at"));
  };
}

async function queueShown(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Queue" }).getByRole("option").first().waitFor({ timeout: 60_000 });
}

function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const list = document.querySelector('[aria-label="Queue"] [role="listbox"]');
        if (!(list instanceof HTMLElement)) throw new Error("there is no queue");
        const frames: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          list.scrollTop += 240;
          if (frames.length < 300) requestAnimationFrame(step);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
}

/** What the renderer holds after its rubbish was collected. */
export async function rendererMemory(
  app: Launched,
): Promise<{ heapMegabytes: number; processMegabytes: number }> {
  const session: CDPSession = await app.page.context().newCDPSession(app.page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const browser = await app.page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const renderers = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => privateMegabytes(id));
  return { heapMegabytes: heap / 2 ** 20, processMegabytes: Math.max(...renderers) };
}

/** Private memory of a process on Linux: what would be free again if it ended. */
function privateMegabytes(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
