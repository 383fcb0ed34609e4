import { createReadStream } from "node:fs";
import type http from "node:http";
import { pipeline } from "node:stream/promises";
import type { ProjectRole } from "#shared/domain/member.ts";
import { transferLimits } from "#shared/domain/transfer.ts";
import type { HostContext } from "../../router.ts";
import { TransferRefused, type Transfers } from "../../transfers.ts";
import { bareHeaders } from "../renderer-files.ts";
import type { Asked } from "./web-server.ts";

/** A file on which nothing moves for so long is given up. */
const idleMs = 30_000;

/** A request for a file: one that is sent, or one that is fetched by its token. */
export type TransferRequest = { kind: "upload" } | { kind: "download"; token: string };

/** What file a path asks for; null for none. */
export function transferOf(pathname: string): TransferRequest | null {
  if (pathname === "/uploads") return { kind: "upload" };
  const [, token] = /^\/downloads\/([\w-]+)$/.exec(pathname) ?? [];
  return token === undefined ? null : { kind: "download", token };
}

interface Transferring {
  transfers: Transfers;
  origin: string;
  caller: HostContext & { rights: string };
}

/** Takes a file from a browser, or gives it the one that waits for it. Their sign-in was looked at before. */
export async function answerTransfer(
  transfer: TransferRequest,
  asked: Asked,
  { transfers, origin, caller }: Transferring,
): Promise<void> {
  const { request, end, hold } = asked;
  if (transfer.kind === "download") {
    if (request.method !== "GET") return void end(405);
    hold(caller);
    return give(transfer.token, asked, transfers, caller);
  }
  if (request.method !== "POST") return void end(405);
  if (request.headers.origin !== origin || !maySend(caller)) return void end(403);
  if (Number(request.headers["content-length"]) > transferLimits.fileBytes)
    return void end(413, "", { connection: "close" });
  hold(caller);
  return take(asked, transfers, caller);
}

/** Leads import files, reviewers and adjudicators bring their work back; who does neither has nothing to upload. */
const senders: ReadonlySet<string> = new Set<ProjectRole>(["lead", "reviewer", "adjudicator"]);

const maySend = ({ rights }: Transferring["caller"]): boolean =>
  Object.values(JSON.parse(rights) as Record<string, string[]>).some((roles) =>
    roles.some((role) => senders.has(role)),
  );

async function take(
  { request, url, end }: Asked,
  transfers: Transfers,
  { actor }: HostContext,
): Promise<void> {
  request.setTimeout(idleMs, () => request.destroy());
  try {
    end(200, await transfers.receive(actor, url.searchParams.get("name") ?? "", request));
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error;
    end(413, error.message, { connection: "close" });
  }
}

async function give(
  token: string,
  { response, end }: Asked,
  transfers: Transfers,
  { actor }: HostContext,
): Promise<void> {
  const file = transfers.take(actor, token);
  if (file === null)
    return void end(410, "This file was fetched already, or has waited for too long. Export it again.\n");
  try {
    response.setTimeout(idleMs, () => response.destroy());
    response.writeHead(200, headersOf(file.name, file.bytes));
    await pipeline(createReadStream(file.path), response);
  } finally {
    await transfers.release(token, true);
  }
}

const headersOf = (name: string, bytes: number): http.OutgoingHttpHeaders => ({
  ...bareHeaders,
  "content-type": "application/octet-stream",
  "content-length": bytes,
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
});
