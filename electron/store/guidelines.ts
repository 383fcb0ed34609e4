import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Every version of a project's guidelines, the newest first. */
export function guidelinesOf(db: ReadHandle, projectId: number): GuidelinesVersion[] {
  return db
    .sql(
      `SELECT version, text, written_by AS "by", at FROM guidelines_version WHERE project_id = ?
       ORDER BY version DESC`,
    )
    .all(projectId) as GuidelinesVersion[];
}

/** Appends a version. */
export function addGuidelines(
  db: WriteHandle,
  projectId: number,
  { version, text, by, at }: GuidelinesVersion,
): void {
  db.sql(
    "INSERT INTO guidelines_version (project_id, version, text, written_by, at) VALUES (?, ?, ?, ?, ?)",
  ).run(projectId, version, text, by, at);
}

/** The version in force at a time (ISO 8601 in UTC), null: there was none yet. */
export function guidelinesAt(db: ReadHandle, projectId: number, at: string): number | null {
  const { version } = db
    .sql("SELECT max(version) AS version FROM guidelines_version WHERE project_id = ? AND at <= ?")
    .get(projectId, at) as { version: number | null };
  return version;
}
