import type http from "node:http";
import { isIP } from "node:net";
import type { z } from "zod";
import { signInDays } from "#shared/domain/member.ts";
import { type HostCard, hostCardPath, hostContract } from "#shared/domain/team-address.ts";
import type { HostContext, Router } from "../../router.ts";
import { digestOf, newSecret } from "../../secret.ts";
import type { ChangesService } from "../../services/changes.ts";
import {
  accountOfSession,
  addSession,
  appendAudit,
  endSessions,
  isKnownLink,
  type SignedIn,
  signedInBy,
  spendLink,
  touchSession,
} from "../../store/members.ts";
import type { Workspace } from "../../store/workspace.ts";
import type { Transfers } from "../../transfers.ts";
import { rendererFiles } from "../renderer-files.ts";
import { answerTransfer, transferOf } from "./answer-transfer.ts";
import {
  type Admission,
  type End,
  type HostAddress,
  readText,
  serveWeb,
  type WebServer,
} from "./web-server.ts";

/** A browser stays signed in so long after its last work. */
const sessionLifetimeMs = signInDays.session * 24 * 3_600_000;
/** How exactly it is known when somebody was last at work. */
const seenEveryMs = 60_000;
const noteWithinMs = 1_000;
/** What ended without a word here, as a session that ran out or that another process ended, is looked for so often. */
const recheckMs = 250;
const largestTokenBytes = 200;
/** An address that fails so often within the time is not heard until the time has passed. */
const mostFailures = 10;
const failuresWithinMs = 60_000;
/** The prefix makes browsers refuse it over HTTP, from other hosts of the domain, and for a part of the site. */
const cookieName = "__Host-querent";

export interface TeamHostOptions {
  router: Router;
  workspace: Workspace;
  /** Tells when people sign in and out here, and hears of changes of theirs at once. */
  changes: Pick<ChangesService, "publish" | "watch">;
  /** What browsers send and fetch. */
  transfers: Transfers;
  rendererDir: string;
  port: number;
  listenOn: string;
  tls: { cert: string; key: string } | null;
  /** How people reach it, where a proxy or a name stands before it. */
  publicUrl: URL | null;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  now?(): Date;
}

/** Says to a program that is to open it in a window of its own whether it can. */
const hostCard = JSON.stringify({ program: "querent", contract: hostContract } satisfies z.infer<
  typeof HostCard
>);

/** A member who signed in, and what their socket was let in with. */
interface MemberContext extends HostContext {
  session: string;
  rights: string;
}

/**
 * Serves the workbench to a workspace's members. They sign in by a link that works once, on a POST after a click, and are known by
 * a cookie that no script reads; where a session ends or roles change, open sockets are cut within a second.
 */
export async function serveTeam(options: TeamHostOptions): Promise<Omit<WebServer, "callers" | "cut">> {
  const { router, port, listenOn, tls, publicUrl, rendererDir } = options;
  const now = options.now ?? (() => new Date());
  const server = await serveWeb({
    ...{ router, port, listenOn, tls },
    publicAddress: publicUrl && { authority: publicUrl.host, origin: publicUrl.origin },
    admission: (address) => admissionOfMembers(address, { ...options, now }),
    files: ({ origin }) => rendererFiles(rendererDir, () => [origin.replace(/^http/, "ws")]),
  });
  const stopCutting = cutWhoeverLost(server, { ...options, now });
  return {
    ...{ address: server.address, port: server.port },
    async close() {
      stopCutting();
      await server.close();
    },
  };
}

/** Cuts the lines of whoever's session has ended or whose roles are others now: when that is said, and now and then. Answers how to stop. */
function cutWhoeverLost(
  server: WebServer,
  { workspace, changes, now }: Pick<Admitting, "workspace" | "changes" | "now">,
): () => void {
  const cut = againWhereAsked(async () => {
    const sessions = new Set(server.callers().map((caller) => (caller as MemberContext).session));
    if (sessions.size === 0) return;
    const at = now().toISOString();
    const known = await signedInBy(workspace.autocommit, [...sessions], at);
    server.cut((caller) => {
      const { session, rights: had } = caller as MemberContext;
      return sessions.has(session) && rightsOf(known.get(session)) !== had;
    });
  });
  const recheck = setInterval(cut, recheckMs);
  const stop = new AbortController();
  void (async () => {
    for await (const { type } of changes.watch(undefined, { actor: "", signal: stop.signal }))
      if (type === "members" || type === "everything") cut();
  })();
  return () => {
    clearInterval(recheck);
    stop.abort();
  };
}

/** Does work whenever it is asked for, and once more where that was while it was done. */
function againWhereAsked(work: () => Promise<void>): () => void {
  let [isAsked, isBusy] = [false, false];
  const go = async () => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      // A workspace that cannot be read now is asked again.
      await work().catch(() => undefined);
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void go();
  };
}

type Admitting = TeamHostOptions & { now(): Date };

