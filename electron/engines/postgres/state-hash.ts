import { createHash } from "node:crypto";
import type { StateHash } from "../engine.ts";
import { identifier, literal } from "./server.ts";

/** Schemas that belong to the server or to a session. */
const ownSchemas = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname !~ '^pg_(temp|toast_temp)_'`;

/** Asks one question in the database that is hashed, within a transaction under `hashSettings`. */
export type Ask = <Row>(sql: string) => Promise<Row[]>;

/** So that a value reads the same whatever the session or the server has set, or made in pg_temp, which is looked through first unless it is named. */
export const hashSettings = `SET LOCAL search_path = pg_catalog, pg_temp; SET LOCAL extra_float_digits = 1; SET LOCAL timezone = 'UTC';
  SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = postgres; SET LOCAL bytea_output = hex; SET LOCAL row_security = off`;

/**
 * Hashes everything that a task could change. No function, cast or operator of the database itself is called: they are the
 * script's, and an administrator who asks would run them with all rights. `largeObjects` only an administrator can read.
 */
export async function hashPostgresState(ask: Ask, parts: { largeObjects: boolean }): Promise<StateHash> {
  return {
    tables: await hashTables(ask, parts),
    schema: digest((await ask<{ line: string }>(schemaLines)).map(({ line }) => line)),
    sequences: await hashSequences(ask),
  };
}

type Relation = { nspname: string; relname: string };

function relations(ask: Ask, kinds: string): Promise<Relation[]> {
  return ask<Relation>(
    `SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN (${kinds}) AND ${ownSchemas} ORDER BY n.nspname, c.relname`,
  );
}

/** The rows of a table as a multiset: the order in which they lie is no part of the state. OFFSET has each row written once, not for each sum. */
async function hashTables(
  ask: Ask,
  { largeObjects }: { largeObjects: boolean },
): Promise<Record<string, string>> {
  const tables = await relations(ask, "'r', 'm'");
  const hashes = tables.map(
    ({ nspname, relname }) => `SELECT ${literal(nameOf({ nspname, relname }))} AS name, count(*) AS count,
       sum(hashtextextended(r.line, 0)) AS one, sum(hashtextextended(r.line, 1)) AS two
     FROM (SELECT textin(record_out(ROW(t.*))) AS line FROM ONLY ${identifier(nspname)}.${identifier(relname)} AS t OFFSET 0) AS r`,
  );
  if (largeObjects)
    hashes.push(`SELECT 'large objects', count(*), sum(hashtextextended(r.line, 0)), sum(hashtextextended(r.line, 1))
    FROM (SELECT format('%s %s %s', l.loid, l.pageno, encode(l.data, 'hex')) AS line FROM pg_largeobject l OFFSET 0) AS r HAVING count(*) > 0`);
  if (hashes.length === 0) return {};
  const found = await ask<{ name: string; count: string; one: string | null; two: string | null }>(
    hashes.join("\nUNION ALL\n"),
  );
  return Object.fromEntries(
    found.map(({ name, count, one, two }) => [name, digest([count, one ?? "", two ?? ""])]),
  );
}

async function hashSequences(ask: Ask): Promise<string> {
  const sequences = await relations(ask, "'S'");
  if (sequences.length === 0) return digest([]);
  const values = sequences.map(
    ({ nspname, relname }) =>
      `SELECT ${literal(nameOf({ nspname, relname }))} AS name, last_value::text, is_called::text FROM ${identifier(nspname)}.${identifier(relname)}`,
  );
  const found = await ask<{ name: string; last_value: string; is_called: string }>(
    values.join("\nUNION ALL\n"),
  );
  return digest(found.map(({ name, last_value, is_called }) => `${name} ${last_value} ${is_called}`));
}

/** Names in the public schema stand alone, as in a task. */
function nameOf({ nspname, relname }: Relation): string {
  return nspname === "public" ? relname : `${nspname}.${relname}`;
}

/** Equal lists in any order, equal digests. */
function digest(lines: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([...lines].sort()))
    .digest("hex")
    .slice(0, 32);
}

/** The definition of every object as lines of text; oids and owners, which differ between equal states, are left out. */
const schemaLines = `
  WITH n AS (SELECT n.oid, n.nspname FROM pg_namespace n WHERE ${ownSchemas}),
  r AS (SELECT n.nspname || '.' || c.relname AS name, c.* FROM pg_class c JOIN n ON n.oid = c.relnamespace)
  SELECT 'schema ' || nspname AS line FROM n
  UNION ALL
  SELECT format('relation %s %s %s %s %s %s %s', name, relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions, relreplident)
    FROM r WHERE relkind <> 'i'
  UNION ALL
  SELECT format('column %s %s %s %s %s %s %s %s %s', r.name, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
    FROM r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped AND r.relkind IN ('r', 'p', 'v', 'm', 'f', 'c')
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL
  SELECT format('index %s', pg_get_indexdef(oid)) FROM r WHERE relkind IN ('i', 'I')
  UNION ALL
  SELECT format('view %s %s', name, pg_get_viewdef(oid)) FROM r WHERE relkind IN ('v', 'm')
  UNION ALL
  SELECT format('constraint %s %s %s', c.conname, coalesce(r.name, c.contypid::regtype::text), pg_get_constraintdef(c.oid))
    FROM pg_constraint c JOIN n ON n.oid = c.connamespace LEFT JOIN r ON r.oid = c.conrelid
  UNION ALL
  SELECT format('trigger %s %s', t.tgenabled, pg_get_triggerdef(t.oid)) FROM pg_trigger t JOIN r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT format('rule %s', pg_get_ruledef(w.oid)) FROM pg_rewrite w JOIN r ON r.oid = w.ev_class WHERE w.rulename <> '_RETURN'
  UNION ALL
  SELECT format('policy %s %s %s %s %s %s', r.name, p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    FROM pg_policy p JOIN r ON r.oid = p.polrelid
  UNION ALL
  SELECT format('routine %s %s', p.oid::regprocedure, CASE WHEN p.prokind IN ('f', 'p', 'w') THEN pg_get_functiondef(p.oid) ELSE p.prokind::text END)
    FROM pg_proc p JOIN n ON n.oid = p.pronamespace
  UNION ALL
  SELECT format('type %s %s %s %s %s %s', n.nspname, t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault)
    FROM pg_type t JOIN n ON n.oid = t.typnamespace WHERE t.typtype IN ('d', 'e', 'r', 'm')
  UNION ALL
  SELECT format('label %s %s %s', e.enumtypid::regtype, row_number() OVER (PARTITION BY e.enumtypid ORDER BY e.enumsortorder), e.enumlabel) FROM pg_enum e
  UNION ALL
  SELECT format('sequence %s %s %s %s %s %s %s %s', r.name, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle)
    FROM pg_sequence s JOIN r ON r.oid = s.seqrelid
  UNION ALL
  SELECT format('extension %s %s', extname, extversion) FROM pg_extension
  UNION ALL
  SELECT format('comment %s %s %s', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.objsubid, d.description)
    FROM pg_description d WHERE d.objoid >= 16384`;
