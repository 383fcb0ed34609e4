import type { ScratchQuery } from "#shared/contract/results.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** How many scratch queries are shown and kept for an account in a project. */
const historyLength = 500;

/** An account's scratch queries in a project, the newest first. */
export async function scratchQueriesOf(
  db: ReadHandle,
  projectId: number,
  account: string,
): Promise<ScratchQuery[]> {
  return db.all(
    query
      .selectFrom("scratch_query")
      .select(["db_id as dbId", "sql", "ran_at as ranAt", "status", "row_count as rows"])
      .where("project_id", "=", projectId)
      .where("account", "=", account)
      .orderBy("id", "desc")
      .limit(historyLength),
  );
}

/** Keeps a query that was run and lets the oldest beyond the history's length go. */
export async function addScratchQuery(
  db: WriteHandle,
  projectId: number,
  account: string,
  { dbId, sql, ranAt, status, rows }: ScratchQuery,
): Promise<void> {
  const own = { project_id: projectId, account };
  await db.run(
    query
      .insertInto("scratch_query")
      .values({ ...own, db_id: dbId, sql, ran_at: ranAt, status, row_count: rows }),
  );
  const beyond = query
    .selectFrom("scratch_query")
    .select("id")
    .where("project_id", "=", projectId)
    .where("account", "=", account)
    .orderBy("id", "desc")
    .limit(1)
    .offset(historyLength);
  await db.run(
    query
      .deleteFrom("scratch_query")
      .where("project_id", "=", projectId)
      .where("account", "=", account)
      .where("id", "<=", beyond),
  );
}
