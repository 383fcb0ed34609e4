import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../electron/hosts/web/find-browser.ts";

/**
 * What Chromium leaves out here: the pages of its own address bar, which it loads for each window (a fifth of what a spec takes).
 * This list replaces that of Playwright, from which the others come.
 */
const withoutFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"],
  ...["AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"],
  ...["HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying"],
  ...["OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"],
];

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
      `--disable-features=${withoutFeatures.join(",")}`,
    ],
  });
}

/** Ends it; without this the test process would wait for it. */
export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** Gathers what goes wrong in a page from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}
