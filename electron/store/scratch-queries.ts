import type { ScratchQuery } from "#shared/contract/results.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** How many scratch queries are shown and kept for an account in a project. */
const historyLength = 500;

/** An account's scratch queries in a project, the newest first. */
export function scratchQueriesOf(db: ReadHandle, projectId: number, account: string): ScratchQuery[] {
  return db
    .sql(
      `SELECT id, db_id AS dbId, sql, ran_at AS ranAt, status, row_count AS rows FROM scratch_query
       WHERE project_id = ? AND account = ? ORDER BY id DESC LIMIT ${historyLength}`,
    )
    .all(projectId, account) as ScratchQuery[];
}

/** Keeps a query that was run and lets the oldest beyond the history's length go. */
export function addScratchQuery(
  db: WriteHandle,
  projectId: number,
  account: string,
  query: Omit<ScratchQuery, "id">,
): void {
  db.sql(
    `INSERT INTO scratch_query (project_id, account, db_id, sql, ran_at, status, row_count)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(projectId, account, query.dbId, query.sql, query.ranAt, query.status, query.rows);
  db.sql(
    `DELETE FROM scratch_query WHERE project_id = @projectId AND account = @account AND id <= (
       SELECT id FROM scratch_query WHERE project_id = @projectId AND account = @account ORDER BY id DESC LIMIT 1 OFFSET ${historyLength})`,
  ).run({ projectId, account });
}
