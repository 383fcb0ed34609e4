// biome-ignore-all lint/suspicious/noExplicitAny: values of any kind cross between the processes

/**
 * What a sandboxed preload sees: `require("electron")` with ipcRenderer and contextBridge, and a small `process`.
 * `post` sends a text to the main process, which calls the function answered as `receive`; what crosses is JSON, and texts on
 * ports. Carried into the isolated world as source text, so it must not refer to anything outside itself.
 */
export function preloadWorld(
  post: (text: string) => void,
  expose: (name: string, api: any) => void,
  platform: string,
) {
  const listeners = new Map<string, (...args: any[]) => void>();
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  const ports = new Map<string, MessagePort>();
  let ids = 0;
  const out = (message: any) => post(JSON.stringify(message));

  const give = (port: MessagePort) => {
    const id = crypto.randomUUID();
    ports.set(id, port);
    port.onmessage = ({ data }) => out({ kind: "port", id, data });
    port.addEventListener("close", () => out({ kind: "port-close", id }));
    return id;
  };
  const receivers: Record<string, (message: any) => void> = {
    reply({ id, error, value }) {
      if (error === undefined) waiting.get(id)?.resolve(value);
      else waiting.get(id)?.reject(new Error(`Error invoking remote method: ${error}`));
      waiting.delete(id);
    },
    send: ({ channel, args }) => listeners.get(channel)?.({}, ...args),
    port: ({ id, data }) => ports.get(id)?.postMessage(data),
  };
  const only = (what: string, object: any) =>
    new Proxy(object, {
      get(target, key) {
        if (key in target || typeof key === "symbol" || key === "then") return target[key];
        throw new Error(`electron double: ${what}.${key} is not there`);
      },
    });
  const electron = only("electron (preload)", {
    ipcRenderer: only("ipcRenderer", {
      invoke(channel: string, ...args: any[]) {
        const reply = Promise.withResolvers();
        waiting.set(++ids, reply);
        out({ kind: "invoke", id: ids, channel, args });
        return reply.promise;
      },
      postMessage: (channel: string, message: any, transfer: MessagePort[]) =>
        out({ kind: "post", channel, message, ports: transfer.map(give) }),
      on(channel: string, listener: (...args: any[]) => void) {
        if (listeners.has(channel)) throw new Error(`electron double: ${channel} is listened to already`);
        listeners.set(channel, listener);
      },
    }),
    contextBridge: only("contextBridge", { exposeInMainWorld: expose }),
  });
  return {
    receive(text: string) {
      const message = JSON.parse(text);
      receivers[message.kind]?.(message);
    },
    require(id: string) {
      if (id === "electron") return electron;
      throw new Error(`module not found: ${id} (a sandboxed preload may require only electron)`);
    },
    process: only("process", { platform }),
  };
}
