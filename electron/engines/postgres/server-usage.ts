import type { Server } from "./server.ts";

/** What reads how much memory a process has for itself; NULL where the server's system does not tell (it is no Linux). */
export const statusOf = (pid: string) =>
  `pg_catalog.pg_read_file('/proc/' || ${pid} || '/status', 0, 4096, true)`;

const kilobytes = (status: string, name: string) =>
  `pg_catalog.substring(${status}, '${name}:\\s*(\\d+) kB')::bigint * 1024`;

/**
 * Memory in bytes that a session's process and those that work for it in parallel have for themselves, and what they share beyond
 * the server's own buffers. PostgreSQL has no limit for it. The server reads it, so that it may be on another machine.
 */
const memoryQuery = `SELECT coalesce(sum(${kilobytes("status", "RssAnon")}), 0)
    + greatest(0, max(${kilobytes("status", "RssShmem")}) - pg_size_bytes(current_setting('shared_buffers')) - 64 * 1024 * 1024) AS bytes
  FROM pg_stat_activity a CROSS JOIN LATERAL (SELECT ${statusOf("a.pid")} AS status) s
  WHERE a.usename = $2 AND (a.pid = $1 OR a.leader_pid = $1)`;

/** The memory of a role's session; 0 where the server's system does not tell. */
export async function sessionMemory(server: Server, pid: number, role: string): Promise<number> {
  const [found] = await server.ask<{ bytes: string | null }>(memoryQuery, [pid, role]);
  return Number(found?.bytes ?? 0);
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

/** Whether a database has more than so many bytes, or the server's queue of notifications is filling up. */
export async function overflow(
  server: Server,
  database: string,
  mostBytes: number,
): Promise<"full" | "queue" | null> {
  const [found] = await server.ask<{ bytes: string; queue: number }>(
    "SELECT pg_database_size($1) AS bytes, pg_notification_queue_usage() AS queue",
    [database],
  );
  if (found === undefined) return null;
  if (found.queue > fullestQueue) return "queue";
  return Number(found.bytes) > mostBytes ? "full" : null;
}
