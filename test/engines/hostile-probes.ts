import { forbiddenFile } from "./hostile-tasks.ts";

/** Short statements of one kind: every one has to be refused, and changes nothing. */
export interface HostileProbes {
  what: string;
  statements: string[];
}

/** Each beginning with each end. */
const each = (beginnings: readonly string[], ends: readonly string[]): string[] =>
  beginnings.flatMap((beginning) => ends.map((end) => `${beginning} ${end}`));
const selected = (calls: readonly string[]): string[] => calls.map((call) => `SELECT ${call}`);
const words = (text: string): string[] => text.trim().split(/\s+/);

const catalogs = words(
  "pg_authid pg_class pg_proc pg_type pg_database pg_attribute pg_namespace pg_auth_members pg_db_role_setting pg_extension pg_language pg_tablespace",
);
const roles =
  words(`postgres pg_read_server_files pg_write_server_files pg_execute_server_program pg_signal_backend pg_read_all_data
  pg_write_all_data pg_monitor pg_checkpoint`);
const serverSettings =
  words(`log_statement log_min_messages log_min_error_statement log_duration session_preload_libraries dynamic_library_path
  zero_damaged_pages ignore_checksum_failure allow_in_place_tablespaces allow_system_table_mods ignore_system_indexes lc_messages
  deadlock_timeout wal_compression track_activities max_stack_depth session_replication_role temp_file_limit
  shared_preload_libraries max_connections port listen_addresses data_directory hba_file config_file unix_socket_directories fsync
  archive_command restore_command ssl_key_file wal_level max_wal_size shared_buffers`);
const extensions =
  words(`dblink postgres_fdw file_fdw plpython3u plperlu pltclu adminpack pageinspect pg_buffercache pg_prewarm pgrowlocks
  pg_freespacemap pg_visibility pg_walinspect pg_surgery amcheck sslinfo xml2 pg_stat_statements old_snapshot`);

