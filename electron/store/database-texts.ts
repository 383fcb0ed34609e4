import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** What a project stores of a database beside its tasks. */
export type DatabaseTextKind = "knowledge" | "column-meanings" | "schema";

/**
 * A longer text (in characters) is not imported, and not read from a workspace that somebody else made: these are read again
 * wherever a task of the database is worked on, which must take no time that a person notices.
 */
export const longestDatabaseText = 4 * 2 ** 20;

/** A file that belongs to a database: its name and its text, letter by letter. */
export interface DatabaseText {
  database: string;
  kind: DatabaseTextKind;
  fileName: string;
  text: string;
}

/** Saves a text of a database; an earlier one of the same kind is replaced. */
export async function putDatabaseText(
  db: WriteHandle,
  projectId: number,
  { database, kind, fileName, text }: DatabaseText,
  { account, at }: { account: string; at: string },
): Promise<void> {
  const file = { file_name: fileName, text, imported_by: account, imported_at: at };
  await db.run(
    query
      .insertInto("database_text")
      .values({ project_id: projectId, database, kind, ...file })
      .onConflict((same) => same.columns(["project_id", "database", "kind"]).doUpdateSet(file)),
  );
}

/** The texts of one database of a project that are not too long to be read. */
export async function databaseTexts(
  db: ReadHandle,
  projectId: number,
  database: string,
): Promise<DatabaseText[]> {
  return db.all(
    query
      .selectFrom("database_text")
      .select(["database", "kind", "file_name as fileName", "text"])
      .where("project_id", "=", projectId)
      .where("database", "=", database)
      .where((text) => text(text.fn<number>("length", ["text"]), "<=", longestDatabaseText))
      .orderBy("kind"),
  );
}
