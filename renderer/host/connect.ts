import { LinkMessagePortClient } from "@orpc/client/message-port";
import { clientOver } from "./client-over.ts";
import { type Connection, createState } from "./connection.ts";
import { ReconnectingSocket } from "./reconnecting-socket.ts";
import { sessionStatus, webSession } from "./web-session.ts";

/**
 * Connects this window to its back end: over the port that the desktop's preload hands over, else over the web host's
 * socket. Call it before anything reads the address's fragment. A window that the host refuses gets a connection too,
 * in the state "refused", so that the shell can say so.
 */
export function connect(): Promise<Connection> {
  return window.querent === undefined ? connectToWebHost() : Promise.resolve(connectToDesktop());
}

function connectToDesktop(): Connection {
  const state = createState("connected");
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("close", () => state.set("refused"));
  const client = clientOver(new LinkMessagePortClient({ port: port1 }));
  port1.start();
  window.postMessage({ type: "querent:connect" }, location.origin === "null" ? "*" : location.origin, [
    port2,
  ]);
  return { client, state };
}

async function connectToWebHost(): Promise<Connection> {
  const session = await webSession();
  const secret = "secret" in session ? session.secret : "none";
  const protocols = secret === null ? ["querent"] : ["querent", secret];
  const socket = new ReconnectingSocket({
    open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/rpc`, protocols),
    pause: pauseUnlessOnline,
    status: async () => {
      if ("refused" in session) return session.refused;
      const status = await sessionStatus(secret);
      return status === "refused" ? (secret === null ? "signed-out" : "ended") : status;
    },
  });
  await socket.settled();
  return { client: clientOver(socket), state: socket.state };
}

/** Waits, but not after the browser says that the network is back. */
function pauseUnlessOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
  });
}
