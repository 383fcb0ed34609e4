import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** Everything that an account's windows remember. */
export async function preferencesOf(db: ReadHandle, account: string): Promise<Record<string, unknown>> {
  const rows = await db.all(
    query.selectFrom("preference").select(["key", "value"]).where("account", "=", account),
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)]));
}

/** Remembers a JSON value under a key; `undefined` forgets it. */
export async function putPreference(
  db: WriteHandle,
  account: string,
  key: string,
  value: unknown,
): Promise<void> {
  if (value === undefined)
    await db.run(query.deleteFrom("preference").where("account", "=", account).where("key", "=", key));
  else
    await db.run(
      query
        .insertInto("preference")
        .values({ account, key, value: jsonText(value) })
        .onConflict((same) => same.columns(["account", "key"]).doUpdateSet({ value: jsonText(value) })),
    );
}
