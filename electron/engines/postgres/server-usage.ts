import { setTimeout as wait } from "node:timers/promises";
import type { Server } from "./server.ts";

const processFile = (name: string) => (pid: string) =>
  `pg_catalog.pg_read_file('/proc/' || ${pid} || '/${name}', 0, 4096, true)`;

/** What reads how much memory a process has for itself, and its bounds; NULL where the server's system does not tell (it is no Linux). */
export const statusOf = processFile("status");
export const limitsOf = processFile("limits");

const kilobytes = (status: string, name: string) =>
  `pg_catalog.substring(${status}, '${name}:\\s*(\\d+) kB')::bigint * 1024`;

/**
 * Memory in bytes that a session's process and those that work for it in parallel have for themselves, and what they share beyond
 * the server's own buffers. PostgreSQL has no limit for it. The server reads it, so that it may be on another machine.
 */
const memoryQuery = `SELECT coalesce(sum(${kilobytes("status", "RssAnon")}), 0)
    + greatest(0, max(${kilobytes("status", "RssShmem")}) - pg_size_bytes(current_setting('shared_buffers')) - 64 * 1024 * 1024) AS bytes
  FROM pg_stat_get_activity(NULL) a CROSS JOIN LATERAL (SELECT ${statusOf("a.pid")} AS status) s
  WHERE a.usesysid = $2 AND (a.pid = $1 OR a.leader_pid = $1)`;

/**
 * A session by the numbers of its role and database. Whatever is looked up by name takes a lock, and a script may have taken all that
 * the server has; what is asked by numbers, in functions that were called before, takes none.
 */
export interface SessionNumbers {
  pid: number;
  role: string;
  database: string;
}

const known = new WeakMap<object, Promise<SessionNumbers>>();

/** Asked once for a session, before anything runs on it; rejects where the server does not know the role's session. */
export function sessionNumbers(
  server: Server,
  session: { pid: number },
  role: string,
): Promise<SessionNumbers> {
  const numbers = known.get(session) ?? askNumbers(server, session.pid, role);
  known.set(session, numbers);
  numbers.catch(() => known.delete(session));
  return numbers;
}

async function askNumbers(server: Server, pid: number, role: string): Promise<SessionNumbers> {
  const [found] = await server.ask<Omit<SessionNumbers, "pid">>(
    "SELECT usesysid AS role, datid AS database FROM pg_stat_activity WHERE pid = $1 AND usename = $2",
    [pid, role],
  );
  if (found === undefined) throw new Error(`the server has no session ${pid} of ${role}`);
  const numbers = { ...found, pid };
  // From now on the functions are known where they are asked for.
  await sessionMemory(server, numbers);
  await overflow(server, numbers, Number.POSITIVE_INFINITY);
  return numbers;
}

/** The memory of a session; 0 where the server's system does not tell. */
export async function sessionMemory(server: Server, { pid, role }: SessionNumbers): Promise<number> {
  const [found] = await server.ask<{ bytes: string | null }>(memoryQuery, [pid, role]);
  return Number(found?.bytes ?? 0);
}

/** Ends a session; by its role, too, so that a process number given to somebody else meanwhile harms nobody. */
export async function endSession(server: Server, { pid, role }: SessionNumbers): Promise<void> {
  await server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_get_activity($1) WHERE usesysid = $2", [
    pid,
    role,
  ]);
}

const goneAskMs = 20;

/**
 * Waits so long at most until the server has let go of what a session held that was ended: its client hears of the end first, and
 * whoever comes next would meet its locks. A server that does not answer now is found by whoever comes next.
 */
export async function sessionGone(
  server: Server,
  { pid, role }: SessionNumbers,
  patienceMs: number,
): Promise<void> {
  const patience = performance.now() + patienceMs;
  const isThere = async () =>
    (await server.ask("SELECT 1 FROM pg_stat_get_activity($1) WHERE usesysid = $2", [pid, role])).length > 0;
  while (performance.now() < patience && (await isThere().catch(() => false))) await wait(goneAskMs);
}

export async function databaseBytes(server: Server, database: string): Promise<number> {
  const [found] = await server.ask<{ bytes: string }>("SELECT pg_database_size($1) AS bytes", [database]);
  return Number(found?.bytes ?? 0);
}

/** What fraction of the queue, which all databases of a server share, may wait before the sessions of ours are ended. */
const fullestQueue = 1 / 64;

/** It says nothing of the SQL that meets it: the queue may have been filled by another answer, or by others on the server. */
export const queueIsFull =
  "the server's queue of notifications is filling up: sessions listen on it and do not take what NOTIFY sends. End them, then run again";

/** Whether a session's database has more than so many bytes, or the server's queue of notifications is filling up. */
export async function overflow(
  server: Server,
  { database }: Pick<SessionNumbers, "database">,
  mostBytes: number,
): Promise<"full" | "queue" | null> {
  const [found] = await server.ask<{ bytes: string; queue: number }>(
    "SELECT pg_database_size($1::oid) AS bytes, pg_notification_queue_usage() AS queue",
    [database],
  );
  if (found === undefined) return null;
  if (found.queue > fullestQueue) return "queue";
  return Number(found.bytes) > mostBytes ? "full" : null;
}
