import type { ReadHandle, WriteHandle } from "./handles.ts";

/** The lines of a run's recording in their order, as JSON, each with the name of its endpoint. */
export function modelExchanges(db: ReadHandle, runId: number): { endpoint: string; line: string }[] {
  return db
    .sql("SELECT endpoint, line FROM model_exchange WHERE run_id = ? ORDER BY position")
    .all(runId) as { endpoint: string; line: string }[];
}

/** Appends a line; one of a run that was deleted meanwhile is let go. */
export function addModelExchange(
  db: WriteHandle,
  exchange: { runId: number; endpoint: string; line: string },
): void {
  db.sql(
    `INSERT INTO model_exchange (run_id, position, endpoint, line)
     SELECT id, (SELECT coalesce(max(position), 0) + 1 FROM model_exchange WHERE run_id = @runId), @endpoint, @line
     FROM dialogue_run WHERE id = @runId`,
  ).run(exchange);
}

/** A call that somebody made for readings: each account has endpoints of its own. */
export interface ReadingExchange {
  actor: string;
  endpoint: string;
  /** A line of a recording, as JSON. */
  line: string;
}

/** The lines of a project's calls for readings in their order. */
export function readingExchanges(db: ReadHandle, projectId: number): ReadingExchange[] {
  return db
    .sql("SELECT actor, endpoint, line FROM reading_exchange WHERE project_id = ? ORDER BY position")
    .all(projectId) as ReadingExchange[];
}

/** Appends a line to a project's calls for readings. */
export function addReadingExchange(db: WriteHandle, exchange: ReadingExchange & { projectId: number }): void {
  db.sql(
    `INSERT INTO reading_exchange (project_id, position, actor, endpoint, line)
     SELECT @projectId, coalesce(max(position), 0) + 1, @actor, @endpoint, @line
     FROM reading_exchange WHERE project_id = @projectId`,
  ).run(exchange);
}
