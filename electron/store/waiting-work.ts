import type { ReadHandle } from "./handles.ts";

/** How many pieces of work were wanted when the workspace was last closed, and the URLs of the servers that its projects use. */
export function waitingWork(db: ReadHandle): { jobs: number; serverUrls: string[] } {
  const { jobs } = db
    .sql(
      `SELECT (SELECT count(*) FROM project WHERE evaluating = 1) + (SELECT count(*) FROM task_job WHERE kind <> 'lint')
         + (SELECT count(*) FROM certify_job) + (SELECT count(*) FROM dialogue_run WHERE state = 'wanted') AS jobs`,
    )
    .get() as { jobs: number };
  const rows = db
    .sql(
      `SELECT DISTINCT url.value ->> '$' AS url FROM project_setting url
       JOIN project_setting engine ON engine.project_id = url.project_id AND engine.value = '"postgres"'
         AND engine.key IN ('tasks.engine', 'items.engine')
       WHERE url.key = 'tasks.serverUrl' AND url.value <> '""' ORDER BY 1`,
    )
    .all() as { url: string }[];
  return { jobs, serverUrls: rows.map(({ url }) => url) };
}
