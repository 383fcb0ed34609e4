// Runs first in a child process that stands for a utility process of Electron: its parent is process.parentPort.
import { EventEmitter } from "node:events";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  const send = process.send.bind(process);
  const parentPort = Object.assign(new EventEmitter(), { postMessage: (message) => send(message) });
  process.on("message", (data) => parentPort.emit("message", { data, ports: [] }));
  delete process.send;
  process.parentPort = parentPort;
}
