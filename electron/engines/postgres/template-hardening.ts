import type pg from "pg";
import { literal } from "./server.ts";

/** Extensions without PostgreSQL's own mark of trust whose functions compute on the database alone. */
const known = [
  ...[
    "plpgsql",
    "postgis",
    "postgis_topology",
    "address_standardizer",
    "pgrouting",
    "vector",
    "earthdistance",
  ],
  ...["xml2", "intagg", "hll", "ip4r", "pg_bigm", "h3", "pgstattuple", "pg_stat_statements"],
  ...["autoinc", "insert_username", "moddatetime", "refint"],
];

/**
 * The functions that may lead out of the database, by oid: those in C or another language that knows no bounds, unless an
 * extension brings them that PostgreSQL trusts with any user, or that we know.
 */
const reaching = `SELECT p.oid FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  LEFT JOIN pg_extension e ON e.oid = d.refobjid
  LEFT JOIN pg_available_extension_versions v ON v.name = e.extname AND v.version = e.extversion
  WHERE p.oid >= 16384 AND NOT coalesce(v.trusted, false) AND NOT coalesce(e.extname = ANY (ARRAY[${known.map(literal).join(", ")}]), false)
    AND (NOT l.lanpltrusted OR (p.prosecdef AND e.oid IS NOT NULL))`;

/** Functions of the system that wait, end sessions (its own too), or take advisory locks, a table that all databases of the server share. */
const disturbing =
  "p.proname ~ '^pg_(sleep|sleep_for|sleep_until|terminate_backend|cancel_backend|logical_emit_message)$' OR p.proname ~ '^pg_(try_)?advisory_'";

/** Functions of the system that nobody but a superuser had, whatever the database has granted since: files, slots, logs. */
const withheld =
  "EXISTS (SELECT FROM pg_init_privs i WHERE i.objoid = p.oid AND i.classoid = 'pg_proc'::regclass AND NOT EXISTS (SELECT FROM aclexplode(i.initprivs) a WHERE a.grantee = 0))";

/** Takes from everybody what a script has no use for and what leads out of the database. Clones take this over. */
export const hardening = (owner: string) => `DO $harden$
DECLARE
  target record;
BEGIN
  FOR target IN
    SELECT format('ROUTINE %s', p.oid::regprocedure) AS object FROM pg_proc p
      WHERE p.oid IN (${reaching}) OR (p.oid < 16384 AND (${disturbing} OR ${withheld}))
    UNION ALL
    SELECT format('FOREIGN DATA WRAPPER %I', fdwname) FROM pg_foreign_data_wrapper
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, %I', target.object, ${literal(owner)});
  END LOOP;
END
$harden$`;

/** A trigger calls its function whoever may execute it. */
const ways = `SELECT 'foreign servers' AS by, srvname AS name FROM pg_foreign_server
  UNION ALL
  SELECT 'triggers whose functions know no bounds', t.tgname FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgfoid IN (${reaching})
  UNION ALL
  SELECT 'event triggers whose functions know no bounds', evtname FROM pg_event_trigger WHERE evtfoid IN (${reaching})
  ORDER BY 1, 2`;

/** A database from which no right can be taken that an answer would use to change other places is no template. */
export async function refuseWaysOut(client: pg.Client, database: string): Promise<void> {
  const { rows } = await client.query<{ by: string; name: string }>(ways);
  const [first] = rows;
  if (first === undefined) return;
  const names = rows.filter(({ by }) => by === first.by).map(({ name }) => name);
  throw new Error(
    `Database "${database}" reaches data outside of it through its ${first.by} (${names.join(", ")}): ` +
      "an answer could change what is there. Make a copy without them, then choose the copy.",
  );
}
