// biome-ignore-all lint/suspicious/noExplicitAny: values of any kind cross between the processes
import type { Codec } from "./codec.ts";

export interface PreloadInfo {
  platform: string;
  versions: Record<string, string>;
}

/**
 * What a sandboxed preload sees: `require("electron")` with ipcRenderer and contextBridge, and a small `process`.
 * `post` sends a text to the main process, which calls the function answered as `receive`. Carried into the isolated world
 * as source text, so it must not refer to anything outside itself.
 */
export function preloadWorld(
  codec: Codec,
  post: (text: string) => void,
  expose: (name: string, value: any) => void,
  info: PreloadInfo,
) {
  const listeners = new Map<string, Set<(...args: any[]) => void>>();
  const waiting = new Map<
    number,
    { resolve(value: any): void; reject(error: Error): void; channel: string }
  >();
  const ports = new Map<string, MessagePort>();
  let ids = 0;
  const out = (message: any) => post(JSON.stringify(message));

  const adopt = (port: MessagePort, id: string) => {
    ports.set(id, port);
    port.onmessage = ({ data }) => out({ kind: "port", id, data: codec.encode(data) });
    port.addEventListener("close", () => out({ kind: "port-close", id }));
  };
  const give = (port: MessagePort) => {
    const id = `page-${++ids}-${crypto.randomUUID()}`;
    adopt(port, id);
    return id;
  };
  const receivers: Record<string, (message: any) => void> = {
    reply({ id, error, value }) {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) waiter?.resolve(codec.decode(value));
      else waiter?.reject(new Error(`Error invoking remote method '${waiter.channel}': ${error}`));
    },
    send({ channel, args }) {
      for (const listener of [...(listeners.get(channel) ?? [])]) {
        listener({ sender: ipcRenderer, ports: [] }, ...(codec.decode(args) as any[]));
      }
    },
    port: ({ id, data }) => ports.get(id)?.postMessage(codec.decode(data)),
    "port-close"({ id }) {
      ports.get(id)?.close();
      ports.delete(id);
    },
  };

  const ipcRenderer = {
    invoke: (channel: string, ...args: any[]) =>
      new Promise((resolve, reject) => {
        waiting.set(++ids, { resolve, reject, channel });
        out({ kind: "invoke", id: ids, channel, args: codec.encode(args) });
      }),
    send: (channel: string, ...args: any[]) =>
      out({ kind: "send", channel, args: codec.encode(args), ports: [] }),
    postMessage: (channel: string, message: any, transfer: MessagePort[] = []) =>
      out({ kind: "send", channel, args: codec.encode([message]), ports: transfer.map(give) }),
    on(channel: string, listener: (...args: any[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    removeListener(channel: string, listener: (...args: any[]) => void) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  const only = (what: string, object: any) =>
    new Proxy(object, {
      get(target, key) {
        if (key in target || typeof key === "symbol" || key === "then") return target[key];
        throw new Error(`electron double: ${what}.${key} is not there`);
      },
    });
  const electron = only("electron (preload)", {
    ipcRenderer: only("ipcRenderer", ipcRenderer),
    contextBridge: only("contextBridge", { exposeInMainWorld: expose }),
  });
  return {
    receive: (text: string) => {
      const message = JSON.parse(text);
      receivers[message.kind]?.(message);
    },
    require(id: string) {
      if (id === "electron") return electron;
      throw new Error(`module not found: ${id} (a sandboxed preload may require only electron)`);
    },
    process: { ...info, type: "renderer", sandboxed: true, contextIsolated: true, argv: [], env: {} },
  };
}