/** What nothing on PostgreSQL's dialect may do, one statement each. */
export const probesOnPostgres: HostileProbes[] = [
  {
    what: "files of the server",
    statements: [
      ...selected([
        ...each(
          ["pg_read_file", "pg_read_binary_file"],
          ["('/etc/passwd', 0, 10)", "('PG_VERSION')", "('base', 0, 1, true)"],
        ),
        ...each(["pg_ls_dir"], ["('.', true, true)", "('base')", "('/etc')"]),
        ...words("pg_ls_logdir pg_ls_waldir pg_ls_tmpdir pg_ls_archive_statusdir").map((name) => `${name}()`),
        "pg_stat_file('PG_VERSION')",
        "pg_stat_file('/etc/shadow', true)",
        "lo_import('/etc/passwd', 4711)",
        `lo_export(1, '${forbiddenFile}')`,
        "pg_hba_file_rules()",
        "pg_show_all_file_settings()",
      ]),
      ...each(["SELECT * FROM"], ["pg_hba_file_rules", "pg_file_settings", "pg_config"]).slice(0, 2),
      ...each(
        ["COPY ships TO", "COPY (SELECT 1) TO", "COPY calls FROM"],
        [
          `'${forbiddenFile}'`,
          `'${forbiddenFile}' WITH (FORMAT csv)`,
          `'${forbiddenFile}' BINARY`,
          "'/etc/passwd' DELIMITER ':'",
          "PROGRAM 'id'",
          "PROGRAM 'sh -c id' WITH (FORMAT csv)",
          `PROGRAM 'touch ${forbiddenFile}'`,
        ],
      ),
    ],
  },
  {
    what: "roles and rights",
    statements: [
      ...each(["GRANT"], [...roles.map((role) => `${role} TO CURRENT_USER`)]),
      ...each(["SET ROLE", "SET SESSION AUTHORIZATION"], roles),
      ...words("SUPERUSER CREATEDB CREATEROLE REPLICATION BYPASSRLS").flatMap((right) => [
        `CREATE ROLE mallory ${right}`,
        `ALTER ROLE CURRENT_USER ${right}`,
      ]),
      ...each(
        ["ALTER ROLE postgres"],
        [
          "PASSWORD 'x'",
          "NOLOGIN",
          "NOSUPERUSER",
          "VALID UNTIL '2000-01-01'",
          "SET work_mem = '1GB'",
          "RENAME TO mallory",
        ],
      ),
      ...each(
        ["DROP ROLE", "DROP OWNED BY", "REASSIGN OWNED BY CURRENT_USER TO"],
        ["postgres", "pg_monitor"],
      ),
      ...each(
        ["ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT"],
        ["ALL ON TABLES TO PUBLIC", "EXECUTE ON FUNCTIONS TO PUBLIC"],
      ),
      "CREATE USER mallory PASSWORD 'x'",
      "CREATE GROUP mallory",
      "ALTER TABLE ships OWNER TO postgres",
      "ALTER SCHEMA public OWNER TO postgres",
      "SELECT set_config('role', 'postgres', false)",
      "SELECT set_config('session_authorization', 'postgres', false)",
      "SELECT set_config('is_superuser', 'on', false)",
    ],
  },
  {
    what: "settings of the server",
    statements: [
      ...serverSettings.map(
        (name) => `SET ${name} = ${name === "temp_file_limit" ? -1 : "DEFAULT"}; SET ${name} = 'on'`,
      ),
      ...serverSettings.slice(0, 10).map((name) => `ALTER SYSTEM SET ${name} = 'on'`),
      ...[
        "ALTER SYSTEM RESET ALL",
        "ALTER SYSTEM RESET work_mem",
        "ALTER SYSTEM SET session_preload_libraries = '/tmp/x'",
      ],
    ],
  },
  {
    what: "databases and storage",
    statements: [
      ...each(["CREATE DATABASE mine"], ["", "TEMPLATE template0", "OWNER postgres", "TABLESPACE pg_global"]),
      ...each(["DROP DATABASE", "ALTER DATABASE"], ["template0", "template1"]).slice(0, 2),
      ...each(
        ["ALTER DATABASE postgres", "ALTER DATABASE template1"],
        [
          "RENAME TO mine",
          "SET work_mem = '1GB'",
          "CONNECTION LIMIT 0",
          "ALLOW_CONNECTIONS false",
          "IS_TEMPLATE false",
          "OWNER TO CURRENT_USER",
        ],
      ),
      "COMMENT ON DATABASE template1 IS 'x'",
      "CREATE TABLESPACE t LOCATION '/var/tmp'",
      "DROP TABLESPACE pg_default",
      "ALTER TABLESPACE pg_default OWNER TO CURRENT_USER",
      "ALTER TABLESPACE pg_default SET (seq_page_cost = 9)",
      "ALTER TABLE ships SET TABLESPACE pg_global",
      "CREATE TABLE g (a int) TABLESPACE pg_global",
      "CHECKPOINT",
    ],
  },
  {
    what: "extensions, languages and code",
    statements: [
      ...extensions.map((name) => `CREATE EXTENSION ${name}`),
      ...words("c internal plpython3u plperlu pltclu").map(
        (language) => `CREATE FUNCTION code() RETURNS int LANGUAGE ${language} AS 'pg_reload_conf'`,
      ),
      ...words("plpython3u plperlu c2").map((name) => `CREATE LANGUAGE ${name} HANDLER plpgsql_call_handler`),
      ...[
        "CREATE TRUSTED LANGUAGE mine HANDLER plpgsql_call_handler",
        "DROP LANGUAGE plpgsql",
        "DROP LANGUAGE sql CASCADE",
      ],
      ...each(["LOAD"], ["'plpgsql.so'", "'/tmp/x'", "'$libdir/../x'", "'dblink'"]),
      "CREATE FOREIGN DATA WRAPPER mine",
      "CREATE SERVER s FOREIGN DATA WRAPPER dblink_fdw",
      "CREATE USER MAPPING FOR CURRENT_USER SERVER s",
      "CREATE FOREIGN TABLE f (a int) SERVER s",
      "IMPORT FOREIGN SCHEMA public FROM SERVER s INTO public",
      "CREATE ACCESS METHOD mine TYPE TABLE HANDLER heap_tableam_handler",
      "CREATE CAST (text AS int) WITHOUT FUNCTION",
      "CREATE TEXT SEARCH TEMPLATE mine (lexize = dsimple_lexize)",
      "CREATE TEXT SEARCH PARSER mine (start = prsd_start, gettoken = prsd_nexttoken, end = prsd_end, lextypes = prsd_lextype)",
      "CREATE TYPE base (input = textin, output = textout)",
      "CREATE OPERATOR CLASS mine DEFAULT FOR TYPE int USING btree AS OPERATOR 1 <",
      "CREATE EVENT TRIGGER t ON sql_drop EXECUTE FUNCTION missing()",
      "CREATE PUBLICATION p FOR ALL TABLES",
      "CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1' PUBLICATION p",
      "ALTER FUNCTION pg_catalog.pg_sleep(float8) OWNER TO CURRENT_USER",
      "GRANT EXECUTE ON FUNCTION pg_catalog.pg_sleep(float8) TO PUBLIC; SELECT pg_sleep(9)",
      "CREATE FUNCTION pg_catalog.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "SECURITY LABEL ON TABLE ships IS 'x'",
    ],
  },
  {
    what: "functions that are the administrator's",
    statements: selected([
      ...words(`pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote pg_wal_replay_pause pg_wal_replay_resume pg_stat_reset
        pg_backup_stop pg_import_system_collations pg_show_replication_origin_status`).map(
        (name) => `${name}()`,
      ),
      "pg_create_restore_point('x')",
      "pg_backup_start('x')",
      "pg_create_physical_replication_slot('x', true)",
      "pg_create_logical_replication_slot('x', 'pgoutput')",
      "pg_drop_replication_slot('x')",
      "pg_logical_emit_message(false, 'x', 1)",
      "pg_logical_slot_get_changes('x', NULL, NULL)",
      "pg_replication_origin_create('x')",
      "pg_replication_origin_drop('x')",
      "pg_stat_reset_shared('bgwriter')",
      "pg_stat_reset_single_table_counters(1)",
      "pg_log_backend_memory_contexts(1)",
      "binary_upgrade_set_next_pg_type_oid(1)",
      "binary_upgrade_set_record_init_privs(true)",
      "pg_nextoid('pg_class'::regclass, 'oid', 'pg_class_oid_index'::regclass)",
      "pg_sleep(1)",
      "pg_sleep_for('1 s')",
      "pg_read_server_files()",
      "ts_stat('DELETE FROM calls')",
      "query_to_xml('COPY ships TO PROGRAM ''id''', true, true, '')",
      "query_to_xml('DROP DATABASE template1', true, true, '')",
      "database_to_xml(true, true, 'x') || pg_read_file('x')::xml",
      "cursor_to_xml('nowhere', 1, true, true, '')",
      "lo_get(4711)",
      "lo_unlink(4711)",
      "lo_open(4711, 131072)",
      "lo_put(4711, 0, 'x')",
      "txid_status(99999999999)",
      "pg_get_object_address('table', '{nowhere}', '{}')",
      "currval('nowhere')",
    ]),
  },
  {
    what: "the system's catalogs",
    statements: [
      ...each(
        ["DELETE FROM", "TRUNCATE", "DROP TABLE", "ALTER TABLE"],
        catalogs.map((name) => `pg_catalog.${name}`),
      ).map((text) => (text.startsWith("ALTER") ? `${text} ADD COLUMN mine int` : text)),
      ...catalogs.map(
        (name) =>
          `CREATE TRIGGER t BEFORE INSERT ON pg_catalog.${name} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      ),
      ...[
        "pg_authid",
        "pg_shadow",
        "pg_largeobject",
        "pg_statistic",
        "pg_user_mapping",
        "pg_subscription",
      ].map((name) => `SELECT * FROM pg_catalog.${name}`),
      "UPDATE pg_catalog.pg_class SET relowner = 10",
      "UPDATE pg_catalog.pg_authid SET rolsuper = true",
      "UPDATE pg_catalog.pg_database SET datistemplate = false",
      "UPDATE pg_catalog.pg_proc SET proacl = NULL",
      "UPDATE pg_catalog.pg_settings SET setting = 'on' WHERE name = 'log_statement'",
      "INSERT INTO pg_catalog.pg_auth_members SELECT * FROM pg_catalog.pg_auth_members",
      "DROP SCHEMA pg_catalog CASCADE",
      "DROP SCHEMA information_schema CASCADE",
      "CREATE TABLE pg_catalog.mine (a int)",
      "ALTER TABLE ships SET SCHEMA pg_catalog",
      "REINDEX SYSTEM postgres",
      "CLUSTER pg_catalog.pg_class",
      "LOCK TABLE pg_catalog.pg_authid",
      "PREPARE TRANSACTION 'probe'",
      "COMMIT PREPARED 'probe'",
      "ROLLBACK PREPARED 'probe'",
    ],
  },
];

const pragmas =
  words(`application_id=1 user_version=7 auto_vacuum=2 automatic_index=0 busy_timeout=99 cache_size=-99999 cache_spill=0
  case_sensitive_like=1 cell_size_check=0 checkpoint_fullfsync=1 count_changes=1 data_store_directory='/tmp' default_cache_size=9
  defer_foreign_keys=1 empty_result_callbacks=1 foreign_keys=0 full_column_names=1 fullfsync=1
  hard_heap_limit=1 ignore_check_constraints=1 incremental_vacuum=1 journal_mode=OFF journal_mode=MEMORY journal_mode=DELETE
  journal_size_limit=1 key='x' rekey='x' hexkey='00' legacy_alter_table=1 legacy_file_format=1 locking_mode=EXCLUSIVE max_page_count=1
  mmap_size=99999999 optimize parser_trace=1 query_only=1 read_uncommitted=1 recursive_triggers=1
  reverse_unordered_selects=1 schema_version=99 secure_delete=1 short_column_names=0 shrink_memory soft_heap_limit=1 synchronous=0
  temp_store=1 temp_store_directory='/tmp' threads=8 trusted_schema=1 vdbe_addoptrace=1 vdbe_debug=1 vdbe_listing=1 vdbe_trace=1
  wal_autocheckpoint=1 wal_checkpoint=TRUNCATE writable_schema=1 writable_schema=RESET activate_extensions='x' lock_status analysis_limit=1`);
const shell =
  words(`readfile('/etc/passwd') writefile('${forbiddenFile}','x') edit('x','cat') fsdir('/') lsmode(1) zipfile('a','b') sqlar_compress('x')
  sqlar_uncompress('x',1) sha3('x') shell_add_schema('x','y','z') load_extension('/tmp/x.so') load_extension('/tmp/x.so','entry')
  fts3_tokenizer('simple') sqlite_rename_table(1,2,3,4,5,6,7) sqlite_rename_column(1,2,3,4,5,6,7,8,9) sqlite_drop_column(1,2,3)
  sqlite_rename_quotefix(1,2) sqlite_rename_test(1,2,3,4,5,6) sqlite_fail(1,2,3) sqlite_attach('x','y',1) sqlite_detach('x')
  getenv('PATH') system('id') exec('id') eval('SELECT_1') dblink('x') http_get('http://127.0.0.1') sqlite3_db_config(1) vsv('x')
  spellfix1_editdist(1) remember(1,2) totype(1) crypt('x','y') xor(1,2) shathree('x') usleep(1000000) sleep(1)`);
const modules =
  words(`csv vsv zipfile fsdir sqlite_dbpage sqlite_dbdata sqlite_dbptr sqlite_stmt bytecode tables_used unionvtab swarmvtab
  generate_series completion carray prefixes wholenumber transitive_closure approximate_match spellfix1 fuzzer echo tclvar memstat
  qpvtab templatevtab explain schema intarray`);
const schemas = words(
  "sqlite_schema sqlite_master sqlite_temp_schema sqlite_temp_master main.sqlite_schema temp.sqlite_schema",
);
const targets = [
  `'${forbiddenFile}'`,
  `'file:${forbiddenFile}?mode=rwc'`,
  `'file:${forbiddenFile}?vfs=unix-none&nolock=1'`,
  "'/proc/self/mem'",
  "'../../../../etc/passwd'",
  "char(47, 116, 109, 112, 47, 120)",
  "(SELECT '/tmp/' || name FROM ships LIMIT 1)",
  "x'2f746d702f78'",
  "printf('%s/%s', '/tmp', 'x')",
];

/** What nothing on SQLite may do, one statement each. */
export const probesOnSqlite: HostileProbes[] = [
  {
    what: "other files",
    statements: [
      ...each(
        ["ATTACH", "ATTACH DATABASE", "COMMIT; ATTACH", "SELECT 1; ATTACH"],
        targets.map((target) => `${target} AS other`),
      ),
      ...each(
        ["ATTACH"],
        [
          "':memory:' AS m",
          "'' AS m",
          "'file::memory:?cache=shared' AS m",
          "'x' AS main",
          "'x' AS temp",
          "'x' AS y KEY 'z'",
        ],
      ),
      ...each(["DETACH", "DETACH DATABASE"], ["main", "temp", "other", "'main'"]),
      ...each(["VACUUM INTO", "VACUUM main INTO", "COMMIT; VACUUM INTO"], targets),
      ...["INSERT INTO other.ships VALUES (1, 2, 3)", "SELECT * FROM other.ships"],
    ],
  },
  {
    what: "settings of the connection",
    statements: each(["PRAGMA", "PRAGMA main."], pragmas).map((text) => text.replace(". ", ".")),
  },
  { what: "functions of shells and extensions", statements: selected(shell) },
  {
    what: "tables made of code",
    statements: [
      ...modules.map((name) => `CREATE VIRTUAL TABLE v USING ${name}('/etc/passwd')`),
      ...modules.filter((name) => name !== "schema").map((name) => `SELECT * FROM ${name}('/etc/passwd')`),
    ],
  },
  {
    what: "the schema itself",
    statements: [
      ...schemas.flatMap((name) => [
        `INSERT INTO ${name} VALUES ('table', 'x', 'x', 9, 'CREATE TABLE x (a)')`,
        `UPDATE ${name} SET rootpage = 1`,
        `DELETE FROM ${name}`,
        `DROP TABLE ${name}`,
        `ALTER TABLE ${name} ADD COLUMN mine`,
        `ALTER TABLE ${name} RENAME TO mine`,
        `CREATE INDEX mine ON ${name.replace(/^\w+\./, "")} (name)`,
        `CREATE TRIGGER mine AFTER INSERT ON ${name.replace(/^\w+\./, "")} BEGIN SELECT 1; END`,
      ]),
      ...words("sqlite_mine sqlite_stat1 sqlite_sequence sqlite_autoindex_ships_1").flatMap((name) => [
        `CREATE TABLE ${name} (a)`,
        `CREATE VIEW ${name} AS SELECT 1`,
        `ALTER TABLE calls RENAME TO ${name}`,
      ]),
      "CREATE TABLE other.x (a)",
      "CREATE TEMP TRIGGER t AFTER INSERT ON other.ships BEGIN SELECT 1; END",
    ],
  },
  {
    what: "more than a statement may hold",
    statements: [
      `SELECT ${"(SELECT ".repeat(1200)}1${")".repeat(1200)}`,
      `SELECT 1${" UNION SELECT 1".repeat(600)}`,
      `SELECT ${"1,".repeat(2500)}1`,
      `SELECT * FROM ${Array.from({ length: 70 }, (_, at) => `ships s${at}`).join(", ")}`,
      `SELECT max(${"1,".repeat(1100)}1)`,
      "SELECT ?99999",
      `SELECT 'x' LIKE '${"%_".repeat(30_000)}'`,
      `SELECT 'x' GLOB '${"*?".repeat(30_000)}'`,
      `SELECT abs(-9223372036854775808)`,
      `SELECT sum(9223372036854775807) FROM ships`,
      "SELECT json('{')",
      "SELECT json_extract('[1]', '$[')",
      `SELECT json('${"[".repeat(2000)}${"]".repeat(2000)}')`,
      "SELECT zeroblob(3000000000)",
      "SELECT hex(zeroblob(900000000))",
      "SELECT printf('%.*c', 2000000000, 'x')",
      "WITH RECURSIVE a(x) AS (SELECT * FROM b), b(x) AS (SELECT * FROM a) SELECT * FROM a",
      "SELECT * FROM ships NATURAL JOIN nowhere",
      "INSERT INTO ships VALUES (1, 'Elbe', 1970)",
      "INSERT INTO ships (name) VALUES (NULL)",
      "SAVEPOINT a; RELEASE b",
      "ROLLBACK TO nowhere",
    ],
  },
];
