import { RPCHandler } from "@orpc/server/message-port";
import { ipcMain } from "electron";
import type { Router } from "../../router.ts";
import { isFromOwnPage } from "./app-origin.ts";
import { channels } from "./channels.ts";

/** Serves the contract on the port that a window's preload hands over; `actor` is who sits at this machine. */
export function serveWindows(router: Router, actor: string): void {
  const handler = new RPCHandler(router);
  ipcMain.on(channels.connect, (event) => {
    const [port, ...more] = event.ports;
    if (port === undefined || more.length > 0 || !isFromOwnPage(event.senderFrame)) return;
    handler.upgrade(port, { context: { actor } });
    port.start();
  });
}
