import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** The name under which an account's verdicts are saved: the one it chose, else the account itself. */
export function reviewerName(db: ReadHandle, account: string): string {
  const row = db.first(query.selectFrom("person").select("name").where("account", "=", account));
  return row?.name ?? account;
}

/** Gives an account another name; false where that name is another account's. */
export function renamePerson(db: WriteHandle, account: string, name: string): boolean {
  const owner = db.first(query.selectFrom("person").select("account").where("name", "=", name));
  if (owner && owner.account !== account) return false;
  db.run(
    query
      .insertInto("person")
      .values({ account, name })
      .onConflict((same) => same.column("account").doUpdateSet({ name })),
  );
  return true;
}
