import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** Everything that an account's windows remember. */
export function preferencesOf(db: ReadHandle, account: string): Record<string, unknown> {
  const rows = db.all(query.selectFrom("preference").select(["key", "value"]).where("account", "=", account));
  return Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)]));
}

/** Remembers a JSON value under a key; `undefined` forgets it. */
export function putPreference(db: WriteHandle, account: string, key: string, value: unknown): void {
  if (value === undefined)
    db.run(query.deleteFrom("preference").where("account", "=", account).where("key", "=", key));
  else
    db.run(
      query
        .insertInto("preference")
        .values({ account, key, value: jsonText(value) })
        .onConflict((same) => same.columns(["account", "key"]).doUpdateSet({ value: jsonText(value) })),
    );
}
