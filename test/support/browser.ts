import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../electron/hosts/web/find-browser.ts";

let shared: Promise<Browser> | undefined;

/** The one Chromium of this test file, started when first asked for. Runs no sandbox of its own, as tests may run as root. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("These specs need Chromium, Chrome or Edge; QUERENT_BROWSER may name one.");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Ends it; without this the test process would wait for it. */
export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
