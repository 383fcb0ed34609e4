import type { ReadHandle, WriteHandle } from "./handles.ts";

/** What a project stores of a database beside its tasks. */
export type DatabaseTextKind = "knowledge" | "column-meanings" | "schema";

/** A file that belongs to a database: its name and its text, letter by letter. */
export interface DatabaseText {
  database: string;
  kind: DatabaseTextKind;
  fileName: string;
  text: string;
}

/** Saves a text of a database; an earlier one of the same kind is replaced. */
export function putDatabaseText(
  db: WriteHandle,
  projectId: number,
  text: DatabaseText,
  by: { account: string; at: string },
): void {
  db.sql(
    `INSERT OR REPLACE INTO database_text (project_id, database, kind, file_name, text, imported_by, imported_at)
     VALUES (@projectId, @database, @kind, @fileName, @text, @account, @at)`,
  ).run({ projectId, ...text, ...by });
}

/** The texts of one database of a project. */
export function databaseTexts(db: ReadHandle, projectId: number, database: string): DatabaseText[] {
  return db
    .sql(
      `SELECT database, kind, file_name AS fileName, text FROM database_text
       WHERE project_id = ? AND database = ? ORDER BY kind`,
    )
    .all(projectId, database) as DatabaseText[];
}
