import { readFileSync } from "node:fs";
import type { PostgresConnection } from "./connection.ts";
import type { Server } from "./server.ts";

/** Why a statement was ended from outside. */
export type EndReason = "timeout" | "cancelled" | "full" | "memory";

/** How much longer than its limit a statement may run, so that the server's own timeout, which keeps the session, comes first. */
const graceMs = 250;
/** How long the server may take to end a backend before the connection is dropped on this side. */
const patienceMs = 3000;

/** When work is ended: its limits of time and memory, a signal, or a database that has grown too large, which is checked every second. */
export interface BackendWatch {
  timeMs: number;
  /** Of the server's process for the session, as far as this machine sees it. */
  memoryBytes: number;
  signal?: AbortSignal | undefined;
  isFull(): Promise<boolean>;
}

/** How often a long statement is asked for the size of its database. */
const sizeCheckMs = 1000;

/** How often the memory of its process is read. */
const memoryCheckMs = 100;

/**
 * Does work on a session and ends the session's backend when the limit passes or the signal fires. A script can switch off
 * statement_timeout and catch a cancellation; it cannot survive pg_terminate_backend.
 */
export async function withBackendWatched<T>(
  { server, session, role }: { server: Server; session: PostgresConnection; role: string },
  { timeMs, memoryBytes, signal, isFull }: BackendWatch,
  work: () => Promise<T>,
): Promise<{ value: T; reason: EndReason | null }> {
  let reason: EndReason | null = null;
  let lastResort: NodeJS.Timeout | undefined;
  const end = (why: EndReason) => {
    if (reason !== null) return;
    reason = why;
    lastResort = setTimeout(() => session.destroy(), patienceMs);
    terminate(server, session, role).catch(() => session.destroy());
  };
  const deadline = setTimeout(() => end("timeout"), timeMs + graceMs);
  const sizeCheck = setInterval(() => {
    // Where the server does not answer, the statement's own connection reports why.
    isFull().then(
      (full) => full && end("full"),
      () => {},
    );
  }, sizeCheckMs);
  const memoryCheck = setInterval(() => {
    if (backendBytes(session.pid, role) > memoryBytes) end("memory");
  }, memoryCheckMs);
  const cancel = () => end("cancelled");
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    if (signal?.aborted) cancel();
    return { value: await work(), reason };
  } finally {
    clearTimeout(deadline);
    clearInterval(sizeCheck);
    clearInterval(memoryCheck);
    clearTimeout(lastResort);
    signal?.removeEventListener("abort", cancel);
  }
}

/**
 * Memory that a session's process on this machine has for itself, in bytes; 0 where the server runs elsewhere, or the system
 * does not tell: PostgreSQL itself has no limit for it. The process says whose session it serves (update_process_title).
 */
function backendBytes(pid: number, role: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(` ${role} `)) return 0;
    const [, kilobytes = 0] =
      /^RssAnon:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Asks for role and process, so that a process number given to somebody else meanwhile harms nobody. */
async function terminate(server: Server, session: PostgresConnection, role: string): Promise<void> {
  await server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = $2", [
    session.pid,
    role,
  ]);
}
