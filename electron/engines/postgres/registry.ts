import { randomBytes } from "node:crypto";
import os from "node:os";
import type pg from "pg";
import { dropDatabase } from "./databases.ts";
import { identifier, literal, type Server } from "./server.ts";

/**
 * One start of the engine and everything that it makes on the server. All names begin with `prefix`; the owner role,
 * made first and dropped last, carries who we are as its comment, and an advisory lock says that we live.
 */
export interface Registration {
  /** "querent_<eight hex digits>_" */
  prefix: string;
  /** The role without login that owns everything inside our databases. */
  owner: string;
  /** Takes the lock again if the server has been away. */
  ensureAlive(): Promise<void>;
  /** Drops every database and role of this start, and lets go of the lock. */
  release(): Promise<void>;
}

interface Registered {
  querent: 1;
  host: string;
  pid: number;
  at: string;
}

/** First key of the advisory locks, so that they meet no one else's: "QRNT". */
const lockSpace = 0x51524e54;
const ownerPattern = /^querent_([0-9a-f]{8})_owner$/;
const liveStarts = new Set<string>();

/** Registers a start: takes its lock, makes its owner role, and drops what starts that died have left. */
export async function register(server: Server, now: () => Date): Promise<Registration> {
  const start = randomBytes(4).toString("hex");
  const prefix = `querent_${start}_`;
  const owner = `${prefix}owner`;
  const lock = holdLock(server, start);
  await lock.ensure();
  liveStarts.add(start);
  const comment: Registered = { querent: 1, host: os.hostname(), pid: process.pid, at: now().toISOString() };
  await server.order(
    `CREATE ROLE ${identifier(owner)} NOLOGIN; COMMENT ON ROLE ${identifier(owner)} IS ${literal(JSON.stringify(comment))}`,
  );
  await dropOrphans(server);
  return {
    prefix,
    owner,
    ensureAlive: lock.ensure,
    async release() {
      try {
        await dropStart(server, start);
      } finally {
        liveStarts.delete(start);
        await lock.release();
      }
    },
  };
}

/** Holds a session's advisory lock on the maintenance database for as long as the process lives. */
function holdLock(server: Server, start: string) {
  let holder: pg.Client | null = null;
  return {
    async ensure() {
      if (holder) return;
      const client = await server.connect({ applicationName: `querent ${start}` });
      client.on("end", () => {
        if (holder === client) holder = null;
      });
      await client.query("SELECT pg_advisory_lock($1, $2)", [lockSpace, lockKey(start)]);
      holder = client;
    },
    async release() {
      const client = holder;
      holder = null;
      await client?.end().catch(() => {});
    },
  };
}

/** Eight hex digits as the signed 32-bit integer that pg_advisory_lock takes. */
function lockKey(start: string): number {
  return Number.parseInt(start, 16) | 0;
}

/** Finds starts that have died and drops their databases and roles; never those of a live start, nor anything not ours. */
async function dropOrphans(server: Server): Promise<void> {
  const roles = await server.ask<{ rolname: string; comment: string | null; alive: boolean }>(
    `SELECT rolname, shobj_description(oid, 'pg_authid') AS comment, EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = ${lockSpace}
         AND objid = ('x' || substr(rolname, 9, 8))::bit(32)::int8::oid) AS alive
     FROM pg_roles WHERE rolname ~ '^querent_[0-9a-f]{8}_owner$'`,
  );
  for (const { rolname, comment, alive } of roles) {
    const start = ownerPattern.exec(rolname)?.[1];
    if (start !== undefined && !alive && isDead(start, comment)) await dropStart(server, start);
  }
}

/** A start without its lock may just have lost its connection: on this machine its process tells. */
function isDead(start: string, comment: string | null): boolean {
  const registered = readComment(comment);
  if (registered === null || liveStarts.has(start)) return false;
  if (registered.host !== os.hostname() || registered.pid === process.pid) return true;
  try {
    process.kill(registered.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
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

async function dropStart(server: Server, start: string): Promise<void> {
  const like = `querent\\_${start}\\_%`;
  const databases = await server.ask<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE $1",
    [like],
  );
  await Promise.all(databases.map(({ datname }) => dropDatabase(server, datname)));
  const roles = await server.ask<{ rolname: string }>(
    "SELECT rolname FROM pg_roles WHERE rolname LIKE $1 ORDER BY rolname LIKE '%\\_owner', rolname",
    [like],
  );
  for (const { rolname } of roles) await server.order(`DROP ROLE IF EXISTS ${identifier(rolname)}`);
}
