/** SQL that a task may send and that means no good: what it is, its texts, and how the last one may end. */
export interface HostileTask {
  what: string;
  texts: string[];
  /** "stopped": by a limit; "refused": an error that says why; "harmless": it may go through, as it only harms itself. */
  ends: "stopped" | "refused" | "harmless";
  /** What the error says. */
  says?: RegExp;
}

/** Where scripts try to write; no run may make it. */
export const forbiddenFile = "/tmp/querent-hostile-was-here";

const megabyte = 1 << 20;

const stopped = (what: string, ...texts: string[]): HostileTask => ({ what, texts, ends: "stopped" });
const harmless = (what: string, ...texts: string[]): HostileTask => ({ what, texts, ends: "harmless" });
const refused = (what: string, sql: string, says?: RegExp): HostileTask => ({
  what,
  texts: [sql],
  ends: "refused",
  ...(says ? { says } : {}),
});

const noRights =
  /permission denied|must (?:be|have)|not (?:exist|available|support|allow)|cannot|refused|superuser/i;

/** Every engine is tried with these. */
const anywhere: HostileTask[] = [
  stopped(
    "a recursion without end",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
  ),
  harmless(
    "a recursion that grows without end",
    "WITH RECURSIVE n(x, y) AS (SELECT 1, 'x' UNION ALL SELECT x + 1, y || y FROM n WHERE x < 40) SELECT max(length(y)) FROM n",
  ),
  stopped(
    "a join of everything with everything",
    `SELECT count(*) FROM ${Array.from({ length: 25 }, (_, at) => `ships s${at}`).join(", ")}`,
  ),
  harmless("a megabyte in one literal", `SELECT length('${"x".repeat(megabyte)}')`),
  harmless("a megabyte of conditions", `SELECT 1 WHERE ${"1 = 1 OR ".repeat(megabyte / 9)} true`),
  harmless("a megabyte of statements", "SELECT 1;".repeat(megabyte / 9)),
  refused("a hundred thousand parentheses", `SELECT ${"(".repeat(100_000)}1${")".repeat(100_000)}`),
  refused("a NUL character", "SELECT 'a\0b'", /NUL/),
  harmless("half a surrogate pair", "SELECT '\ud800'"),
  harmless(
    "characters of all planes, both directions, no width",
    "SELECT '\u202e\u200b\u{1f9ec}\u{10ffff}e\u0301\ufeff' AS \"\u{1d4ae}\u0000\"".replace("\0", ""),
  ),
  refused("a text that never ends", "SELECT 'abc"),
  harmless("a COMMIT in the middle", "DELETE FROM calls; COMMIT; DELETE FROM ships; COMMIT"),
  harmless(
    "everything deleted",
    "DELETE FROM calls; DELETE FROM ships",
    "DROP TABLE calls; DROP TABLE ships",
  ),
  refused(
    "two thousand columns",
    `CREATE TABLE wide (${Array.from({ length: 2100 }, (_, at) => `c${at} integer`).join(", ")})`,
  ),
];

