import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../../../electron/store/migrations.ts";
import { newWorkspace } from "../../support/new-workspace.ts";
import { plainSql } from "../../support/plain-sql.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** What a database says of its tables, a line each, in order. */
type Facts = Record<"columns" | "keys" | "references" | "indexes", string[]>;

/** Of a workspace in a file. */
function onFile(): Facts {
  const database = new Database(":memory:");
  migrate(database, temporaryFolder());
  const lines = (sql: string) => database.prepare(sql).pluck().all() as string[];
  const tables =
    "sqlite_schema m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'schema_sum'";
  const joined = (pragma: string) => tables.replace("m WHERE", `m JOIN ${pragma} c WHERE`);
  const facts = {
    columns: lines(
      `SELECT m.name || '.' || c.name || ' ' || lower(c.type) || iif(c."notnull" = 0 AND c.pk = 0, ' null', '')
         || iif(c.dflt_value IS NULL, '', ' default ' || c.dflt_value) FROM ${joined("pragma_table_info(m.name)")}`,
    ),
    keys: lines(
      `SELECT m.name || ' ' || (SELECT group_concat(i.name, ' ' ORDER BY i.seqno) FROM pragma_index_info(c.name) i)
         FROM ${joined("pragma_index_list(m.name)")} AND c.origin IN ('pk', 'u')
       UNION SELECT m.name || ' ' || c.name FROM ${joined("pragma_table_info(m.name)")} AND c.pk = 1 AND c.type = 'INTEGER'
         AND (SELECT count(*) FROM pragma_table_info(m.name) o WHERE o.pk > 0) = 1`,
    ),
    references: lines(
      `SELECT m.name || ' ' || group_concat(c."from" || ' → ' || c."table" || '.' || c."to", ', ' ORDER BY c.seq)
         || ' ' || lower(c.on_delete) FROM ${joined("pragma_foreign_key_list(m.name)")} GROUP BY m.name, c.id`,
    ),
    indexes: lines(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND name NOT LIKE 'row_sum_of_%'",
    ),
  };
  database.close();
  return facts;
}

/** Of a workspace on a server, where it says the same of. */
async function onServer(): Promise<Facts & { unindexed: string[] }> {
  const workspace = await newWorkspace(temporaryFolder());
  const lines = (sql: string) => workspace.read((db) => db.values(plainSql(sql))) as Promise<string[]>;
  const names = (of: string) =>
    `(SELECT string_agg(a.attname, ' ' ORDER BY k.at) FROM unnest(${of}) WITH ORDINALITY AS k(number, at)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number)`;
  const constraints =
    "pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE c.connamespace = current_schema()::regnamespace";
  const isPart = "t.relname <> 'workspace_version'";
  return {
    columns: await lines(
      `SELECT table_name || '.' || column_name || ' ' || CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'text' THEN 'text'
         WHEN 'double precision' THEN 'real' ELSE data_type END || CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END
         || coalesce(' default ' || replace(column_default, '::text', ''), '')
       FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'workspace_version'`,
    ),
    keys: await lines(
      `SELECT t.relname || ' ' || ${names("c.conkey")} FROM ${constraints} AND ${isPart} AND c.contype IN ('p', 'u')`,
    ),
    references: await lines(
      `SELECT t.relname || ' ' || (SELECT string_agg(a.attname || ' → ' || p.relname || '.' || b.attname, ', ' ORDER BY k.at)
           FROM unnest(c.conkey, c.confkey) WITH ORDINALITY AS k(own, other, at)
           JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
           JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.other JOIN pg_class p ON p.oid = c.confrelid)
         || CASE c.confdeltype WHEN 'c' THEN ' cascade' WHEN 'n' THEN ' set null' ELSE ' no action' END
       FROM ${constraints} AND c.contype = 'f'`,
    ),
    indexes: await lines(
      `SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
       WHERE i.relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)`,
    ),
    unindexed: await lines(
      `SELECT t.relname || ' (' || ${names("c.conkey")} || ')' FROM ${constraints} AND c.contype = 'f'
         AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.conrelid
           AND (x.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
    ),
  };
}

it("has the columns, keys, references and indexes of a workspace in a file", async () => {
  const { unindexed, ...there } = await onServer();
  const here = onFile();
  for (const fact of ["columns", "keys", "references"] as const)
    expect(there[fact].toSorted(), fact).toEqual(here[fact].toSorted());
  expect(here.columns).toContain("verdict.label text null");
  // Rows that go are looked for in all that refers to them: each of these has an index, some of them on the server alone.
  expect(unindexed).toEqual([]);
  expect(here.indexes.filter((name) => !there.indexes.includes(name))).toEqual([]);
});
