import type { ImportedFile } from "#shared/contract/imported-files.ts";
import type { ReadHandle } from "./handles.ts";

interface Row extends Omit<ImportedFile, "takenBack"> {
  projectId: number;
  takenBackBy: string | null;
  takenBackAt: string | null;
}

const columns = `source.id, project_id AS projectId, file_name AS fileName, form, reviewer, imported_by AS importedBy,
  imported_at AS importedAt, taken_back_by AS takenBackBy, taken_back_at AS takenBackAt,
  (SELECT count(*) FROM item_occurrence WHERE source_id = source.id) AS items,
  (SELECT count(*) FROM verdict_event WHERE source_id = source.id) AS opinions,
  (SELECT count(*) FROM consensus_event WHERE source_id = source.id) AS consensus`;

/** The files that were imported into a project, the oldest first. */
export function filesOfProject(db: ReadHandle, projectId: number): ImportedFile[] {
  const rows = db.sql(`SELECT ${columns} FROM source WHERE project_id = ? ORDER BY id`).all(projectId);
  return (rows as Row[]).map(fileOf);
}

/** An imported file and its project, or null. */
export function importedFile(db: ReadHandle, id: number): (ImportedFile & { projectId: number }) | null {
  const row = db.sql(`SELECT ${columns} FROM source WHERE id = ?`).get(id) as Row | undefined;
  return row === undefined ? null : { ...fileOf(row), projectId: row.projectId };
}

function fileOf({ projectId, takenBackBy, takenBackAt, ...file }: Row): ImportedFile {
  const takenBack =
    takenBackBy === null || takenBackAt === null ? null : { by: takenBackBy, at: takenBackAt };
  return { ...file, takenBack };
}
