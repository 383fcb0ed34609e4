import { listed } from "../../text/listed.ts";

/** What rows aim at as it ends a sentence: "They differ with a row of berth with depth = 5", "They differ without the row 3 of berth". */
export const withAim = (aim: string): string => (aim.startsWith("without ") ? aim : `with ${aim}`);

/** New rows of tables that refer to each other, each below the one before: "new rows of river, station and 2 of visit (visit.value = 900)". */
export function linkedAim(
  tables: readonly string[],
  lowest: number,
  change: { table: string; column: string; value: string | null } | null,
): string {
  const last = tables.length - 1;
  const named = tables.map((table, at) => (at === last && lowest > 1 ? `${lowest} of ${table}` : table));
  const what =
    change === null
      ? ""
      : ` (${change.table}.${change.column} ${change.value === null ? "missing" : `= ${change.value}`})`;
  return `new rows of ${listed(named)}${what}`;
}
