import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Runtime } from "./runtime.ts";
import { preventable } from "./strict.ts";

/** The module's `app`: its life from ready to exit, in Electron's order. */
export function appModule(runtime: Runtime, whenReady: Promise<void>) {
  const exit = async (code = 0) => {
    runtime.quitting = true;
    for (const window of [...runtime.windows]) window.gone();
    runtime.app.emit("quit", {}, code);
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
    getName: () => "Querent",
    getAppPath: () => runtime.options.appPath,
    getPath(name: string) {
      const folder =
        name === "userData" ? runtime.options.userData : path.join(runtime.options.userData, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    quit,
    exit,
  });
}
