import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { RPCHandler } from "@orpc/server/ws";
import { type WebSocket, WebSocketServer } from "ws";
import type { HostContext, Router } from "../../router.ts";
import { StorageError } from "../../store/storage-error.ts";
import { bareHeaders, type RendererFiles } from "../renderer-files.ts";
import { pacedSocket } from "./paced-socket.ts";

const heartbeatMs = 20_000;
/** Nobody may hold a connection by sending slowly: a file of somebody known may take long, anything else its `bodyMs`. */
const patience = {
  maxHeaderSize: 16_384,
  headersTimeout: 3_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const bodyMs = 6_000;
/** SQL may have 2,000,000 characters, of up to 6 bytes each as escaped JSON. */
const largestMessageBytes = 16 * 1024 * 1024;
/** Connections of nobody known at once: a browser opens six. */
const mostStrangers = 64;

/** Answers a request and ends it. */
export type End = (status: number, text?: string, headers?: http.OutgoingHttpHeaders) => unknown;

/** A request that is to be answered. */
export interface Asked {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  /** What it asks for, at the address of the host. */
  url: URL;
  end: End;
  /** Takes the connection for that of somebody known: it may take its time, and is cut where their sockets are. */
  hold(caller: HostContext): void;
}

/** How windows sign in to a host, and by what it knows them again. */
export interface Admission {
  /** Answers a request that is about signing in, or that only somebody known may make; false: it is none. */
  answer(asked: Asked): Promise<boolean>;
  /** Who opens a socket; null: nobody known. */
  callerOf(request: http.IncomingMessage): Promise<HostContext | null>;
}

/** Where a host is reached: "127.0.0.1:4711" and "http://127.0.0.1:4711". */
export interface HostAddress {
  authority: string;
  origin: string;
}

export interface WebServerOptions {
  router: Router;
  /** 0 lets the system choose. */
  port: number;
  /** The network address to listen on. */
  listenOn: string;
  /** The files of a certificate and its key, for HTTPS. */
  tls: { cert: string; key: string } | null;
  /** What people write to reach it, where that is not what it listens on. */
  publicAddress: HostAddress | null;
  /** Made when the address is known. */
  admission(address: HostAddress): Admission;
  files(address: HostAddress): RendererFiles;
}

/** A running web server. */
export interface WebServer {
  address: HostAddress;
  /** On which it listens. */
  port: number;
  /** Whose sockets and files on their way are open. */
  callers(): readonly HostContext[];
  /** Cuts those of the callers that are meant; their windows connect again where they still may. */
  cut(isMeant: (caller: HostContext) => boolean): void;
  /** Cuts every socket and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves the workbench: files and sign-in over HTTP, the contract over a WebSocket. Every request must name this host (DNS
 * rebinding) and every socket must come from its own origin.
 */
export async function serveWeb(options: WebServerOptions): Promise<WebServer> {
  const { tls, listenOn, port } = options;
  const server =
    tls === null
      ? http.createServer(patience)
      : https.createServer({ ...patience, cert: readFileSync(tls.cert), key: readFileSync(tls.key) });
  const admit = limitStrangers(server);
  await listen(server, port, listenOn);
  const bound = (server.address() as AddressInfo).port;
  const authority = `${listenOn}:${bound}`;
  const own = { authority, origin: `${tls === null ? "http" : "https"}://${authority}` };
  const address = options.publicAddress ?? own;
  const admission = options.admission(address);
  const callers = new Map<Cuttable, HostContext>();
  answerRequests(server, options.files(address), { address, admission, admit, callers });
  const sockets = answerSockets(server, { address, admission, admit, callers, router: options.router });
  return {
    ...{ address, port: bound },
    callers: () => [...callers.values()],
    cut(isMeant) {
      for (const [line, caller] of callers) if (isMeant(caller)) line.terminate();
    },
    async close() {
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

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

function listen(server: http.Server, port: number, listenOn: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, listenOn, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** A socket, or a connection with a file on it, that can be cut. */
interface Cuttable {
  terminate(): void;
}

interface Answering {
  address: HostAddress;
  admission: Admission;
  admit(socket: Duplex): void;
  /** Whose lines are open. */
  callers: Map<Cuttable, HostContext>;
}

function answerRequests(server: http.Server, files: RendererFiles, answering: Answering): void {
  const { address, admission } = answering;
  server.on("request", async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const end: End = (status, text = "", headers = {}) =>
      response.writeHead(status, { ...bareHeaders, ...headers }).end(text);
    const hold = holding(request, response, answering);
    try {
      if (request.headers.host !== address.authority)
        return end(421, "This server does not answer for this host name.\n");
      const url = new URL(request.url ?? "/", address.origin);
      const { pathname, search, origin } = url;
      if (origin !== address.origin) return end(400, "This page does not exist.\n");
      if (await admission.answer({ request, response, url, end, hold })) return;
      if (request.method !== "GET" && request.method !== "HEAD") return end(405);
      const file = await files.read(pathname, { search, accept: request.headers.accept ?? "*/*" });
      if (file === null) return end(404, "The file does not exist.\n");
      if (file.headers.etag !== undefined && request.headers["if-none-match"] === file.headers.etag) {
        return response.writeHead(304, file.headers).end();
      }
      response.writeHead(200, { ...file.headers, "content-length": file.body.length });
      response.end(request.method === "HEAD" ? undefined : file.body);
    } catch (error) {
      if (response.headersSent) response.destroy();
      // Nobody is signed out because the workspace's server is away.
      else if (error instanceof StorageError) end(503, "The workspace cannot be reached at the moment.\n");
      else end(400, "This request is not valid.\n");
    }
  });
}

/** The body as text, or null when it is larger than `limit` bytes. */
export async function readText(request: http.IncomingMessage, limit: number): Promise<string | null> {
  let text = "";
  for await (const chunk of request.setEncoding("latin1")) {
    text += chunk;
    if (text.length > limit) return null;
  }
  return text;
}

/** Cuts a request whose body does not come in time, unless it is held for somebody known. */
function holding(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { admit, callers }: Answering,
): Asked["hold"] {
  const { socket } = request;
  const line = { terminate: () => socket.destroy() };
  const slow = setTimeout(() => request.complete || line.terminate(), bodyMs);
  response.once("close", () => {
    clearTimeout(slow);
    callers.delete(line);
  });
  return (caller) => {
    clearTimeout(slow);
    admit(socket);
    callers.set(line, caller);
  };
}

interface AnsweringSockets extends Answering {
  router: Router;
}

function answerSockets(
  server: http.Server,
  { address, admission, admit, callers, router }: AnsweringSockets,
) {
  const handler = new RPCHandler(router);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => "querent",
  });
  server.on("upgrade", async (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const caller = isFromHere(request, address) ? await admission.callerOf(request).catch(() => null) : null;
    if (caller === null) return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    admit(socket);
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on("error", () => client.terminate());
      client.once("close", () => callers.delete(client));
      callers.set(client, caller);
      void handler.upgrade(pacedSocket(client), { context: caller });
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

function isFromHere(request: http.IncomingMessage, { authority, origin }: HostAddress): boolean {
  return request.url === "/rpc" && request.headers.host === authority && request.headers.origin === origin;
}

/** What follows "querent" in the subprotocols of a socket: nothing, or one secret; null for any others. */
export function socketSecret(request: http.IncomingMessage): string | null {
  const [protocol, secret = "", ...more] = (request.headers["sec-websocket-protocol"] ?? "").split(/,\s*/);
  return protocol === "querent" && more.length === 0 ? secret : null;
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
