import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import tls from "node:tls";
import { digestOf } from "../../secret.ts";
import { askTeamHost } from "../ask-team-host.ts";
import { dataFolder, type StartOptions } from "../start-options.ts";
import { openAppWindow } from "./app-window.ts";
import { findBrowser } from "./find-browser.ts";
import { startWorkbench, type WorkbenchOptions } from "./start-workbench.ts";

/** Serves the workbench and shows it in a window of a browser, until that is closed or the end is asked for. */
export async function runWebHost(
  options: StartOptions,
  program: Pick<WorkbenchOptions, "version" | "paths" | "rendererDir" | "sampleDir">,
): Promise<number> {
  if (options.team !== null) return showTeam(options.team);
  const isNew = !existsSync(options.workspace);
  const workbench = await startWorkbench({ ...options, ...program });
  // Whoever mistyped a name would take the sample in it for the loss of their work.
  if (isNew) console.log(`There was no workspace ${options.workspace}: Querent made a new one.`);
  const asked = endAskedFor();
  try {
    offerAddresses(workbench.mintLaunchUrl);
    await showUntil(asked, options, workbench.mintLaunchUrl());
  } finally {
    await workbench.close();
  }
  return 0;
}

function endAskedFor(): Promise<void> {
  return new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    // npm does not pass every signal on; where it is gone, nobody is left who could end this.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
}

/** Shows a team host's own page in a window, whose profile stays: a sign-in link works once. Nothing of it runs on this machine. */
async function showTeam(url: URL): Promise<number> {
  // As browsers do: what this machine's system trusts.
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]);
  await askTeamHost(url, fetch);
  const browser = hasScreen() ? findBrowser() : null;
  if (browser === null) {
    console.log(`Open ${url.href} in Chromium, Chrome or Edge.`);
    return 0;
  }
  const profile = path.join(dataFolder(), "team-windows", digestOf(url.origin));
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const window = openAppWindow(browser, url.href, profile);
  try {
    const end = await Promise.race([window.ended, endAskedFor()]);
    if (!end || end.code === 0) return 0;
    throw new Error(`${browser} could not open a window (exit code ${end.code}).\n${end.lastWords.trim()}`);
  } finally {
    await window.close();
  }
}

/** Prints an address for another browser whenever Enter is pressed: whoever has this terminal is who started the program. */
function offerAddresses(mint: () => string): void {
  if (!process.stdin.isTTY) return;
  process.stdin
    .on("data", () => console.log(`Another window (this address works once, within a minute): ${mint()}`))
    .unref();
}

/** Shows the window until it is closed or the end is asked for; without a window waits for the latter. */
async function showUntil(asked: Promise<void>, options: StartOptions, url: string): Promise<void> {
  const browser = options.window && hasScreen() ? findBrowser() : null;
  if (browser === null) {
    tellAddress(url);
    return asked;
  }
  const window = openAppWindow(browser, url);
  try {
    const end = await Promise.race([window.ended, asked]);
    if (!end || end.code === 0) return;
    console.error(`${browser} could not open a window (exit code ${end.code}).\n${end.lastWords.trim()}`);
    tellAddress(url);
    await asked;
  } finally {
    await window.close();
  }
}

function hasScreen(): boolean {
  if (process.platform !== "linux") return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function tellAddress(url: string): void {
  console.log(`Querent is served at ${url}
Open this address in Chromium, Chrome or Edge on this machine; it works once, within a minute.
Press Enter for another address, Ctrl+C to end.`);
}
