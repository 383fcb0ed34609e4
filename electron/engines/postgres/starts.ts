import { randomBytes } from "node:crypto";
import os from "node:os";
import type pg from "pg";
import { isAlive } from "../../processes/is-alive.ts";
import { dropDatabase, identifier, literal, type Server } from "./server.ts";

/**
 * One start of the engine and everything that it makes on the server. All names begin with `prefix`; the owner role,
 * made first and dropped last, carries who we are as its comment, and a session under our name says that we live.
 */
export interface Registration {
  /** "querent_<eight hex digits>_" */
  prefix: string;
  /** The role without login that owns everything inside our databases. */
  owner: string;
  /** Opens that session again if the server has been away. */
  ensureAlive(): Promise<void>;
  /** Drops every database and role of this start, and ends the session. */
  release(): Promise<void>;
}

interface Registered {
  querent: 1;
  host: string;
  pid: number;
  at: string;
}

const ownerPattern = /^querent_([0-9a-f]{8})_owner$/;
const liveStarts = new Set<string>();

/** Registers a start: opens its session, makes its owner role, and drops what starts that died have left. */
export async function register(server: Server, now: () => Date): Promise<Registration> {
  const start = randomBytes(4).toString("hex");
  const prefix = `querent_${start}_`;
  const owner = `${prefix}owner`;
  const presence = showPresence(server, start);
  await presence.ensure();
  liveStarts.add(start);
  const comment: Registered = { querent: 1, host: os.hostname(), pid: process.pid, at: now().toISOString() };
  await server.order(
    `CREATE ROLE ${identifier(owner)} NOLOGIN; COMMENT ON ROLE ${identifier(owner)} IS ${literal(JSON.stringify(comment))}`,
  );
  await dropOrphans(server);
  return {
    prefix,
    owner,
    ensureAlive: presence.ensure,
    async release() {
      try {
        await dropStart(server, start);
      } finally {
        liveStarts.delete(start);
        await presence.end();
      }
    },
  };
}

/**
 * Should this process be killed, its sessions end within a second: a script can switch off its limit and the look for its client,
 * so the server itself watches. Without our session that shows the start is alive, it ends all of the start's roles.
 */
const endsOrphans = (start: string) => `DO $$ BEGIN
    WHILE EXISTS (SELECT FROM pg_stat_get_activity(NULL) WHERE application_name = ${literal(presenceName(start))}) LOOP
      -- A role that was looked up once is known: a script may take all locks later.
      BEGIN
        PERFORM pg_get_userbyid(usesysid) FROM pg_stat_get_activity(NULL) WHERE usesysid IS NOT NULL;
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
      COMMIT;
      PERFORM pg_sleep(0.25);
    END LOOP;
    LOOP
      BEGIN
        PERFORM pg_terminate_backend(pid) FROM pg_stat_get_activity(NULL) WHERE pg_get_userbyid(usesysid) ~ '^querent_${start}_r_';
        EXIT;
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
      COMMIT;
      PERFORM pg_sleep(0.25);
    END LOOP;
  END $$`;

/** Nothing ends that session with its client. */
const outlives =
  "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('client_connection_check_interval', 'statement_timeout')";

/** A superuser's session whose name shows that a start is alive; an advisory lock would show up among a script's own. */
function presenceName(start: string): string {
  return `querent start ${start}`;
}

function showPresence(server: Server, start: string) {
  let shown: pg.Client | null = null;
  let guard: (pg.Client & { processID?: number }) | null = null;

  async function watch(): Promise<void> {
    if (guard) return;
    const client = await server.connect({ applicationName: `querent guard ${start}` });
    guard = client;
    client
      .query(outlives)
      .then(() => client.query(endsOrphans(start)))
      .catch(() => {})
      .then(() => {
        if (guard === client) guard = null;
        return client.end();
      })
      .catch(() => {});
  }

  return {
    async ensure() {
      if (shown) return;
      const client = await server.connect({ applicationName: presenceName(start) });
      client.on("end", () => {
        if (shown === client) shown = null;
      });
      shown = client;
      await watch();
    },
    async end() {
      const client = shown;
      shown = null;
      if (guard) await server.ask("SELECT pg_terminate_backend($1)", [guard.processID]).catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

/** Finds starts that have died and drops their databases and roles; never those of a live start, nor anything not ours. */
async function dropOrphans(server: Server): Promise<void> {
  const roles = await server.ask<{ rolname: string; comment: string | null }>(
    `SELECT rolname, shobj_description(oid, 'pg_authid') AS comment
     FROM pg_roles WHERE rolname ~ '^querent_[0-9a-f]{8}_owner$'`,
  );
  const sessions = await server.ask<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'querent start %'
       AND usesysid IN (SELECT oid FROM pg_roles WHERE rolsuper)`,
  );
  const present = new Set(sessions.map(({ application_name }) => application_name));
  for (const { rolname, comment } of roles) {
    const start = ownerPattern.exec(rolname)?.[1];
    if (start === undefined || present.has(presenceName(start))) continue;
    if (isDead(start, comment)) await dropStart(server, start);
  }
}

/** A start without a session may just have lost its connection: on this machine its process shows it. */
function isDead(start: string, comment: string | null): boolean {
  const registered = readComment(comment);
  if (registered === null || liveStarts.has(start)) return false;
  if (registered.host !== os.hostname() || registered.pid === process.pid) return true;
  return !isAlive(registered.pid);
}

function readComment(comment: string | null): Registered | null {
  try {
    const registered = JSON.parse(comment ?? "") as Partial<Registered>;
    return registered.querent === 1 &&
      typeof registered.host === "string" &&
      typeof registered.pid === "number"
      ? (registered as Registered)
      : null;
  } catch {
    return null;
  }
}

/** How long (ms) a database that cannot be dropped holds up whoever closes Querent, or opens it. */
const leaveMs = 20_000;

/** Drops what a start has made. What cannot be dropped yet stays, with the role that tells of it: a start that comes later drops it. */
async function dropStart(server: Server, start: string): Promise<void> {
  const like = `querent\\_${start}\\_%`;
  const databases = await server.ask<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE $1",
    [like],
  );
  const dropped = await Promise.all(databases.map(({ datname }) => dropDatabase(server, datname, leaveMs)));
  if (dropped.includes(false)) return;
  const roles = await server.ask<{ rolname: string }>(
    "SELECT rolname FROM pg_roles WHERE rolname LIKE $1 ORDER BY rolname LIKE '%\\_owner', rolname",
    [like],
  );
  for (const { rolname } of roles) await server.order(`DROP ROLE IF EXISTS ${identifier(rolname)}`);
}
