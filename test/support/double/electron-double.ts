import { DoubleWindow, type WindowOptions } from "./browser-window.ts";
import * as modules from "./modules.ts";
import type { Runtime } from "./runtime.ts";
import { only } from "./strict.ts";
import { utilityProcessModule } from "./utility-process.ts";

/** What the app may import from 'electron', by its name; the double knows no others. */
const parts: Record<string, (runtime: Runtime, whenReady: Promise<void>) => object> = {
  app: modules.appModule,
  BrowserWindow: windowClass,
  dialog: modules.dialogModule,
  ipcMain: modules.ipcMainModule,
  Menu: modules.menuModule,
  nativeTheme: modules.nativeThemeModule,
  protocol: modules.protocolModule,
  safeStorage: modules.safeStorageModule,
  screen: modules.screenModule,
  session: modules.sessionModule,
  shell: modules.shellModule,
  utilityProcess: () => utilityProcessModule,
};
export const electronNames = Object.keys(parts);

/**
 * A stand-in for the module 'electron' in the main process: the app's real main and preload code runs against it under
 * Node, and its windows are pages of Chromium. It proves wiring and policy; what Electron itself enforces it cannot prove.
 */
export function electronDouble(runtime: Runtime): Record<string, unknown> {
  // As in Electron, the app is ready only after its entry has run.
  const whenReady = new Promise<void>((resolve) =>
    setImmediate(() => {
      runtime.ready = true;
      runtime.app.emit("ready", {}, {});
      resolve();
    }),
  );
  return Object.fromEntries(
    Object.entries(parts).map(([name, make]) => [name, only(name, make(runtime, whenReady))]),
  );
}

function windowClass(runtime: Runtime): object {
  return class BrowserWindow extends DoubleWindow {
    constructor(options: WindowOptions) {
      super(runtime, options);
    }
    static getAllWindows = () => [...runtime.windows];
    static fromWebContents = (contents: unknown) =>
      [...runtime.windows].find(({ webContents }) => webContents === contents) ?? null;
  };
}
