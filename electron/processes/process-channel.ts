/** A worker's end of the channel to the process that started it. */
export interface ProcessChannel {
  /** Resolves when the message is out. */
  send(message: unknown): Promise<void>;
  onMessage(listener: (message: unknown) => void): void;
}

/** The port of an Electron utility process, of which Node's types know nothing. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

/** Finds the channel: the port of a utility process, or the IPC channel of a forked one. Ends the process when the other side is gone. */
export function openProcessChannel(): ProcessChannel {
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  if (parentPort)
    return {
      send: async (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", ({ data }) => listener(data)),
    };
  process.on("disconnect", () => process.exit());
  return {
    send: (message) => new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve())),
    onMessage: (listener) => void process.on("message", listener),
  };
}
