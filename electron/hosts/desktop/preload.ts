import { contextBridge, ipcRenderer } from "electron";
import type { DesktopBridge } from "#shared/contract/desktop-bridge.ts";
import { channels } from "./channels.ts";

/** Hands the page's port to the main process: one exact message, once a document, from the page itself. */
function handOverPort(event: MessageEvent): void {
  const { source, origin, data, ports } = event;
  if (source !== window || (origin !== location.origin && origin !== "null")) return;
  if (typeof data !== "object" || data === null || data.type !== "querent:connect") return;
  if (Object.keys(data).length !== 1 || ports.length !== 1) return;
  window.removeEventListener("message", handOverPort);
  ipcRenderer.postMessage(channels.connect, null, [...ports]);
}
window.addEventListener("message", handOverPort);

const listeners = new Set<(id: string) => void>();
ipcRenderer.on(channels.command, (_event, id: string) => {
  for (const listener of listeners) listener(id);
});

const bridge: DesktopBridge = Object.freeze({
  platform: process.platform,
  openFile: (options) => ipcRenderer.invoke(channels.openFile, options),
  openFolder: (options) => ipcRenderer.invoke(channels.openFolder, options),
  saveText: (options) => ipcRenderer.invoke(channels.saveText, options),
  openWindow: () => ipcRenderer.invoke(channels.openWindow),
  openTeam: (address) => ipcRenderer.invoke(channels.openTeam, address),
  onCommand(listener) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
} satisfies DesktopBridge);

contextBridge.exposeInMainWorld("querent", bridge);
