import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Certificates of a project that are wanted: of some tasks, or of all (null), with every mutant or a sample. */
export interface CertifyJob {
  projectId: number;
  taskIds: number[] | null;
  full: boolean;
}

/** Remembers that the certificates are wanted, so that the work goes on after a restart; one job in a project. */
export function wantCertifyJob(db: WriteHandle, { projectId, taskIds, full }: CertifyJob): void {
  db.sql("INSERT OR REPLACE INTO certify_job (project_id, task_ids, is_full) VALUES (?, ?, ?)").run(
    ...[projectId, taskIds === null ? null : JSON.stringify(taskIds), Number(full)],
  );
}

/** The job is done, or nobody needs it any more. */
export function dropCertifyJob(db: WriteHandle, projectId: number): void {
  db.sql("DELETE FROM certify_job WHERE project_id = ?").run(projectId);
}

/** The jobs that were under way when Querent was last closed or killed. */
export function wantedCertifyJobs(db: ReadHandle): CertifyJob[] {
  const rows = db
    .sql("SELECT project_id AS projectId, task_ids AS taskIds, is_full AS isFull FROM certify_job ORDER BY 1")
    .all() as { projectId: number; taskIds: string | null; isFull: number }[];
  return rows.map(({ projectId, taskIds, isFull }) => ({
    projectId,
    taskIds: taskIds === null ? null : (JSON.parse(taskIds) as number[]),
    full: isFull === 1,
  }));
}
