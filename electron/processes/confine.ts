import fs from "node:fs";
import { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";

/** Lets a process without network reach one server, and no longer the one before; `host` may be the folder of its socket. */
export type ReachServer = (server: { host: string; port: number }) => void;

/**
 * Takes the network from this process: whatever code got in here, it reaches no other machine and no socket of this one,
 * but for the server that it is let reach.
 */
export function closeNetwork(): ReachServer {
  const { connect } = Socket.prototype;
  let reachable: unknown[] | null = null;
  Socket.prototype.connect = function (this: Socket, ...to: unknown[]) {
    if (!isDeepStrictEqual(to, reachable)) throw new Error("this process has no network");
    return Reflect.apply(connect, this, to);
  };
  for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name);
  return ({ host, port }) => {
    // These are the arguments with which pg connects, and no others are let through.
    reachable = host.startsWith("/") ? [`${host}/.s.PGSQL.${port}`, undefined] : [port, host];
  };
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
