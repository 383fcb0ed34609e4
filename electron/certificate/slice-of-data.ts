import type { AimedSetting } from "#shared/certificate/aimed-rows/aimed-setting.ts";
import { sqlValue, tableName } from "#shared/certificate/aimed-rows/row-sql.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { quotedName } from "#shared/sql/propose/profile-sql.ts";
import { type AskDatabase, rowsOf } from "./read-copied-table.ts";

/** A table of more rows is cut, to those of so many parents besides the parents of its samples. */
const fewRows = 300;
const mostParents = 30;

/**
 * Statements that leave of each large table only rows of a few parents, all of them: searching takes a part of the time there.
 * None where all tables are small. Only tables that nothing refers to are cut, so that every constraint holds.
 */
export async function sliceOfData(
  ask: AskDatabase,
  { tables, samples, referred, dialect }: AimedSetting,
): Promise<string[]> {
  const found: string[] = [];
  for (const { table } of tables) {
    if (table.kind !== "table" || referred.has(table.name.toLowerCase())) continue;
    const name = tableName(table.name);
    const { rows = [], families = {} } = samples.get(table.name) ?? {};
    const sampled = [...rows, ...Object.values(families).flat()];
    const parents = table.columns
      .filter(({ references }) => references !== null)
      .map((column) => ({
        key: quotedName(column.name),
        own: sampled.flatMap((row) => row[column.name] ?? []),
      }));
    const [by] = parents.sort((one, other) => new Set(other.own).size - new Set(one.own).size);
    const count = Number(rowsOf(await ask(`SELECT COUNT(*) AS n FROM ${name}`))[0]?.n ?? 0);
    if (by === undefined || count <= fewRows) continue;
    const known = await ask(
      `SELECT ${by.key} AS k FROM ${name} WHERE ${by.key} IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    const all = rowsOf(known).flatMap(({ k }) => k ?? []);
    const step = Math.max(1, Math.floor(all.length / mostParents));
    const kept = new Set([...by.own, ...all.filter((_, at) => at % step === 0)]);
    const isKept = `${by.key} IN (${[...kept].map(sqlValue).join(", ")})`;
    found.push(...keeping(name, isKept, dialect, found.length));
  }
  return found;
}

/** PostgreSQL reads past each deleted row until it commits, so there the rows move into an emptied table. */
function keeping(table: string, isKept: string, dialect: SqlDialect, at: number): string[] {
  if (dialect === "sqlite") return [`DELETE FROM ${table} WHERE (${isKept}) IS NOT TRUE`];
  return [
    `CREATE TEMP TABLE aimed_kept_${at} ON COMMIT DROP AS SELECT * FROM ${table} WHERE ${isKept}`,
    `TRUNCATE ${table}`,
    `INSERT INTO ${table} SELECT * FROM aimed_kept_${at}`,
  ];
}
