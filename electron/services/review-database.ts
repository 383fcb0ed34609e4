import type { Project } from "#shared/domain/project.ts";
import { type DatabaseRef, EngineProblem } from "../engines/engine.ts";
import { readsInPlace } from "../engines/registry.ts";
import type { EvaluationRequest } from "../queries/query-runner.ts";
import type { OpenOptions, TaskDatabases } from "../task-databases/task-databases.ts";

/** What databases under review are found by. */
export interface ReviewDatabases {
  databases: TaskDatabases;
}

/** The part of a project that says where and on what its predictions are judged. */
type ReviewSettings = Pick<Project, "databasesDir" | "reviewEngine" | "taskSettings">;

/**
 * Finds the database of a db_id as query workers open it, loading its template where the engine needs one; null where there is
 * none. Rejects with `EngineProblem` for what a person can mend, or with the signal's reason.
 */
export async function reviewDatabase(
  { databases }: ReviewDatabases,
  { databasesDir, reviewEngine, taskSettings }: ReviewSettings,
  dbId: string,
  options: OpenOptions = {},
): Promise<DatabaseRef | null> {
  const settings = { ...taskSettings, engine: reviewEngine, databasesDir };
  if (readsInPlace(reviewEngine)) return databases.file({ ...settings, engine: reviewEngine }, dbId);
  try {
    const { engine, template } = await databases.open(settings, dbId, options);
    return await engine.reader(template);
  } catch (error) {
    if (error instanceof EngineProblem && error.why.reason === "no-database") return null;
    throw error;
  }
}

/** The same for work on many items: a dump that cannot be loaded concerns its own items only. */
export async function databaseOrWhyNot(
  ...[tools, settings, dbId, options]: Parameters<typeof reviewDatabase>
): Promise<EvaluationRequest["database"]> {
  try {
    return await reviewDatabase(tools, settings, dbId, options);
  } catch (error) {
    if (error instanceof EngineProblem && error.why.reason === "not-loaded")
      return { unusable: error.message };
    throw error;
  }
}
