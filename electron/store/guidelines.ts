import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** Every version of a project's guidelines, the newest first. */
export async function guidelinesOf(db: ReadHandle, projectId: number): Promise<GuidelinesVersion[]> {
  return db.all(
    query
      .selectFrom("guidelines_version")
      .select(["version", "text", "written_by as by", "at"])
      .where("project_id", "=", projectId)
      .orderBy("version", "desc"),
  );
}

/** Appends a version. */
export async function addGuidelines(
  db: WriteHandle,
  projectId: number,
  { version, text, by, at }: GuidelinesVersion,
): Promise<void> {
  await db.run(
    query
      .insertInto("guidelines_version")
      .values({ project_id: projectId, version, text, written_by: by, at }),
  );
}

/** The version in force at a time (ISO 8601 in UTC), null: there was none yet. */
export async function guidelinesAt(db: ReadHandle, projectId: number, at: string): Promise<number | null> {
  const { version } = await db.one(
    query
      .selectFrom("guidelines_version")
      .select((of) => of.fn.max<number | null>("version").as("version"))
      .where("project_id", "=", projectId)
      .where("at", "<=", at),
  );
  return version;
}
