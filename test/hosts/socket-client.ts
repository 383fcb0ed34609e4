import { WebSocket as NodeSocket } from "ws";
import type { LoopbackHost } from "../../electron/hosts/web/loopback-host.ts";
import { clientOver } from "../../renderer/host/client-over.ts";
import type { Client } from "../../renderer/host/connection.ts";
import { ReconnectingSocket } from "../../renderer/host/reconnecting-socket.ts";

export interface SocketClient {
  client: Client;
  connection: ReconnectingSocket;
  /** The socket that was opened last. */
  socket(): NodeSocket;
}

/** Signs in at a host and connects as a window does, through `port` where a line is between. */
export async function connectSocket(
  host: LoopbackHost,
  port = Number(new URL(host.origin).port),
): Promise<SocketClient> {
  const { origin } = host;
  const { host: authority } = new URL(origin);
  const token = new URL(host.mintLaunchUrl()).hash.replace("#launch=", "");
  const answer = await fetch(`${origin}/session`, { method: "POST", headers: { origin }, body: token });
  const secret = await answer.text();
  let latest: NodeSocket | undefined;
  const connection = new ReconnectingSocket({
    open() {
      // The host is addressed by its own name, whatever line leads to it.
      const headers = { origin, host: authority };
      latest = new NodeSocket(`ws://127.0.0.1:${port}/rpc`, ["querent", secret], { headers });
      // A failure is followed by "close", which is what counts.
      latest.on("error", () => undefined);
      return latest as unknown as WebSocket;
    },
    async status() {
      const headers = { authorization: `Bearer ${secret}` };
      return fetch(`${origin}/session`, { headers }).then(
        ({ ok }) => (ok ? "known" : "ended"),
        () => "away",
      );
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 20))),
  });
  await connection.settled();
  return { client: clientOver(connection), connection, socket: () => latest as NodeSocket };
}
