import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Runtime } from "./runtime.ts";
import { preventable } from "./strict.ts";

type Listener = (event: unknown, ...args: unknown[]) => unknown;

/** The module's `app`: its life from ready to exit, in Electron's order. */
export function appModule(runtime: Runtime, whenReady: Promise<void>) {
  const exit = async (code = 0) => {
    runtime.quitting = true;
    for (const window of [...runtime.windows]) window.gone();
    await runtime.exited(code);
  };
  const endIfPossible = () => {
    if (runtime.windows.size > 0) return;
    const event = preventable();
    runtime.app.emit("will-quit", event);
    if (!event.defaultPrevented) void exit();
  };
  const quit = () => {
    if (runtime.quitting) return;
    runtime.quitting = true;
    for (const window of [...runtime.windows]) {
      window.once("closed", endIfPossible);
      window.close();
    }
    endIfPossible();
  };
  return Object.assign(runtime.app, {
    isPackaged: false,
    whenReady: () => whenReady,
    enableSandbox() {
      if (runtime.ready) throw new Error("app.enableSandbox() can only be called before app is ready");
      runtime.sandboxed = true;
    },
    requestSingleInstanceLock: () => runtime.options.singleInstance,
    getVersion: () => "0.0.0-double",
    getPath(name: string) {
      const { userData } = runtime.options;
      const folder = name === "userData" ? userData : path.join(userData, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    quit,
    exit,
  });
}

export function ipcMainModule(runtime: Runtime) {
  return Object.assign(runtime.ipcMain, {
    handle(channel: string, handler: Listener) {
      if (runtime.invokeHandlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      runtime.invokeHandlers.set(channel, handler);
    },
  });
}

export function protocolModule(runtime: Runtime) {
  return {
    registerSchemesAsPrivileged(schemes: { scheme: string }[]) {
      if (runtime.ready)
        throw new Error("protocol.registerSchemesAsPrivileged must be called before app is ready");
      for (const { scheme } of schemes) runtime.schemes.add(scheme);
    },
    handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
      if (!runtime.ready) throw new Error("protocol.handle needs a ready app");
      if (runtime.schemeHandlers.has(scheme)) throw new Error(`${scheme} is handled already`);
      runtime.schemeHandlers.set(scheme, handler);
    },
  };
}

export function sessionModule(runtime: Runtime) {
  return {
    defaultSession: runtime.session(""),
    fromPartition: (name: string) => runtime.session(name),
  };
}

export function dialogModule(runtime: Runtime) {
  const ask = (kind: string) => async (_window: unknown, options: Record<string, unknown>) => {
    runtime.dialogsAsked.push({ kind, options });
    const answer = runtime.dialogAnswers.shift();
    if (!answer) throw new Error(`electron double: nobody answers ${kind} (${options.title ?? ""})`);
    return answer;
  };
  return {
    showOpenDialog: ask("showOpenDialog"),
    showSaveDialog: ask("showSaveDialog"),
    showMessageBox: ask("showMessageBox"),
    showErrorBox(title: string, content: string) {
      runtime.dialogsAsked.push({ kind: "showErrorBox", options: { title, content } });
    },
  };
}

export interface DoubleMenuItem {
  id?: string;
  submenu?: DoubleMenuItem[];
  click?(item: DoubleMenuItem, window: unknown): void;
}

/** A menu stays the template that it was built from, in which a test chooses an item by its id. */
export function menuModule(runtime: Runtime) {
  return {
    buildFromTemplate: (template: DoubleMenuItem[]) => template,
    setApplicationMenu(menu: DoubleMenuItem[]) {
      runtime.menuItems = menu.flatMap((item) => [item, ...(item.submenu ?? [])]);
    },
  };
}

/** A key store that is unlocked: what one runtime locked no other can read. */
export function safeStorageModule(runtime: Runtime) {
  const key = `locked by ${crypto.randomUUID()}: `;
  const ready = (): void => {
    if (!runtime.ready) throw new Error("safeStorage cannot be used before the app is ready");
  };
  return {
    isEncryptionAvailable() {
      ready();
      return true;
    },
    getSelectedStorageBackend: () => "gnome_libsecret",
    encryptString(text: string): Buffer {
      ready();
      return Buffer.from(key + Buffer.from(text).toString("base64"));
    },
    decryptString(encrypted: Buffer): string {
      ready();
      const locked = String(encrypted);
      if (!locked.startsWith(key)) throw new Error("Error while decrypting the ciphertext");
      return Buffer.from(locked.slice(key.length), "base64").toString();
    },
  };
}

export function shellModule(runtime: Runtime) {
  return {
    async openExternal(url: string) {
      runtime.openedOutside.push(url);
    },
  };
}

export function screenModule(runtime: Runtime) {
  const displays = () => runtime.options.workAreas.map((workArea, id) => ({ id, workArea }));
  return { getAllDisplays: displays, getPrimaryDisplay: () => displays()[0] };
}

export function nativeThemeModule(runtime: Runtime) {
  return { shouldUseDarkColors: runtime.options.dark };
}
