// npm run dev: opens the workbench on loopback with hot reload of the window, and starts the back end again on a change of it.
import { type ChildProcess, fork } from "node:child_process";
import { realpathSync, watch } from "node:fs";
import net from "node:net";
import path from "node:path";
import { createServer } from "vite";
import { parseStartOptions } from "../electron/hosts/start-options.ts";
import { openAppWindow } from "../electron/hosts/web/app-window.ts";
import { findBrowser } from "../electron/hosts/web/find-browser.ts";
import { distFolder, ensureBuilt } from "./build.ts";
import type { DevBackEndOptions, DevMessage } from "./dev-back-end.ts";
import { rendererConfig } from "./renderer.config.ts";

const root = path.resolve(import.meta.dirname, "..");
/** An editor writes a file in several steps: the back end starts again once they rest so long, in milliseconds. */
const restMs = 200;

const options = parseStartOptions(process.argv.slice(2));
await ensureBuilt("sample");
const port = await freePort();
const vite = await createServer({
  ...rendererConfig(distFolder("renderer")),
  cacheDir: path.join(root, "dist/.vite-dev"),
  // Only the back end asks it for files; the page talks to it for hot reload alone.
  server: {
    host: "127.0.0.1",
    port,
    strictPort: true,
    hmr: { host: "127.0.0.1", clientPort: port },
    fs: { allow: [root, realpathSync(path.join(root, "node_modules"))] },
  },
  appType: "mpa",
});
await vite.listen();

const started: DevBackEndOptions = { ...options, viteOrigin: `http://127.0.0.1:${port}`, sessions: [] };
let child: ChildProcess | null = null;
let window: ReturnType<typeof openAppWindow> | null = null;
let isEnding = false;

/** A port that nobody listens on. The page has to be told it, as it comes from another one. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Starts the back end. It serves at the port of the one before, and knows the windows that that one knew. */
function startBackEnd(): void {
  const next = fork(path.join(import.meta.dirname, "dev-back-end.ts"), [JSON.stringify(started)], {
    stdio: ["pipe", "inherit", "inherit", "ipc"],
    execArgv: process.execArgv,
  });
  child = next;
  next.on("message", (message: DevMessage) => {
    if (message.type === "session") started.sessions.push(message.hash);
    else {
      started.port = message.port;
      show(message.url);
    }
  });
  next.on("exit", () => {
    // One that fails to start, as in the middle of an edit, is started again at the next change.
    if (child === next) child = null;
  });
}

function show(url: string): void {
  if (window !== null) return;
  console.log(
    `Querent is served at ${url}\nIt lets one window in, once. Press Enter for another address, Ctrl+C to end.`,
  );
  const browser =
    options.window && (process.platform !== "linux" || process.env.DISPLAY) ? findBrowser() : null;
  if (browser === null) return;
  window = openAppWindow(browser, url);
  void window.ended.then(() => end());
}

let timer: NodeJS.Timeout | undefined;
function startAgainSoon(file: string | null): void {
  if (file !== null && !file.endsWith(".ts")) return;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    console.log("The back end starts again …");
    await ended(child);
    startBackEnd();
  }, restMs);
}

/** Asks a back end to end, and waits until it has written its workspace. */
async function ended(before: ChildProcess | null): Promise<void> {
  if (before === null || before.exitCode !== null) return;
  const exit = new Promise((resolve) => before.once("exit", resolve));
  before.kill("SIGTERM");
  await exit;
}

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await window?.close();
  await ended(child);
  await vite.close();
  process.exit(0);
}

startBackEnd();
for (const folder of ["electron", "shared"])
  watch(path.join(root, folder), { recursive: true }, (_event, file) => startAgainSoon(file));
if (process.stdin.isTTY) process.stdin.on("data", () => child?.send("address")).unref();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
