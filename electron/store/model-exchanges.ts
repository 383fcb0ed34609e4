import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** The lines of a run's recording in their order, as JSON, each with the name of its endpoint. */
export async function modelExchanges(
  db: ReadHandle,
  runId: number,
): Promise<{ endpoint: string; line: string }[]> {
  return db.all(
    query
      .selectFrom("model_exchange")
      .select(["endpoint", "line"])
      .where("run_id", "=", runId)
      .orderBy("position"),
  );
}

/** Appends a line; one of a run that was deleted meanwhile is let go. */
export async function addModelExchange(
  db: WriteHandle,
  { runId, endpoint, line }: { runId: number; endpoint: string; line: string },
): Promise<void> {
  const run = await db.first(query.selectFrom("dialogue_run").select("id").where("id", "=", runId));
  if (run === undefined) return;
  const { last } = await db.one(
    query
      .selectFrom("model_exchange")
      .select((of) => of.fn.max<number | null>("position").as("last"))
      .where("run_id", "=", runId),
  );
  const position = (last ?? 0) + 1;
  await db.run(query.insertInto("model_exchange").values({ run_id: runId, position, endpoint, line }));
}

/** A call that somebody made for readings: each account has endpoints of its own. */
export interface ReadingExchange {
  actor: string;
  endpoint: string;
  /** A line of a recording, as JSON. */
  line: string;
}

/** The lines of a project's calls for readings in their order. */
export async function readingExchanges(db: ReadHandle, projectId: number): Promise<ReadingExchange[]> {
  return db.all(
    query
      .selectFrom("reading_exchange")
      .select(["actor", "endpoint", "line"])
      .where("project_id", "=", projectId)
      .orderBy("position"),
  );
}

/** Appends a line to a project's calls for readings. */
export async function addReadingExchange(
  db: WriteHandle,
  { projectId, actor, endpoint, line }: ReadingExchange & { projectId: number },
): Promise<void> {
  const { last } = await db.one(
    query
      .selectFrom("reading_exchange")
      .select((of) => of.fn.max<number | null>("position").as("last"))
      .where("project_id", "=", projectId),
  );
  const position = (last ?? 0) + 1;
  await db.run(
    query.insertInto("reading_exchange").values({ project_id: projectId, position, actor, endpoint, line }),
  );
}
