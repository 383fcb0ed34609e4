import fs from "node:fs";
import { Socket } from "node:net";

/** Takes the network from this process: whatever code got in here, it reaches no other machine and no socket of this one. */
export function closeNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error("this process has no network");
  };
  for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name);
}

/**
 * Takes from this thread what no interpreter needs of Node, should a script ever come by its JavaScript in spite of the
 * import gate: the network, native code, Node's own modules by name.
 */
export function confineThread(): void {
  closeNetwork();
  // Pyodide asks for the constants of the file system in this way, which Node's permission model refuses.
  const binding = () => ({ fs: fs.constants });
  const refuse = () => {
    throw new Error("an interpreter has no use for this");
  };
  const closed = { binding, _linkedBinding: refuse, dlopen: refuse, kill: refuse, chdir: refuse };
  for (const [name, value] of Object.entries(closed))
    Object.defineProperty(process, name, { value, configurable: false, writable: false });
}
