import type { PostgresConnection } from "./connection.ts";
import type { Server } from "./server.ts";

/** Why a statement was ended from outside. */
export type EndReason = "timeout" | "cancelled" | "full";

/** How much longer than its limit a statement may run, so that the server's own timeout, which keeps the session, comes first. */
const graceMs = 250;
/** How long the server may take to end a backend before the connection is dropped on this side. */
const patienceMs = 3000;

/** When work is ended: its limit, a signal, or a database that has grown too large, which is checked every second. */
export interface BackendWatch {
  timeMs: number;
  signal?: AbortSignal | undefined;
  isFull(): Promise<boolean>;
}

/** How often a long statement is asked for the size of its database. */
const sizeCheckMs = 1000;

/**
 * Does work on a session and ends the session's backend when the limit passes or the signal fires. A script can switch off
 * statement_timeout and catch a cancellation; it cannot survive pg_terminate_backend.
 */
export async function withBackendWatched<T>(
  { server, session, role }: { server: Server; session: PostgresConnection; role: string },
  { timeMs, signal, isFull }: BackendWatch,
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
  const cancel = () => end("cancelled");
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    if (signal?.aborted) cancel();
    return { value: await work(), reason };
  } finally {
    clearTimeout(deadline);
    clearInterval(sizeCheck);
    clearTimeout(lastResort);
    signal?.removeEventListener("abort", cancel);
  }
}

/** Asks for role and process, so that a process number given to somebody else meanwhile harms nobody. */
async function terminate(server: Server, session: PostgresConnection, role: string): Promise<void> {
  await server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = $2", [
    session.pid,
    role,
  ]);
}
