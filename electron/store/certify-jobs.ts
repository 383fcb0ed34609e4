import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { flagOf, jsonText, parsed } from "./tables/column-types.ts";

/** Certificates of a project that are wanted: of some tasks, or of all (null), with every mutant or a sample. */
export interface CertifyJob {
  projectId: number;
  taskIds: readonly number[] | null;
  full: boolean;
}

/** Remembers that the certificates are wanted, so that the work goes on after a restart; one job in a project. */
export async function wantCertifyJob(
  db: WriteHandle,
  { projectId, taskIds, full }: CertifyJob,
): Promise<void> {
  const wanted = { task_ids: taskIds && jsonText(taskIds), is_full: flagOf(full) };
  await db.run(
    query
      .insertInto("certify_job")
      .values({ project_id: projectId, ...wanted })
      .onConflict((same) => same.column("project_id").doUpdateSet(wanted)),
  );
}

/** The job is done, or nobody needs it any more. */
export async function dropCertifyJob(db: WriteHandle, projectId: number): Promise<void> {
  await db.run(query.deleteFrom("certify_job").where("project_id", "=", projectId));
}

/** The jobs that were under way when Querent was last closed or killed. */
export async function wantedCertifyJobs(db: ReadHandle): Promise<CertifyJob[]> {
  const rows = await db.all(
    query
      .selectFrom("certify_job")
      .select(["project_id as projectId", "task_ids as taskIds", "is_full as isFull"])
      .orderBy("project_id"),
  );
  return rows.map(({ projectId, taskIds, isFull }) => ({
    projectId,
    taskIds: taskIds && parsed(taskIds),
    full: isFull === 1,
  }));
}
