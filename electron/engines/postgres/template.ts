import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type pg from "pg";
import { sourceFiles } from "../dump/read-source.ts";
import type { LoadLimits, LoadProgress, TemplateSource } from "../engine.ts";
import { sqlState } from "../postgres-dialect/failure.ts";
import type { Clones } from "./clones.ts";
import { connectionOf } from "./connection.ts";
import { loadSource } from "./load-source.ts";
import { copyDatabase, dropDatabase, identifier, literal, type Server } from "./server.ts";
import type { Registration } from "./starts.ts";
import { hardening, refuseWaysOut } from "./template-hardening.ts";

/** What making a template needs of the engine. */
export interface TemplateContext {
  server: Server;
  registration: Registration;
  clones: Clones;
  limits: LoadLimits;
  signal?: AbortSignal | undefined;
  onProgress?(progress: LoadProgress): void;
}

/** Makes the template called `name` from a source; whatever goes wrong, nothing is left. */
export function makeTemplate(context: TemplateContext, name: string, source: TemplateSource): Promise<void> {
  if (source.kind === "server-database") return templateFromDatabase(context, name, source.database);
  if (source.kind === "sqlite-file")
    throw new Error(
      `${source.path} is a SQLite file: run its tasks on the SQLite engine, or name a SQL dump.`,
    );
  return templateFromFiles(context, name, source);
}

/** A new database into which a login without rights loads the source, as the owner of everything in it. */
async function templateFromFiles(
  context: TemplateContext,
  name: string,
  source: TemplateSource,
): Promise<void> {
  const { server, registration, clones } = context;
  const owner = identifier(registration.owner);
  await server.order(`CREATE DATABASE ${identifier(name)} TEMPLATE template0 ENCODING 'UTF8'`);
  await finish(context, name, async (administrator) => {
    // Schemas and the extensions that PostgreSQL trusts may be made while the dump is loaded, and no longer.
    await administrator.query(
      `ALTER SCHEMA public OWNER TO ${owner}; GRANT CREATE ON DATABASE ${identifier(name)} TO ${owner}`,
    );
    const role = await clones.admit(name);
    const client = await clones.connect(name, role);
    const session = connectionOf(client);
    try {
      await loadSource({ server, client, session, role: role.name, database: name }, source, context);
    } finally {
      await session.end();
      clones.release(role);
    }
    await administrator.query(`REVOKE CREATE ON DATABASE ${identifier(name)} FROM ${owner}`);
  });
}

/** Copies a database that the server already has; nobody may be connected to it for that moment. */
async function templateFromDatabase(context: TemplateContext, name: string, source: string): Promise<void> {
  const { server } = context;
  try {
    await copyDatabase(server, source, name, { signal: context.signal });
  } catch (error) {
    if ((error as { code?: string }).code !== sqlState.objectInUse) throw error;
    throw new Error(
      `Database "${source}" on ${server.hostAndPort} cannot be copied while others are connected to it: ${(error as Error).message}. ` +
        "Close their connections, then try again.",
      { cause: error },
    );
  }
  await finish(context, name, (client) => refuseWaysOut(client, source));
}

/**
 * Makes a template, runs `fill` on it and closes it to connections; whatever goes wrong, nothing is left.
 * `fill` gets an administrator's connection to the new database.
 */
async function finish(
  { server, registration, signal }: TemplateContext,
  name: string,
  fill: (client: pg.Client) => Promise<void>,
): Promise<void> {
  try {
    await server.order(`REVOKE CONNECT ON DATABASE ${identifier(name)} FROM PUBLIC`);
    const client = await server.connect({ database: name });
    try {
      await fill(client);
      await server.untilAborted(client, signal, async () => {
        await client.query("SET search_path = pg_catalog");
        await client.query(adoption(registration.owner));
        await client.query(hardening(registration.owner));
        // Every copy then starts with the free space that it has again after its own VACUUM (trial.ts).
        await client.query("VACUUM");
      });
    } finally {
      await client.end();
    }
    await server.order(`ALTER DATABASE ${identifier(name)} ALLOW_CONNECTIONS false`);
  } catch (error) {
    await dropDatabase(server, name).catch(() => {});
    throw error;
  }
}

/**
 * Gives every object outside the system's schemas to the owner role, so that tasks may alter and drop it. Object by object:
 * REASSIGN OWNED would also take the former owner's other databases. Members of extensions stay the superuser's, and so do
 * functions in languages that reach beyond the database.
 */
function adoption(owner: string): string {
  return `DO $adopt$
DECLARE
  role constant text := ${literal(owner)};
  target record;
BEGIN
  FOR target IN
    WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND nspname !~ '^pg_temp|^pg_toast_temp'),
    own AS (SELECT objid, classid FROM pg_depend WHERE deptype = 'e')
    SELECT 1 AS step, format('SCHEMA %I', nspname) AS object FROM n
    UNION ALL
    SELECT 2, format('%s %s', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, c.oid::regclass)
      FROM pg_class c JOIN n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c', 'S') AND (c.oid, 'pg_class'::regclass) NOT IN (SELECT objid, classid FROM own)
        AND NOT (c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')))
    UNION ALL
    SELECT 3, format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN n ON n.oid = p.pronamespace
      WHERE p.prokind <> 'a' AND (p.oid, 'pg_proc'::regclass) NOT IN (SELECT objid, classid FROM own)
        AND EXISTS (SELECT FROM pg_language l WHERE l.oid = p.prolang AND l.lanpltrusted)
    UNION ALL
    SELECT 3, format('AGGREGATE %s', p.oid::regprocedure) FROM pg_proc p JOIN n ON n.oid = p.pronamespace
      WHERE p.prokind = 'a' AND (p.oid, 'pg_proc'::regclass) NOT IN (SELECT objid, classid FROM own)
    UNION ALL
    SELECT 4, format('%s %s', CASE t.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, t.oid::regtype) FROM pg_type t JOIN n ON n.oid = t.typnamespace
      WHERE t.typtype IN ('d', 'e', 'r') AND (t.oid, 'pg_type'::regclass) NOT IN (SELECT objid, classid FROM own)
    UNION ALL
    SELECT 5, format('LARGE OBJECT %s', oid) FROM pg_largeobject_metadata
    ORDER BY 1
  LOOP
    EXECUTE format('ALTER %s OWNER TO %I', target.object, role);
  END LOOP;
END
$adopt$`;
}

/** A short name for what a source holds: same database, kind and content, same id. */
export async function sourceId(database: string, source: TemplateSource): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([database, source.kind]));
  if (source.kind === "server-database") hash.update(source.database);
  for (const file of sourceFiles(source)) {
    hash.update("\0");
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 }))
      hash.update(piece as Buffer);
  }
  return hash.digest("hex").slice(0, 16);
}
