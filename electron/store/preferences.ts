import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Everything that an account's windows remember. */
export function preferencesOf(db: ReadHandle, account: string): Record<string, unknown> {
  const rows = db.sql("SELECT key, value FROM preference WHERE account = ?").all(account) as {
    key: string;
    value: string;
  }[];
  return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
}

/** Remembers a JSON value under a key; `undefined` forgets it. */
export function putPreference(db: WriteHandle, account: string, key: string, value: unknown): void {
  if (value === undefined) db.sql("DELETE FROM preference WHERE account = ? AND key = ?").run(account, key);
  else
    db.sql("INSERT OR REPLACE INTO preference (account, key, value) VALUES (?, ?, ?)").run(
      account,
      key,
      JSON.stringify(value),
    );
}