export const hostileOnPostgres: HostileTask[] = [
  ...anywhere,
  refused("a comment that never ends", "SELECT 1 /* and"),
  stopped("a loop", "DO $$ BEGIN LOOP NULL; END LOOP; END $$"),
  stopped(
    "a loop that catches everything",
    "DO $$ BEGIN LOOP BEGIN PERFORM 1/0; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$",
  ),
  stopped(
    "a loop that survives being cancelled",
    "DO $$ BEGIN LOOP BEGIN LOOP NULL; END LOOP; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$",
  ),
  stopped(
    "a limit that the script lifts",
    "SET statement_timeout = 0; DO $$ BEGIN LOOP NULL; END LOOP; END $$",
  ),
  stopped(
    "a limit that an earlier text lifts",
    "SET statement_timeout = 0",
    "SELECT set_config('statement_timeout', '0', false)",
    "DO $$ BEGIN LOOP NULL; END LOOP; END $$",
  ),
  stopped("a count without end", "SELECT count(*) FROM generate_series(1, 1000000000000)"),
  stopped(
    "a trigger that loops",
    "CREATE FUNCTION spin() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOOP NULL; END LOOP; END $$; CREATE TRIGGER t BEFORE INSERT ON ships FOR EACH ROW EXECUTE FUNCTION spin()",
    "INSERT INTO ships VALUES (9, 'x', 1)",
  ),
  refused("sleep", "SELECT pg_sleep(1000)", noRights),
  refused("sleep for an interval", "SELECT pg_sleep_for('1 hour')", noRights),
  refused("sleep until a time", "SELECT pg_sleep_until('infinity')", noRights),
  refused(
    "recursion of a function",
    "CREATE FUNCTION f(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN f(n + 1); END $$; SELECT f(1)",
  ),
  refused(
    "recursion of a trigger",
    "CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO ships VALUES (NEW.id + 1, 'x', 1); RETURN NEW; END $$; CREATE TRIGGER t BEFORE INSERT ON ships FOR EACH ROW EXECUTE FUNCTION again(); INSERT INTO ships VALUES (100, 'x', 1)",
  ),
  harmless("a value of a gigabyte", "SELECT repeat('x', 1000000000)"),
  harmless("a gigabyte of rows", "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)"),
  harmless("an array of gigabytes", "SELECT array_agg(repeat('x', 1000)) FROM generate_series(1, 10000000)"),
  harmless("one notice of a gigabyte", "DO $$ BEGIN RAISE NOTICE '%', repeat('x', 1000000000); END $$"),
  harmless(
    "a gigabyte of notices",
    "DO $$ BEGIN FOR i IN 1..10000 LOOP RAISE NOTICE '%', repeat('x', 100000); END LOOP; END $$",
  ),
  harmless(
    "an error of a hundred megabytes",
    "DO $$ BEGIN RAISE EXCEPTION '%', repeat('x', 100000000); END $$",
  ),
  harmless("a number of a hundred thousand digits", "SELECT 10::numeric ^ 100000"),
  harmless("a pattern that backtracks", "SELECT repeat('a', 5000) ~ '^(a+)+\\1b$'"),
  harmless(
    "a sort that spills to disk",
    "SELECT count(*) FROM (SELECT repeat('x', 1000) || g AS t FROM generate_series(1, 3000000) g ORDER BY 1 DESC OFFSET 1) x",
  ),
  harmless(
    "a table that fills the disk",
    "CREATE TABLE heap AS SELECT repeat(md5(g::text), 100) AS t FROM generate_series(1, 10000000) g",
  ),
  harmless(
    "large objects",
    "SELECT count(lo_from_bytea(0, decode(repeat('00', 100000), 'hex'))) FROM generate_series(1, 50)",
  ),
  refused("COPY to a program", "COPY ships TO PROGRAM 'cat'", noRights),
  refused("COPY from a program", "COPY ships FROM PROGRAM 'id'", noRights),
  refused("COPY to a file", `COPY ships TO '${forbiddenFile}'`, noRights),
  refused("COPY from a file", "COPY ships FROM '/etc/passwd'", noRights),
  refused("COPY from nowhere", "COPY ships FROM STDIN"),
  refused("reading a file", "SELECT pg_read_file('/etc/passwd')", noRights),
  refused("reading a file as bytes", "SELECT pg_read_binary_file('/etc/passwd')", noRights),
  refused("listing a folder", "SELECT pg_ls_dir('/')", noRights),
  refused("the size of a file", "SELECT pg_stat_file('/etc/passwd')", noRights),
  refused("a file as a large object", "SELECT lo_import('/etc/passwd')", noRights),
  refused(
    "a large object as a file",
    `SELECT lo_export(lo_from_bytea(0, '\\x00'), '${forbiddenFile}')`,
    noRights,
  ),
  refused("dblink", "SELECT * FROM dblink('host=localhost', 'SELECT 1') AS t(a int)", noRights),
  refused("the extension dblink", "CREATE EXTENSION dblink", noRights),
  refused("the extension file_fdw", "CREATE EXTENSION file_fdw", noRights),
  refused("a language with all rights", "CREATE LANGUAGE plpython3u", noRights),
  refused("a function in C", "CREATE FUNCTION c() RETURNS int LANGUAGE c AS 'libc.so.6', 'getpid'", noRights),
  refused("a library", "LOAD '/usr/lib/x86_64-linux-gnu/libc.so.6'", noRights),
  refused("a foreign server", "CREATE SERVER s FOREIGN DATA WRAPPER file_fdw", noRights),
  refused("another role", "SET ROLE postgres", noRights),
  refused("another login", "SET SESSION AUTHORIZATION postgres", noRights),
  refused(
    "a back door to the login",
    "RESET SESSION AUTHORIZATION; SET SESSION AUTHORIZATION postgres",
    noRights,
  ),
  refused("a role of its own", "CREATE ROLE mallory SUPERUSER", noRights),
  refused("more rights", "ALTER ROLE CURRENT_USER SUPERUSER", noRights),
  refused("membership", "GRANT pg_read_server_files TO CURRENT_USER", noRights),
  refused("passwords", "SELECT rolpassword FROM pg_authid", noRights),
  refused("a setting of the server", "ALTER SYSTEM SET work_mem = '1GB'", noRights),
  refused("reading the settings again", "SELECT pg_reload_conf()", noRights),
  refused("more temporary files", "SET temp_file_limit = -1", noRights),
  refused("silenced triggers", "SET session_replication_role = replica", noRights),
  refused("a new database", "CREATE DATABASE mine", noRights),
  refused("a dropped database", "DROP DATABASE postgres", noRights),
  refused("a dropped database after its own COMMIT", "COMMIT; DROP DATABASE template1", noRights),
  refused("a tablespace", "CREATE TABLESPACE t LOCATION '/tmp'", noRights),
  refused(
    "an event trigger",
    "CREATE FUNCTION e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; CREATE EVENT TRIGGER t ON ddl_command_start EXECUTE FUNCTION e()",
    noRights,
  ),
  refused(
    "a subscription",
    "CREATE SUBSCRIPTION s CONNECTION 'host=localhost' PUBLICATION p WITH (connect = false)",
    noRights,
  ),
  refused("a replication slot", "SELECT pg_create_physical_replication_slot('s')", noRights),
  refused(
    "somebody else's session",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres' UNION ALL SELECT (SELECT 1/0) = 1",
  ),
  refused(
    "a prepared transaction that outlives its session",
    "DELETE FROM calls; PREPARE TRANSACTION 'left behind'",
  ),
  refused("a system table", "DELETE FROM pg_catalog.pg_class", noRights),
  harmless(
    "an entity of a file in XML",
    "SELECT xmlparse(document '<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>')",
  ),
  harmless("advisory locks", "SELECT pg_advisory_lock(n) FROM generate_series(1, 100) n"),
  harmless("a channel", "LISTEN x; SELECT pg_notify('x', repeat('y', 7000)) FROM generate_series(1, 1000)"),
  harmless("a cursor that is held", "DECLARE c CURSOR WITH HOLD FOR SELECT generate_series(1, 100000)"),
  harmless(
    "a temporary table",
    "CREATE TEMP TABLE t AS SELECT generate_series(1, 100000) AS n; PREPARE p AS SELECT 1",
  ),
  harmless(
    "settings for later",
    "SET search_path = pg_catalog; SET default_transaction_read_only = on; SET timezone = 'Asia/Tokyo'; SET client_encoding = 'LATIN1'",
  ),
  harmless("its own session", "SELECT pg_terminate_backend(pg_backend_pid())"),
  harmless("everything that it owns", "DROP OWNED BY CURRENT_USER CASCADE"),
  harmless(
    "a schema in the way of the system's",
    "CREATE SCHEMA pg; CREATE FUNCTION public.count(anyelement) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'; CREATE FUNCTION public.lower(text) RETURNS text LANGUAGE sql AS 'SELECT lower($1)'",
  ),
  refused(
    "a message that the disk is full",
    "DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$",
  ),
  refused(
    "a message that the session was ended",
    "DO $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END $$",
  ),
  stopped(
    "a domain whose check never ends, on rows that are there",
    "CREATE FUNCTION ok(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN true; END'; CREATE DOMAIN d AS int CHECK (ok(value)); CREATE TABLE t AS SELECT 1 AS a; CREATE OR REPLACE FUNCTION ok(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN LOOP NULL; END LOOP; END'",
    "SELECT a::d FROM t",
  ),
  stopped(
    "a trigger that loops at the COMMIT and catches everything",
    "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN LOOP BEGIN PERFORM 1; EXCEPTION WHEN OTHERS OR query_canceled THEN NULL; END; END LOOP; END'; CREATE CONSTRAINT TRIGGER c AFTER INSERT ON calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late(); SET CONSTRAINTS ALL IMMEDIATE; INSERT INTO calls VALUES (1, 'x')",
  ),
  stopped(
    "an aggregate and an operator that never end",
    "CREATE FUNCTION on_and_on(int, int) RETURNS int LANGUAGE plpgsql AS 'BEGIN LOOP NULL; END LOOP; END'; CREATE AGGREGATE a (int) (SFUNC = on_and_on, STYPE = int, INITCOND = 0); CREATE OPERATOR public.+ (LEFTARG = int, RIGHTARG = int, FUNCTION = on_and_on)",
    "SELECT a(id) FROM ships",
  ),
  harmless(
    "functions and tables in the way of those that name types",
    "CREATE FUNCTION public.format_type(oid, int) RETURNS text LANGUAGE plpgsql AS 'BEGIN LOOP NULL; END LOOP; END'; CREATE TEMP TABLE pg_type AS SELECT 1 AS oid; CREATE TEMP TABLE pg_class (oid oid); SET search_path = public, pg_temp, pg_catalog",
    "SELECT 1::int8, 'x'::name",
  ),
  harmless(
    "a right to itself that it gives away",
    "SET ROLE NONE; DO $$ BEGIN EXECUTE format('GRANT %I TO pg_monitor', current_user); EXCEPTION WHEN OTHERS THEN NULL; END $$",
  ),
  harmless(
    "a rule that writes where others read",
    "CREATE RULE r AS ON UPDATE TO ships DO ALSO DELETE FROM calls; MERGE INTO ships s USING (VALUES (1)) v (i) ON s.id = v.i WHEN MATCHED THEN UPDATE SET name = 'merged'",
    "UPDATE ships SET built = 2",
  ),
  harmless(
    "ten thousand tables that are its own",
    "DO $$ BEGIN FOR i IN 1..10000 LOOP EXECUTE format('CREATE TEMP TABLE t%s ()', i); END LOOP; END $$",
  ),
  harmless(
    "a cast that the hash would call",
    "CREATE FUNCTION said(ships) RETURNS text LANGUAGE plpgsql AS 'BEGIN LOOP NULL; END LOOP; END'; CREATE CAST (ships AS text) WITH FUNCTION said(ships)",
  ),
];

