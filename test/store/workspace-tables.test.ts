import { readdirSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrate } from "../../electron/store/migrations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
  dflt_value: string | null;
}

const folder = new URL("../../electron/store/tables/", import.meta.url);

/** The tables that the source declares: what each column holds, by "table.column". */
function declaredColumns(): Record<string, string> {
  const source = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
  const members = (body: string) => [...body.matchAll(/^ {2}(\w+): (.+);$/gm)];
  const interfaces = new Map(
    [...source.matchAll(/^(?:export )?interface (\w+) \{\n(.*?)^\}/gms)].map(([, name, body = ""]) => [
      name,
      members(body),
    ]),
  );
  const lists = [...source.matchAll(/^export interface \w+Tables \{\n(.*?)^\}/gms)];
  return Object.fromEntries(
    lists.flatMap(([, body = ""]) =>
      members(body).flatMap(([, table, type]) =>
        (interfaces.get(type) ?? []).map(([, column, holds = ""]) => [`${table}.${column}`, kindOf(holds)]),
      ),
    ),
  );
}

/** "number", "text" or "text?" and the like, with "=" where it may be left out of an insert. */
function kindOf(type: string): string {
  const inner = /^Generated<(.*)>$/.exec(type)?.[1];
  const isNullable = type.endsWith(" | null") || type === 'PhaseResult["reason"]';
  const base = (inner ?? type).replace(/ \| null$/, "");
  const isNumber = ["number", "Flag", 'PhaseResult["phase"]'].includes(base);
  return `${isNumber ? "number" : "text"}${isNullable ? "?" : ""}${inner === undefined ? "" : "="}`;
}

/** The same of a workspace that was migrated just now. */
function migratedColumns(): Record<string, string> {
  const database = new Database(":memory:");
  migrate(database, temporaryFolder());
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const columns = tables.flatMap((table) =>
    (database.pragma(`table_info(${table})`) as Column[]).map(({ name, type, notnull, pk, dflt_value }) => {
      const isNumbered = pk === 1 && ["id", "seq"].includes(name);
      const isNullable = notnull === 0 && pk === 0;
      const kind = type === "TEXT" ? "text" : "number";
      return [
        `${table}.${name}`,
        `${kind}${isNullable ? "?" : ""}${isNumbered || dflt_value !== null ? "=" : ""}`,
      ];
    }),
  );
  database.close();
  return Object.fromEntries(columns);
}

test("the tables that queries are checked against are those of a migrated workspace, column by column", () => {
  const migrated = migratedColumns();
  expect(declaredColumns()).toEqual(migrated);
  expect(migrated["verdict.label"]).toBe("text?");
  expect(migrated["dialogue.reward"]).toBe("number=");
});
