// npm start: opens the workbench, in Electron when its runtime is here, else served on loopback in an app window.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import {
  parseStartOptions,
  type StartOptions,
  startUsage,
  UsageError,
} from "../electron/hosts/start-options.ts";
import { openAppWindow } from "./app-window.ts";
import { distFolder, ensureBuilt } from "./build.ts";
import { findElectron } from "./electron-runtime.ts";
import { findBrowser } from "./find-browser.ts";

if (import.meta.main) process.exitCode = await start(process.argv.slice(2));

/** Opens the workbench; the answer is the exit code. */
export async function start(args: string[]): Promise<number> {
  try {
    return await startAny(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function startAny(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(startUsage);
    return 0;
  }
  const options = usable(args);
  if (options === null) return 2;
  const electron = options.host === "web" ? null : findElectron();
  if (options.host === "desktop" && electron === null) {
    console.error(
      "Electron's runtime is not installed. Run 'npx install-electron --no', or leave out --host desktop.",
    );
    return 1;
  }
  return electron === null ? startWebHost(options) : startElectron(electron, args);
}

function usable(args: string[]): StartOptions | null {
  try {
    return parseStartOptions(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${startUsage}`);
    return null;
  }
}

async function startElectron(electron: string, args: string[]): Promise<number> {
  await ensureBuilt();
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(electron, [path.join(distFolder("desktop"), "main.mjs"), ...asRoot, ...args], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 0));
  });
}

async function startWebHost(options: StartOptions): Promise<number> {
  await ensureBuilt("renderer", "sample");
  // Loaded only now: the options are judged without waiting for the back end's modules.
  const { startWorkbench } = await import("../electron/hosts/web/start-workbench.ts");
  const workbench = await startWorkbench({
    ...options,
    version: JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")).version,
    rendererDir: distFolder("renderer"),
    sampleDir: distFolder("sample"),
  });
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    // npm does not pass every signal on; where it is gone, nobody is left who could end this.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
  try {
    offerAddresses(workbench.mintLaunchUrl);
    await showUntil(asked, options, workbench.mintLaunchUrl());
  } finally {
    await workbench.close();
  }
  return 0;
}

/** Prints an address for another browser whenever Enter is pressed: whoever has this terminal is who started the program. */
function offerAddresses(mint: () => string): void {
  if (!process.stdin.isTTY) return;
  process.stdin.on("data", () => console.log(`One more window, once: ${mint()}`)).unref();
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
Open this address in Chromium, Chrome or Edge on this machine; it lets one window in, once.
Press Enter for another address, Ctrl+C to end.`);
}
