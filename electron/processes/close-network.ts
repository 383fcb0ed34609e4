import { Socket } from "node:net";

/** Takes the network from this process: whatever code got in here, it reaches no other machine and no socket of this one. */
export function closeNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error("this process has no network");
  };
  for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name);
}