export const hostileOnSqlite: HostileTask[] = [
  ...anywhere,
  refused("another database", `ATTACH '${forbiddenFile}' AS other`, /ATTACH/),
  refused("another database by an expression", `ATTACH '/tmp/' || 'x' AS other`, /ATTACH/),
  refused("a detached database", "DETACH main", /DETACH/),
  refused("a copy elsewhere", `VACUUM INTO '${forbiddenFile}'`),
  refused("a copy elsewhere after its own COMMIT", `COMMIT; VACUUM INTO '${forbiddenFile}'`),
  refused("an extension", "SELECT load_extension('x')", /load_extension/),
  refused("a written file", `SELECT writefile('${forbiddenFile}', 'x')`, /writefile/),
  refused("a read file", "SELECT readfile('/etc/passwd')", /readfile/),
  refused("a program", "SELECT edit('x', 'cat')", /edit/),
  refused("code by address", "SELECT fts3_tokenizer('x', x'0000000000000000')", /fts3_tokenizer/),
  ...[
    "journal_mode = WAL",
    "writable_schema = ON",
    "trusted_schema = ON",
    "max_page_count = 4294967294",
    "temp_store_directory = '/tmp'",
    "mmap_size = 1000000000",
    "wal_checkpoint",
    "hard_heap_limit = 1",
    "foreign_keys = ON",
    "page_size = 65536",
  ].map((pragma) => refused(`PRAGMA ${pragma}`, `PRAGMA ${pragma}`, /PRAGMA/)),
  refused("a written schema", "UPDATE sqlite_schema SET sql = 'x'", /sqlite_(?:schema|master)/),
  refused("a dropped schema", "DROP TABLE sqlite_schema", /sqlite_(?:schema|master)/),
  refused("a table of the file's pages", "CREATE VIRTUAL TABLE z USING zipfile('/etc/passwd')", /zipfile/),
  refused("a table of a file", "CREATE VIRTUAL TABLE c USING csv(filename = '/etc/passwd')", /csv/),
  harmless("a blob of a gigabyte", "SELECT zeroblob(1000000000)"),
  harmless("random bytes of a gigabyte", "SELECT randomblob(1000000000)"),
  harmless("a text of a gigabyte", "SELECT printf('%.*c', 1000000000, 'x')"),
  harmless(
    "a replacement that explodes",
    "SELECT length(replace(hex(zeroblob(200000)), '0', hex(zeroblob(200000))))",
  ),
  harmless(
    "a gigabyte of rows",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1100) SELECT hex(randomblob(400000)) FROM n",
  ),
  harmless(
    "a pattern that backtracks",
    `SELECT '${"a".repeat(5000)}' LIKE '${"%a".repeat(400)}b' FROM ships, ships, ships, ships, ships, ships, ships`,
  ),
  harmless(
    "recursion of a trigger",
    "PRAGMA recursive_triggers; CREATE TRIGGER t AFTER INSERT ON ships BEGIN INSERT INTO ships VALUES (NEW.id + 1, 'x', 1); END; INSERT INTO ships VALUES (100, 'x', 1)",
  ),
  stopped(
    "a table that fills the disk",
    "CREATE TABLE heap AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT randomblob(1000) FROM n",
  ),
  harmless(
    "a full-text index whose own tables are written",
    "CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f VALUES ('x'); UPDATE f_data SET block = randomblob(100)",
    "SELECT * FROM f WHERE f MATCH 'x'",
  ),
  harmless(
    "a tree of rectangles whose nodes are written",
    "CREATE VIRTUAL TABLE r USING rtree(id, a, b); INSERT INTO r VALUES (1, 0, 1); UPDATE r_node SET data = x'ffff' || randomblob(1000)",
    "SELECT * FROM r WHERE a > 0",
    "DELETE FROM r",
  ),
  harmless(
    "binary JSON of random bytes",
    "SELECT json(x'cccccccccc'), json_extract(x'9c', '$'), json(randomblob(50))",
  ),
  harmless(
    "statistics that lie",
    "ANALYZE; DELETE FROM sqlite_stat1; INSERT INTO sqlite_stat1 VALUES ('ships', 'x', '999999999999 -1 x'); ANALYZE sqlite_schema",
    "SELECT * FROM ships WHERE id = 1",
  ),
  refused(
    "a library in a view",
    "CREATE VIEW v AS SELECT load_extension('/tmp/x'); SELECT * FROM v",
    /load_extension/,
  ),
  refused(
    "a library in a generated column",
    "CREATE TABLE g (a, b AS (load_extension(a)))",
    /load_extension/,
  ),
  stopped(
    "views that double each other",
    `${Array.from({ length: 40 }, (_, at) => `CREATE VIEW v${at} AS SELECT ${at > 0 ? `a.x + b.x AS x FROM v${at - 1} a, v${at - 1} b` : "1 AS x"}`).join("; ")}; SELECT * FROM v39`,
  ),
  harmless(
    "columns generated from each other, a thousand",
    `CREATE TABLE g (a0 INT, ${Array.from({ length: 1000 }, (_, at) => `a${at + 1} AS (a${at} + a${at})`).join(", ")}); INSERT INTO g (a0) VALUES (1)`,
    "SELECT a9 FROM g",
  ),
  harmless(
    "names of JavaScript's own",
    "CREATE TABLE __proto__ (__proto__, constructor, hasOwnProperty); INSERT INTO __proto__ VALUES (1, 2, 3)",
    "SELECT * FROM __proto__",
  ),
  harmless("text that is not UTF-8", "SELECT CAST(x'ff00fe' AS text), CAST(x'c328' AS text)"),
  harmless("a view on itself", "CREATE VIEW v AS SELECT * FROM v; SELECT * FROM v"),
  harmless("a lock that is held", "BEGIN EXCLUSIVE; DELETE FROM calls"),
];
