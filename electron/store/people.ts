import type { ReadHandle, WriteHandle } from "./handles.ts";

/** The name under which an account's verdicts are saved: the one it chose, else the account itself. */
export function reviewerName(db: ReadHandle, account: string): string {
  const row = db.sql("SELECT name FROM person WHERE account = ?").get(account) as
    | { name: string }
    | undefined;
  return row?.name ?? account;
}

/** Gives an account another name; false where that name is another account's. */
export function renamePerson(db: WriteHandle, account: string, name: string): boolean {
  const owner = db.sql("SELECT account FROM person WHERE name = ?").get(name) as
    | { account: string }
    | undefined;
  if (owner && owner.account !== account) return false;
  db.sql(
    "INSERT INTO person (account, name) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET name = excluded.name",
  ).run(account, name);
  return true;
}