function admissionOfMembers({ origin }: HostAddress, options: Admitting): Admission {
  const { workspace, now } = options;
  const failures = failuresByAddress(() => now().getTime());
  const note = noteSeen(options);
  const callerOf = async (request: http.IncomingMessage): Promise<MemberContext | null> => {
    const session = digestOf(cookieOf(request));
    const at = now();
    const member = (await signedInBy(workspace.autocommit, [session], at.toISOString())).get(session);
    if (member === undefined) return null;
    note(session, at);
    return { actor: member.account, isMember: true, session, rights: rightsOf(member) };
  };
  return {
    callerOf,
    async answer(asked) {
      const { request, url, end } = asked;
      if (url.pathname === hostCardPath && request.method === "GET") {
        end(200, hostCard, { "content-type": "application/json" });
        return true;
      }
      const transfer = transferOf(url.pathname);
      if (transfer !== null) {
        const caller = await callerOf(request);
        if (caller === null) end(401);
        else await answerTransfer(transfer, asked, { ...options, origin, caller });
        return true;
      }
      if (url.pathname !== "/session") return false;
      const digest = digestOf(cookieOf(request));
      const isFromHere = request.headers.origin === origin;
      if (request.method === "GET") {
        const known = await signedInBy(workspace.autocommit, [digest], now().toISOString());
        end(known.has(digest) ? 204 : 401);
      } else if (!isFromHere) end(403);
      else if (request.method === "POST") await signIn(request, { ...options, failures }, end);
      else if (request.method === "DELETE") await signOut(digest, options, end);
      else end(405);
      return true;
    },
  };
}

/** Notes when sessions were last at work, now and then; together, as after a start everybody comes at once. */
function noteSeen({ workspace }: Admitting): (session: string, at: Date) => void {
  const seen = new Map<string, number>();
  const due = new Map<string, Date>();
  const noteAll = () => {
    const sessions = [...due];
    due.clear();
    workspace
      .write(async (db) => {
        for (const [session, at] of sessions) {
          const expiresAt = new Date(at.getTime() + sessionLifetimeMs).toISOString();
          await touchSession(db, session, at.toISOString(), expiresAt);
        }
      })
      // What cannot be noted now is the next time.
      .catch(() => {
        for (const [session] of sessions) seen.delete(session);
      });
  };
  return (session, at) => {
    if ((seen.get(session) ?? 0) >= at.getTime() - seenEveryMs) return;
    if (due.size === 0) setTimeout(noteAll, noteWithinMs).unref();
    seen.set(session, at.getTime());
    due.set(session, at);
  };
}

/** What somebody may do, as one text; nothing for nobody. */
const rightsOf = (member: SignedIn | undefined): string => JSON.stringify(member?.roles ?? null);

type Signing = Admitting & { failures: ReturnType<typeof failuresByAddress> };

async function signIn(request: http.IncomingMessage, signing: Signing, end: End): Promise<unknown> {
  const { workspace, now, failures } = signing;
  const from = addressOf(request, signing.trustedProxies);
  if (failures.areTooMany(from)) return end(429, "", { "retry-after": String(failuresWithinMs / 1000) });
  const token = await readText(request, largestTokenBytes);
  if (token === null) return end(413);
  const secret = newSecret();
  const at = now().toISOString();
  const expiresAt = new Date(now().getTime() + sessionLifetimeMs).toISOString();
  const isIn = await workspace.write(async (db) => {
    const account = await spendLink(db, digestOf(token), at);
    if (account === null) return false;
    await addSession(db, { digest: digestOf(secret), account, at, expiresAt });
    await appendAudit(db, { at, actor: account, action: "sign-in", account, projectId: null, detail: from });
    return true;
  });
  if (isIn) {
    signing.changes.publish({ type: "members" });
    return end(204, "", { "set-cookie": cookie(secret, sessionLifetimeMs / 1000) });
  }
  failures.add(from);
  return end((await workspace.read((db) => isKnownLink(db, digestOf(token)))) ? 410 : 403);
}

async function signOut(digest: string, { workspace, now, changes }: Admitting, end: End): Promise<unknown> {
  const at = now().toISOString();
  await workspace.write(async (db) => {
    const account = await accountOfSession(db, digest, at);
    if (account === null) return;
    await endSessions(db, { digest }, at);
    await appendAudit(db, { at, actor: account, action: "sign-out", account, projectId: null, detail: "" });
  });
  changes.publish({ type: "members" });
  return end(204, "", { "set-cookie": cookie("", 0) });
}

const cookie = (value: string, seconds: number) =>
  `${cookieName}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`;

function cookieOf(request: http.IncomingMessage): string {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
}

/** From where a request comes; what it says itself of that counts only where a trusted proxy passed it on. */
function addressOf(request: http.IncomingMessage, trustedProxies: readonly string[]): string {
  // Where one socket listens for both, an address of IPv4 is told as one of IPv6.
  const from = (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
  if (!trustedProxies.includes(from)) return from;
  const told =
    String(request.headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  // What is no address (a proxy may pass on anything) counts as the proxy's own, and never gets into the log.
  return isIP(told) === 0 ? from : told;
}

/** Counts what failed by address; what is older than the time is forgotten, and what is later, as after the clock was put back. */
function failuresByAddress(nowMs: () => number) {
  const failed = new Map<string, number[]>();
  const recent = (address: string) =>
    (failed.get(address) ?? []).filter((at) => at > nowMs() - failuresWithinMs && at <= nowMs());
  return {
    areTooMany: (address: string) => recent(address).length >= mostFailures,
    add(address: string) {
      for (const known of failed.keys()) if (recent(known).length === 0) failed.delete(known);
      failed.set(address, [...recent(address), nowMs()]);
    },
  };
}
