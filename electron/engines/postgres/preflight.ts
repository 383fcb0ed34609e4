import type { Server } from "./server.ts";
import { limitsOf, statusOf } from "./server-usage.ts";

/** DROP DATABASE … WITH (FORCE) came with PostgreSQL 13. */
const oldestVersion = 130_000;

/** Hardening templates, taking over their objects and limiting temporary files are a superuser's to do. */
export async function requireSuperuser(server: Server): Promise<void> {
  const [login] = await server.ask<{ rolsuper: boolean; version: number; name: string }>(
    `SELECT rolsuper, current_setting('server_version_num')::int AS version, current_setting('server_version') AS name
     FROM pg_roles WHERE rolname = current_user`,
  );
  if (!login?.rolsuper)
    throw new Error(
      `"${server.user}" is not a superuser on the PostgreSQL server at ${server.hostAndPort}. Tasks need their own databases and roles: ` +
        "set a superuser in the settings, on a server that has no other data of value.",
    );
  if (login.version < oldestVersion)
    throw new Error(
      `The server at ${server.hostAndPort} is PostgreSQL ${login.name}. Tasks need version 13 or newer: choose another server in the settings.`,
    );
}

interface Preflight {
  memory: boolean;
  /** Nothing but the machine bounds a process of the server: what it plans is not interrupted, whatever memory it takes. */
  unbound: boolean;
  archives: boolean;
  slots: number;
  others: number;
}

/** What no limit of a statement holds on this server, in sentences; none for a server that Querent has to itself. */
export async function cannotHold(server: Server): Promise<string[]> {
  const [found] = await server.ask<Preflight>(`SELECT ${statusOf("'self'")} IS NOT NULL AS memory,
    coalesce(${limitsOf("'self'")} ~ 'Max address space +unlimited', false) AS unbound,
    current_setting('archive_mode') <> 'off' AS archives,
    (SELECT count(*)::int FROM pg_replication_slots) AS slots,
    (SELECT count(*)::int FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name !~ '^querent' AND usename !~ '^querent_' AND pid <> pg_backend_pid()) AS others`);
  if (found === undefined) return [];
  const { memory, unbound, archives, slots, others } = found;
  return [
    memory
      ? null
      : "How much memory a statement takes there cannot be seen: only its time, rows and size are limited.",
    unbound
      ? "While it plans a statement or evaluates an XPath it can be neither interrupted nor held to its memory: start it with a bound on the address space of its processes (LimitAS of systemd, ulimit -v)."
      : null,
    archives ? "It archives its write-ahead log, with all that answers and databases of tasks write." : null,
    slots > 0
      ? `It keeps its write-ahead log for ${slots} ${slots === 1 ? "replica" : "replicas"} (pg_replication_slots): what answers write may fill its disk.`
      : null,
    others > 0
      ? `${others} other ${others === 1 ? "session uses" : "sessions use"} it: they share its processors, its disk and its table of locks with every answer.`
      : null,
  ].filter((sentence) => sentence !== null);
}
