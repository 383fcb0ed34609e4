import type { PostgresConnection } from "./connection.ts";
import type { Server } from "./server.ts";
import { endSession, type SessionNumbers, sessionMemory, sessionNumbers } from "./server-usage.ts";

/** Why a statement was ended from outside. */
export type EndReason = "timeout" | "cancelled" | "full" | "queue" | "memory";

/** How much longer than its limit a statement may run, so that the server's own timeout, which keeps the session, comes first. */
const graceMs = 250;
/** How long the server may take to end a backend before the connection is dropped on this side. */
const patienceMs = 3000;

/** When work is ended: its limits of time and memory, a signal, or what it has written, which is asked for every second. */
export interface BackendWatch {
  timeMs: number;
  /** Of the server's processes for the session, as far as its system tells. */
  memoryBytes: number;
  signal?: AbortSignal | undefined;
  overflow(session: SessionNumbers): Promise<"full" | "queue" | null>;
}

/** A session whose work is watched, and the role that is logged in. */
export interface WatchedSession {
  server: Server;
  session: Pick<PostgresConnection, "pid" | "destroy">;
  role: string;
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
  { server, session, role }: WatchedSession,
  { timeMs, memoryBytes, signal, overflow }: BackendWatch,
  work: () => Promise<T>,
): Promise<{ value: T; reason: EndReason | null }> {
  // A server that does not answer now is found by the work itself.
  const numbers = await sessionNumbers(server, session, role).catch(() => null);
  let reason: EndReason | null = null;
  let isOver = false;
  let lastResort: NodeJS.Timeout | undefined;
  const end = (why: EndReason) => {
    // What is found once the work is over is found again by the next; ended now, that would be lost for no reason that it knows.
    if (reason !== null || isOver) return;
    reason = why;
    lastResort = setTimeout(() => session.destroy(), patienceMs);
    (numbers === null ? Promise.reject() : endSession(server, numbers)).catch(() => session.destroy());
  };
  const deadline = setTimeout(() => end("timeout"), timeMs + graceMs);
  const checks = [
    checkEach(sizeCheckMs, async () => numbers && overflow(numbers), end),
    checkEach(
      memoryCheckMs,
      async () => numbers && ((await sessionMemory(server, numbers)) > memoryBytes ? "memory" : null),
      end,
    ),
  ];
  const cancel = () => end("cancelled");
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    if (signal?.aborted) cancel();
    return { value: await work(), reason };
  } finally {
    isOver = true;
    clearTimeout(deadline);
    for (const check of checks) clearInterval(check);
    clearTimeout(lastResort);
    signal?.removeEventListener("abort", cancel);
  }
}

/** Asks every so often, one question at a time; where the server does not answer, the statement's own connection reports why. */
function checkEach(
  everyMs: number,
  ask: () => Promise<EndReason | null>,
  end: (why: EndReason) => void,
): NodeJS.Timeout {
  let isAsking = false;
  return setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    const why = await ask().catch(() => null);
    isAsking = false;
    if (why !== null) end(why);
  }, everyMs);
}
