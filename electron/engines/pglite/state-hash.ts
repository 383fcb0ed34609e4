import { createHash } from "node:crypto";
import type { StateHash } from "../engine.ts";
import type { PgliteConnection } from "./connection.ts";

/** Not those of the server or of a session; a task can make others that begin with pg_, as the server starts with -O. */
const ours =
  "n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname !~ '^pg_(temp|toast_temp)_'";

/** Definitions as the server writes them, one text a row; what a task could create, alter or drop. */
const definitions = [
  `SELECT 'schema', nspname, nspacl::text, pg_get_userbyid(nspowner) FROM pg_namespace n WHERE ${ours}`,
  `SELECT 'relation', n.nspname, relname, relkind, relpersistence, relacl::text, reloptions::text, relrowsecurity, relforcerowsecurity, CASE WHEN relkind IN ('v','m') THEN pg_get_viewdef(c.oid) END, obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${ours} AND relkind <> 'i'`,
  `SELECT 'column', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum) FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE ${ours} AND attnum > 0 AND NOT attisdropped AND relkind IN ('r','p','v','m','f','c')`,
  `SELECT 'constraint', conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(x.oid), convalidated FROM pg_constraint x JOIN pg_namespace n ON n.oid = connamespace WHERE ${ours}`,
  `SELECT 'index', schemaname, indexdef FROM pg_indexes n WHERE ${ours.replaceAll("n.nspname", "n.schemaname")}`,
  `SELECT 'function', n.nspname, p.oid::regprocedure, CASE WHEN prokind <> 'a' THEN pg_get_functiondef(p.oid) END, proacl::text FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE ${ours}`,
  `SELECT 'trigger', tgrelid::regclass, pg_get_triggerdef(t.oid), tgenabled FROM pg_trigger t WHERE NOT tgisinternal`,
  `SELECT 'rule', pg_get_ruledef(r.oid) FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class JOIN pg_namespace n ON n.oid = relnamespace WHERE ${ours}`,
  `SELECT 'type', n.nspname, typname, typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE ${ours} AND typtype IN ('d','e','r','m','b') AND typelem = 0`,
  "SELECT 'enum', enumtypid::regtype, row_number() OVER (PARTITION BY enumtypid ORDER BY enumsortorder), enumlabel FROM pg_enum",
  "SELECT 'policy', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid) FROM pg_policy",
  "SELECT 'extension', extname, extversion FROM pg_extension",
  "SELECT 'setting', setdatabase, setrole, setconfig FROM pg_db_role_setting",
  "SELECT 'large object', oid, md5(lo_get(oid)) FROM pg_largeobject_metadata",
];

/** So that a value reads the same whatever the script has set or made: without its name in the path, pg_temp is looked through first. */
const settings =
  "SET LOCAL search_path = pg_catalog, pg_temp; SET LOCAL DateStyle = ISO; SET LOCAL IntervalStyle = postgres; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = hex; SET LOCAL row_security = off";

/** Hashes everything a task could change; rows count as often as they occur, in any order. Changes nothing. */
export function hashPgliteState(session: PgliteConnection): StateHash {
  session.query(`BEGIN; ${settings}`);
  try {
    const schema = definitions.map((sql) =>
      session
        .query(sql)
        .map((row) => JSON.stringify(row))
        .sort(),
    );
    const tables = tableHashes(session);
    const sequences = session.query(
      "SELECT schemaname, sequencename, last_value, start_value, min_value, max_value, increment_by, cycle FROM pg_sequences ORDER BY 1, 2",
    );
    return { tables, schema: digest(schema), sequences: digest(sequences) };
  } finally {
    session.query("ROLLBACK");
  }
}

/** A digest of the rows of each table, read by its owner: row security that is forced on the owner is off until the transaction ends. */
function tableHashes(session: PgliteConnection): Record<string, string> {
  const names = session.query(
    `SELECT c.oid::regclass::text, relforcerowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${ours} AND relkind IN ('r', 'm') ORDER BY 1`,
  );
  const tables: Record<string, string> = {};
  for (const [name, isForced] of names) {
    const table = name?.slice(1) ?? "";
    if (isForced === "tt") session.query(`ALTER TABLE ONLY ${table} NO FORCE ROW LEVEL SECURITY`);
    tables[table.replace(/^public\./, "")] = digest(
      // Not t::text, which would call a cast that the script has made; with an OFFSET, so that each row is written once, not for each sum.
      session.query(
        `SELECT count(*), sum(hashtextextended(r.line, 0)), sum(hashtextextended(r.line, 1)) FROM (SELECT textin(record_out(ROW(t.*))) AS line FROM ONLY ${table} AS t OFFSET 0) AS r`,
      ),
    );
  }
  return tables;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
