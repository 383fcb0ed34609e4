import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const graceMs = 3_000;

/** A browser that shows the workbench as a window of its own. */
export interface AppWindow {
  /** Resolves when the browser has ended, with its last words when it ended badly. */
  ended: Promise<{ code: number | null; lastWords: string }>;
  /** Ends the browser and everything it started, and removes its profile. */
  close(): Promise<void>;
}

/** Opens `url` as an app window, in a browser profile of its own that is removed afterwards. */
export function openAppWindow(browser: string, url: string): AppWindow {
  const profile = mkdtempSync(path.join(tmpdir(), "querent-window-"));
  // Its own process group on POSIX, so that all of a browser's processes can be ended together.
  const child = spawn(browser, flags(url, profile), {
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
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

function flags(url: string, profile: string): string[] {
  const asRoot = process.getuid?.() === 0;
  return [
    `--app=${url}`,
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
