import type { QueryHandle, ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";

/** The name under which an account's verdicts are saved: the one it chose, else the account itself. */
export async function reviewerName(db: QueryHandle, account: string): Promise<string> {
  const row = await db.first(nameQuery({ account }));
  return row?.name ?? account;
}

const nameQuery = compiledOnce(
  ({ account }: { account: string }) =>
    query.selectFrom("person").select("name").where("account", "=", account),
  { isRemembered: true },
);

/** The names that accounts have chosen or were given. */
export const namesOfPeople = (db: ReadHandle): Promise<string[]> =>
  db.values(query.selectFrom("person").select("name"));

/** Gives an account another name; false where that name is another account's. */
export async function renamePerson(db: WriteHandle, account: string, name: string): Promise<boolean> {
  const owner = await db.first(query.selectFrom("person").select("account").where("name", "=", name));
  if (owner && owner.account !== account) return false;
  await db.run(
    query
      .insertInto("person")
      .values({ account, name })
      .onConflict((same) => same.column("account").doUpdateSet({ name })),
  );
  return true;
}

/** The account that is called so; null where none is. */
export async function accountNamed(db: ReadHandle, name: string): Promise<string | null> {
  const row = await db.first(query.selectFrom("person").select("account").where("name", "=", name));
  return row?.account ?? null;
}
