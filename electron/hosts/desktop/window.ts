import path from "node:path";
import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from "electron";
import { appOrigin } from "./app-origin.ts";
import { readWindowBounds, visibleBounds, type WindowBounds, writeWindowBounds } from "./window-bounds.ts";

const rememberAfterMs = 500;
/** A second window is a little below and right of the first. */
const cascade = 32;

/** Opens a window of the workbench where the last one was; resolves when its page has loaded. */
export async function openBrowserWindow(): Promise<BrowserWindow> {
  const { window, show } = makeWindow({ preload: path.join(import.meta.dirname, "preload.cjs") });
  await show(`${appOrigin}/index.html`);
  return window;
}

/** A window where the last one was, behind the same walls whatever it shows; `show` resolves when a page has loaded in it. */
export function makeWindow(page: Pick<WebPreferences, "preload" | "session">): {
  window: BrowserWindow;
  show(url: string): Promise<void>;
} {
  const file = path.join(app.getPath("userData"), "window.json");
  const bounds = nextBounds(file);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: "Querent",
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#16181c" : "#ffffff",
    webPreferences: {
      ...page,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (bounds.maximised) window.maximize();
  window.once("ready-to-show", () => window.show());
  rememberBounds(window, file);
  return { window, show: (url) => window.loadURL(url) };
}

function nextBounds(file: string): WindowBounds {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const step = BrowserWindow.getAllWindows().length * cascade;
  const remembered = readWindowBounds(file);
  return visibleBounds(
    remembered && { ...remembered, x: remembered.x + step, y: remembered.y + step },
    [primary, ...others].map(({ workArea }) => workArea),
  );
}

function rememberBounds(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const remember = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized()) return;
    writeWindowBounds(file, { ...window.getNormalBounds(), maximised: window.isMaximized() });
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(remember, rememberAfterMs);
  };
  window.on("resize", soon);
  window.on("move", soon);
  window.on("maximize", soon);
  window.on("unmaximize", soon);
  window.on("close", remember);
}
