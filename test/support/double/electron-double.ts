import { DoubleWindow, type WindowOptions } from "./browser-window.ts";
import {
  appModule,
  dialogModule,
  ipcMainModule,
  menuModule,
  nativeThemeModule,
  protocolModule,
  safeStorageModule,
  screenModule,
  sessionModule,
  shellModule,
} from "./modules.ts";
import type { Runtime } from "./runtime.ts";
import { only } from "./strict.ts";
import { utilityProcessModule } from "./utility-process.ts";

/** The names that the app may import from 'electron'; the double knows no others. */
export const electronNames = [
  "app",
  "BrowserWindow",
  "dialog",
  "ipcMain",
  "Menu",
  "nativeTheme",
  "protocol",
  "safeStorage",
  "screen",
  "session",
  "shell",
  "utilityProcess",
] as const;

/**
 * A stand-in for the module 'electron' in the main process: the app's real main and preload code runs against it under
 * Node, and its windows are pages of Chromium. It proves wiring and policy; what Electron itself enforces it cannot prove.
 */
export function electronDouble(runtime: Runtime): Record<(typeof electronNames)[number], unknown> {
  // As in Electron, the app is ready only after its entry has run.
  const whenReady = new Promise<void>((resolve) =>
    setImmediate(() => {
      runtime.ready = true;
      runtime.app.emit("ready", {}, {});
      resolve();
    }),
  );
  class BrowserWindow extends DoubleWindow {
    constructor(options: WindowOptions) {
      super(runtime, options);
    }
    static getAllWindows = () => [...runtime.windows];
    static fromWebContents = (contents: unknown) =>
      [...runtime.windows].find(({ webContents }) => webContents === contents) ?? null;
  }
  return {
    app: only("app", appModule(runtime, whenReady)),
    BrowserWindow,
    dialog: only("dialog", dialogModule(runtime)),
    ipcMain: only("ipcMain", ipcMainModule(runtime)),
    Menu: only("Menu", menuModule(runtime)),
    nativeTheme: only("nativeTheme", nativeThemeModule(runtime)),
    protocol: only("protocol", protocolModule(runtime)),
    safeStorage: only("safeStorage", safeStorageModule(runtime)),
    screen: only("screen", screenModule(runtime)),
    session: only("session", sessionModule(runtime)),
    shell: only("shell", shellModule(runtime)),
    utilityProcess: only("utilityProcess", utilityProcessModule),
  };
}
