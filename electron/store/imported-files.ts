import { type Expression, type InferResult, type RawBuilder, sql } from "kysely";
import type { ImportedFile } from "#shared/contract/imported-files.ts";
import type { ReadHandle } from "./handles.ts";
import { query } from "./query.ts";

const files = query
  .selectFrom("source")
  .select(["source.id", "source.project_id as projectId", "source.file_name as fileName", "source.form"])
  .select(["source.reviewer", "source.imported_by as importedBy", "source.imported_at as importedAt"])
  .select(["source.taken_back_by as takenBackBy", "source.taken_back_at as takenBackAt"])
  .select((of) => [
    countFrom("item_occurrence", of.ref("source.id")).as("items"),
    countFrom("verdict_event", of.ref("source.id")).as("opinions"),
    countFrom("consensus_event", of.ref("source.id")).as("consensus"),
  ]);

/** How many rows of a table came with a file. */
function countFrom(
  table: "item_occurrence" | "verdict_event" | "consensus_event",
  sourceId: Expression<number>,
): RawBuilder<number> {
  const rows = query.selectFrom(table).where("source_id", "=", sourceId);
  return sql`${rows.select((of) => of.fn.countAll().as("rows"))}`;
}

/** The files that were imported into a project, the oldest first. */
export const filesOfProject = async (db: ReadHandle, projectId: number): Promise<ImportedFile[]> =>
  (await db.all(files.where("source.project_id", "=", projectId).orderBy("source.id"))).map(
    ({ projectId: _, ...row }) => fileOf(row),
  );

/** An imported file and its project, or null. */
export async function importedFile(
  db: ReadHandle,
  id: number,
): Promise<(ImportedFile & { projectId: number }) | null> {
  const row = await db.first(files.where("source.id", "=", id));
  return row === undefined ? null : { ...fileOf(row), projectId: row.projectId };
}

type Row = Omit<InferResult<typeof files>[number], "projectId">;

function fileOf({ takenBackBy, takenBackAt, ...file }: Row): ImportedFile {
  const takenBack =
    takenBackBy === null || takenBackAt === null ? null : { by: takenBackBy, at: takenBackAt };
  return { ...file, takenBack };
}
