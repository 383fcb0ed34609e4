import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { RPCHandler } from "@orpc/server/ws";
import { type WebSocket, WebSocketServer } from "ws";
import type { Router } from "../../router.ts";
import { bareHeaders, type RendererFiles, rendererFiles } from "../renderer-files.ts";
import { pacedSocket } from "./paced-socket.ts";
import { WebSessions } from "./web-sessions.ts";

/** Time enough for a browser to start, or to copy an address from one into another; no longer, as an address is a key. */
const tokenLifetimeMs = 60_000;
const heartbeatMs = 20_000;
/** Nobody may hold a connection by sending slowly. */
const patience = {
  maxHeaderSize: 16_384,
  headersTimeout: 3_000,
  requestTimeout: 6_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const largestTokenBytes = 200;
/** SQL may have 2,000,000 characters, of up to 6 bytes each as escaped JSON. */
const largestMessageBytes = 16 * 1024 * 1024;

export interface LoopbackHostOptions {
  router: Router;
  /** Who every caller of this host is. */
  actor: string;
  /** The folder of the renderer's built files. */
  rendererDir: string;
  /** What stands for those files while the renderer is being written (`npm run dev`). */
  files?: RendererFiles;
  /** Windows that are known already, where a host takes the place of another (`npm run dev`). */
  sessions?: WebSessions;
  /** 0 lets the system choose. */
  port: number;
}

/** A running web host; `mintLaunchUrl` answers an address that opens one window, once. */
export interface LoopbackHost {
  origin: string;
  mintLaunchUrl(): string;
  /** Cuts every socket and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves the workbench to this machine only: files and one-time sign-in over HTTP, the contract over a WebSocket whose
 * subprotocol carries the session's secret. Every request must name this host (DNS rebinding) and every change and
 * socket must come from its own origin.
 */
export async function serveLoopback(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const sessions = options.sessions ?? new WebSessions(() => performance.now());
  const server = http.createServer(patience);
  const admit = limitStrangers(server);
  await listen(server, options.port);
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address: HostAddress = { authority, origin: `http://${authority}`, sessions };
  answerRequests(
    server,
    address,
    options.files ?? rendererFiles(options.rendererDir, () => [`ws://${authority}`]),
  );
  const sockets = answerSockets(server, address, admit, options);
  return {
    origin: address.origin,
    mintLaunchUrl: () => `${address.origin}/#launch=${sessions.mint(tokenLifetimeMs)}`,
    async close() {
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Connections of nobody known at once: a browser opens six. */
const mostStrangers = 64;

/**
 * Lets the oldest connection that no window has signed in on make room for the newest, so that nobody who holds many shuts others
 * out; answers what takes a connection out of that. One whose file is being sent counts as new.
 */
function limitStrangers(server: http.Server): (socket: Duplex) => void {
  const strangers = new Set<Duplex>();
  const known = new WeakSet<Duplex>();
  const add = (socket: Duplex) => {
    strangers.delete(socket);
    if (!socket.destroyed && !known.has(socket)) strangers.add(socket);
  };
  server.on("connection", (socket) => {
    add(socket);
    socket.once("close", () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > mostStrangers) oldest?.destroy();
  });
  server.on("request", ({ socket }) => add(socket));
  return (socket) => {
    known.add(socket);
    strangers.delete(socket);
  };
}

interface HostAddress {
  authority: string;
  origin: string;
  sessions: WebSessions;
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function answerRequests(server: http.Server, address: HostAddress, files: RendererFiles): void {
  server.on("request", async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const end = (status: number, text = "") => response.writeHead(status, bareHeaders).end(text);
    try {
      if (request.headers.host !== address.authority)
        return end(421, "This server does not answer for this host name.\n");
      const { pathname, search, origin } = new URL(request.url ?? "/", address.origin);
      if (origin !== address.origin) return end(400, "This page does not exist.\n");
      if (pathname === "/session" || pathname === "/window")
        return await signIn(request, pathname, address, end);
      if (request.method !== "GET" && request.method !== "HEAD") return end(405);
      const file = await files.read(pathname, { search, accept: request.headers.accept ?? "*/*" });
      if (file === null) return end(404, "The file does not exist.\n");
      if (file.headers.etag !== undefined && request.headers["if-none-match"] === file.headers.etag) {
        return response.writeHead(304, file.headers).end();
      }
      response.writeHead(200, { ...file.headers, "content-length": file.body.length });
      response.end(request.method === "HEAD" ? undefined : file.body);
    } catch {
      if (response.headersSent) response.destroy();
      else end(400, "This request is not valid.\n");
    }
  });
}

type End = (status: number, text?: string) => unknown;

async function signIn(
  request: http.IncomingMessage,
  pathname: string,
  address: HostAddress,
  end: End,
): Promise<unknown> {
  const knownWindow = address.sessions.knows(
    /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "",
  );
  if (request.method === "GET" && pathname === "/session") return end(knownWindow ? 204 : 403);
  if (request.method !== "POST") return end(405);
  if (request.headers.origin !== address.origin) return end(403);
  if (pathname === "/window") {
    return knownWindow ? end(200, address.sessions.mint(tokenLifetimeMs)) : end(403);
  }
  const token = await readText(request, largestTokenBytes);
  if (token === null) return end(413);
  const secret = address.sessions.spend(token);
  // 410: the token was good once. The window then says so, and how to come by another.
  return secret === null ? end(address.sessions.isPast(token) ? 410 : 403) : end(200, secret);
}

/** The body as text, or null when it is larger than `limit` bytes. */
async function readText(request: http.IncomingMessage, limit: number): Promise<string | null> {
  let text = "";
  for await (const chunk of request.setEncoding("latin1")) {
    text += chunk;
    if (text.length > limit) return null;
  }
  return text;
}

function answerSockets(
  server: http.Server,
  address: HostAddress,
  admit: (socket: Duplex) => void,
  { router, actor }: LoopbackHostOptions,
) {
  const handler = new RPCHandler(router);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => "querent",
  });
  server.on("upgrade", (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!mayConnect(request, address))
      return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    admit(socket);
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on("error", () => client.terminate());
      void handler.upgrade(pacedSocket(client), { context: { actor } });
    });
  });
  const heartbeat = setInterval(() => endDeadSockets(sockets.clients), heartbeatMs);
  return {
    close() {
      clearInterval(heartbeat);
      for (const client of sockets.clients) client.terminate();
    },
  };
}

function mayConnect(request: http.IncomingMessage, { authority, origin, sessions }: HostAddress): boolean {
  const [protocol, secret, ...more] = (request.headers["sec-websocket-protocol"] ?? "").split(/,\s*/);
  return (
    request.url === "/rpc" &&
    request.headers.host === authority &&
    request.headers.origin === origin &&
    protocol === "querent" &&
    more.length === 0 &&
    sessions.knows(secret ?? "")
  );
}

const awaitingPong = new WeakSet<WebSocket>();

/** Ends the sockets that have not answered the last ping, and pings the others. */
function endDeadSockets(clients: Iterable<WebSocket>): void {
  for (const client of clients) {
    if (awaitingPong.has(client)) {
      client.terminate();
      continue;
    }
    awaitingPong.add(client);
    client.once("pong", () => awaitingPong.delete(client));
    client.ping();
  }
}
