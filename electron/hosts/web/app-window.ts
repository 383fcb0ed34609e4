import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const graceMs = 3_000;

/** A browser that shows the workbench as a window of its own. */
export interface AppWindow {
  /** Resolves when the browser has ended, with its last words when it ended badly. */
  ended: Promise<{ code: number | null; lastWords: string }>;
  /** Ends the browser and everything it started, and removes its profile. */
  close(): Promise<void>;
}

/** Opens `url` as an app window, in a browser profile of its own that is removed afterwards, unless it is one that is `kept`. */
export function openAppWindow(browser: string, url: string, kept: string | null = null): AppWindow {
  const profile = kept ?? mkdtempSync(path.join(tmpdir(), "querent-window-"));
  // Its own process group on POSIX, so that all of a browser's processes can be ended together.
  const child = spawn(browser, flags(writeOpener(url, profile), profile), {
    stdio: ["ignore", "ignore", "pipe"],
    detached: process.platform !== "win32",
  });
  let lastWords = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-2000);
  });
  const ended = new Promise<{ code: number | null; lastWords: string }>((resolve) => {
    child.once("error", (error) => resolve({ code: null, lastWords: error.message }));
    child.once("close", (code) => resolve({ code, lastWords }));
  });
  return {
    ended,
    async close() {
      endGroup(child, "SIGTERM");
      const forced = setTimeout(() => endGroup(child, "SIGKILL"), graceMs);
      await ended;
      clearTimeout(forced);
      endGroup(child, "SIGKILL");
      // The last processes of the group may still be writing.
      if (kept === null) rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/**
 * A page that leads to `url`, which holds a key and may not stand among the arguments: every account of the machine can list
 * those. The profile's folder is this account's alone.
 */
function writeOpener(url: string, profile: string): URL {
  const file = path.join(profile, "open.html");
  const script = `location.replace(${JSON.stringify(url).replaceAll("<", "\\u003c")})`;
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Querent</title><script>${script}</script>\n`,
    {
      mode: 0o600,
    },
  );
  return pathToFileURL(file);
}

function flags(page: URL, profile: string): string[] {
  const asRoot = process.getuid?.() === 0;
  return [
    `--app=${page}`,
    `--user-data-dir=${profile}`,
    "--class=Querent",
    "--window-size=1440,900",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--password-store=basic",
    // Chromium's sandbox refuses to run as root; --test-type hides the bar that says so.
    ...(asRoot ? ["--no-sandbox", "--test-type"] : []),
  ];
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // The whole group has ended already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
