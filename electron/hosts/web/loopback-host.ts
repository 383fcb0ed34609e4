import type http from "node:http";
import type { Router } from "../../router.ts";
import { type RendererFiles, rendererFiles } from "../renderer-files.ts";
import {
  type Admission,
  type End,
  type HostAddress,
  readText,
  serveWeb,
  socketSecret,
} from "./web-server.ts";
import { WebSessions } from "./web-sessions.ts";

/** Time enough for a browser to start, or to copy an address from one into another; no longer, as an address is a key. */
const tokenLifetimeMs = 60_000;
const largestTokenBytes = 200;

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

/** Serves the workbench to this machine only; a socket's subprotocol carries the secret of its window's session. */
export async function serveLoopback(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const { router, actor, port, rendererDir, files } = options;
  const sessions = options.sessions ?? new WebSessions(() => performance.now());
  const { address, close } = await serveWeb({
    ...{ router, port, listenOn: "127.0.0.1", tls: null, publicAddress: null },
    admission: (own) => admissionBy(sessions, own, actor),
    files: ({ authority }) => files ?? rendererFiles(rendererDir, () => [`ws://${authority}`]),
  });
  return {
    origin: address.origin,
    mintLaunchUrl: () => `${address.origin}/#launch=${sessions.mint(tokenLifetimeMs)}`,
    close,
  };
}

function admissionBy(sessions: WebSessions, { origin }: HostAddress, actor: string): Admission {
  return {
    async answer({ request, url: { pathname }, end }) {
      if (pathname !== "/session" && pathname !== "/window") return false;
      await signIn(request, pathname, { sessions, origin }, end);
      return true;
    },
    callerOf: async (request) => (sessions.knows(socketSecret(request) ?? "") ? { actor } : null),
  };
}

async function signIn(
  request: http.IncomingMessage,
  pathname: string,
  { sessions, origin }: { sessions: WebSessions; origin: string },
  end: End,
): Promise<unknown> {
  const knownWindow = sessions.knows(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
  if (request.method === "GET" && pathname === "/session") return end(knownWindow ? 204 : 403);
  if (request.method !== "POST") return end(405);
  if (request.headers.origin !== origin) return end(403);
  if (pathname === "/window") return knownWindow ? end(200, sessions.mint(tokenLifetimeMs)) : end(403);
  const token = await readText(request, largestTokenBytes);
  if (token === null) return end(413);
  const secret = sessions.spend(token);
  // 410: the token was good once. The window then says so, and how to come by another.
  return secret === null ? end(sessions.isPast(token) ? 410 : 403) : end(200, secret);
}
