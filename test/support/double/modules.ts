import { EventEmitter } from "node:events";
import type { Runtime } from "./runtime.ts";
import { only } from "./strict.ts";

type Listener = (event: unknown, ...args: unknown[]) => unknown;

export function ipcMainModule(runtime: Runtime) {
  return Object.assign(runtime.ipcMain, {
    handle(channel: string, handler: Listener) {
      if (runtime.invokeHandlers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      runtime.invokeHandlers.set(channel, handler);
    },
  });
}

export function protocolModule(runtime: Runtime) {
  return {
    registerSchemesAsPrivileged(schemes: { scheme: string; privileges?: Record<string, boolean> }[]) {
      if (runtime.ready)
        throw new Error("protocol.registerSchemesAsPrivileged must be called before app is ready");
      for (const { scheme, privileges } of schemes) runtime.schemes.set(scheme, privileges ?? {});
    },
    handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
      if (!runtime.ready) throw new Error("protocol.handle needs a ready app");
      if (runtime.schemeHandlers.has(scheme)) throw new Error(`${scheme} is handled already`);
      runtime.schemeHandlers.set(scheme, handler);
    },
  };
}

export function sessionModule(runtime: Runtime) {
  const defaultSession = only("session.defaultSession", {
    setPermissionRequestHandler(handler: NonNullable<Runtime["permissionRequests"]>) {
      runtime.permissionRequests = handler;
    },
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
    webRequest: only("webRequest", {
      onBeforeRequest(filter: Runtime["requestFilter"]) {
        runtime.requestFilter = filter;
      },
    }),
  });
  return { defaultSession };
}

export function dialogModule(runtime: Runtime) {
  const ask =
    (kind: string) =>
    async (...args: unknown[]) => {
      const options = args.at(-1) as Record<string, unknown>;
      runtime.dialogsAsked.push({ kind, options });
      const answer = runtime.dialogAnswers.shift();
      if (!answer) throw new Error(`electron double: nobody answers ${kind} (${options?.title ?? ""})`);
      return answer;
    };
  return {
    showOpenDialog: ask("showOpenDialog"),
    showSaveDialog: ask("showSaveDialog"),
    showErrorBox(title: string, content: string) {
      runtime.dialogsAsked.push({ kind: "showErrorBox", options: { title, content } });
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
  return Object.assign(new EventEmitter(), { shouldUseDarkColors: runtime.options.dark });
}
